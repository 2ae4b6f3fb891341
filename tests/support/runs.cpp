#include "support/runs.hpp"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>

#include "support/program.hpp"

namespace glueball::test {

using Json = nlohmann::ordered_json;

std::vector<std::string> timeless_history(const std::filesystem::path& run) {
  std::ifstream file(run / "history.jsonl");
  std::vector<std::string> kept;
  for (std::string line; std::getline(file, line);) {
    Json object = Json::parse(line);
    for (const char* part : {"provenance", "diagnostics", "summary"})
      if (object.contains(part))
        for (const char* key : {"time", "seconds", "kernels", "profiled_trajectories", "device_bytes"}) object[part].erase(key);
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
  static const std::regex ours("config[.]toml|history[.]jsonl|configuration-[0-9]{6}[.]ildg|random-[0-9]{6}[.]bin");
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(run)) {
    const std::string name = entry.path().filename().string();
    if (!std::regex_match(name, ours)) names.push_back(name);
  }
  return names;
}

}  // namespace glueball::test
