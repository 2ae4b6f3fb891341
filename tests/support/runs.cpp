#include "support/runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>

#include "base/error.hpp"
#include "cpu/plaquette.hpp"
#include "io/configuration_file.hpp"
#include "io/ildg_metadata.hpp"
#include "io/transformation_file.hpp"
#include "run/directory_lock.hpp"
#include "run/history.hpp"
#include "support/bytes_of.hpp"
#include "support/program.hpp"

namespace glueball::test {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

namespace {

std::string key_of(const std::string& config, const std::string& key) {
  std::smatch found;
  return std::regex_search(config, found, std::regex("(^|\\n)" + key + " = \"?([^\"\n]*)")) ? found[2].str()
                                                                                            : "";
}

/// Checks the file of configuration `step` against the config and the history.
void check_configuration(const fs::path& path, int step, const std::string& config,
                         const PastHistory& history, std::vector<std::string>& faults) {
  const auto blame = [&](const std::string& what) {
    faults.push_back(path.filename().string() + " " + what);
  };
  const auto file = io::read_configuration(path);
  const std::string about = file.header.at("xlf-info");
  if (io::xlf_value(about, "trajectory nr") != std::to_string(step)) blame("is of another step");
  if (io::xlf_value(about, "seed") != key_of(config, "seed")) blame("is of another seed");
  const std::string beta = key_of(config, "beta");
  if (!beta.empty() && std::stod(io::xlf_value(about, "beta").value_or("nan")) != std::stod(beta))
    blame("is of another beta");
  const auto sum = io::xlf_value(about, kHistoryChecksum);
  if (sum != fmt::format("{:08x}", checksum_of(history.until(step)))) blame("is of another history");
  std::int64_t last = 0;
  for (const auto& line : history.lines) last = std::max(last, line.step);
  const int interval =
      key_of(config, "measure-interval").empty() ? 1 : std::stoi(key_of(config, "measure-interval"));
  if (last + interval <= step) blame(fmt::format("is ahead of the history, which ends with step {}", last));
  if (const auto* line = history.of_step(step)) {
    const double recorded = Json::parse(line->text).at("physics").at("plaquette"),
                 here = cpu::plaquette(file.configuration).average();
    if (!(std::abs(recorded - here) < 1e-6))
      blame(fmt::format("has the plaquette {}, the history {}", here, recorded));
  }
}

}  // namespace

RunBits bits_of(const fs::path& run) {
  RunBits bits{timeless_history(run), {}};
  for (const auto& entry : fs::directory_iterator(run)) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(".ildg")) bits.files[name] = io::read_configuration(entry.path()).checksum;
    if (name.starts_with("random-")) bits.files[name] = bytes_of(entry.path());
    if (name == "best.lime") {
      const auto g = io::read_transformation(entry.path()).g;
      bits.files[name] = {reinterpret_cast<const char*>(g.data()), g.size() * sizeof g[0]};
    }
  }
  return bits;
}

std::map<std::string, std::string> content_of(const fs::path& run) {
  std::map<std::string, std::string> content;
  for (const auto& entry : fs::directory_iterator(run))
    if (entry.path().filename() != kLockFile)
      content[entry.path().filename().string()] = bytes_of(entry.path());
  return content;
}

std::vector<std::string> faults_of(const fs::path& run) {
  std::vector<std::string> faults;
  const std::string config = bytes_of(run / "config.toml");
  try {
    const auto history = read_history(run / "history.jsonl");
    const bool fixing = config.starts_with("# glueball fix");
    const bool every = fixing || config.starts_with("# glueball hmc");
    const int interval = every ? 1 : std::stoi(key_of(config, "measure-interval"));
    history.require_consecutive(fixing ? 1 : std::stoi(key_of(config, "first-step")) - 1 + interval,
                                interval);
    for (const auto& line : history.lines) {
      const Json object = Json::parse(line.text);
      if (object.contains("provenance") &&
          std::to_string(object.at("provenance").at("seed").get<std::uint64_t>()) != key_of(config, "seed"))
        faults.push_back("history.jsonl is of another seed");
      const std::string beta = key_of(config, "beta");
      if (!fixing && object.contains("step") && !beta.empty() &&
          object.at("physics").at("beta") != std::stod(beta))
        faults.push_back("history.jsonl is of another beta");
    }
    static const std::regex name("configuration-([0-9]{6})[.]ildg");
    for (const auto& entry : fs::directory_iterator(run)) {
      std::smatch number;
      const std::string file = entry.path().filename().string();
      if (std::regex_match(file, number, name))
        check_configuration(entry.path(), std::stoi(number[1].str()), config, history, faults);
      if (!file.ends_with(".lime")) continue;
      const Json info = Json::parse(io::read_transformation(entry.path()).info);
      if (info.at(kHistoryChecksum) != checksum_of(history.until(info.at("lines"))))
        faults.push_back(file + " is of another history");
    }
  } catch (const Error& error) {
    faults.push_back(error.what());
  }
  return faults;
}

std::vector<std::string> timeless_history(const std::filesystem::path& run) {
  std::ifstream file(run / "history.jsonl");
  std::vector<std::string> kept;
  for (std::string line; std::getline(file, line);) {
    Json object = Json::parse(line);
    for (const char* part : {"provenance", "diagnostics", "summary"})
      if (object.contains(part))
        for (const char* key : {"time", "seconds", "kernels", "profiled_trajectories", "device_bytes"})
          object[part].erase(key);
    for (const char* key : {"seconds", "gflops"}) object.erase(key);  // of a copy that fix has made
    kept.push_back(object.dump());
  }
  return kept;
}

std::filesystem::path configuration_of(const std::filesystem::path& run, int step) {
  return run / fmt::format("configuration-{:06}.ildg", step);
}

std::string checksum_of(const std::filesystem::path& configuration) {
  const auto info = run_program({"info", configuration.string(), "--json"});
  if (info.status != 0) return kNotWhole;
  const Json said = Json::parse(info.out);
  return said.at("checksum_verified").get<bool>() ? said.at("checksum").get<std::string>() : kNotWhole;
}

std::vector<std::string> foreign_names(const std::filesystem::path& run) {
  static const std::regex ours(
      "config[.]toml|history[.]jsonl|configuration-[0-9]{6}[.]ildg|random-[0-9]{6}[.]bin|best[.]lime");
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(run)) {
    const std::string name = entry.path().filename().string();
    if (!std::regex_match(name, ours)) names.push_back(name);
  }
  return names;
}

}  // namespace glueball::test
