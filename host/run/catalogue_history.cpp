#include "run/catalogue_history.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "run/history.hpp"
#include "run/last_configuration.hpp"

namespace glueball {
namespace {

namespace fs = std::filesystem;
using Kind = HistoryLine::Kind;

/// A step in the history.
struct RecordedStep {
  std::optional<double> plaquette;
  std::uint32_t checksum = 0;  ///< checksum of the history up to this step
};

struct ChainHistory {
  std::map<std::int64_t, RecordedStep> steps;
  std::string seed;
  bool finished = false;
};

/// Returns nothing for the history of a command without a chain.
std::optional<ChainHistory> chain_history(const PastHistory& past) {
  ChainHistory chain{.finished = past.finished()};
  std::uint32_t checksum = 0;
  for (const HistoryLine& line : past.lines) {
    checksum = checksum_of({&line, 1}, checksum);
    const auto object = nlohmann::json::parse(line.text);
    if (line.kind == Kind::provenance && chain.seed.empty() && object.at("provenance").contains("seed"))
      chain.seed = object.at("provenance").at("seed").dump();
    if (line.kind != Kind::step) continue;
    const auto physics = object.find("physics");
    if (physics == object.end() || !physics->is_object()) return std::nullopt;
    RecordedStep& step = chain.steps[line.step];
    step.checksum = checksum;
    if (const auto p = physics->find("plaquette"); p != physics->end() && p->is_number())
      step.plaquette = p->get<double>();
  }
  if (chain.steps.empty()) return std::nullopt;
  return chain;
}

bool is_of_chain(const CataloguedFile& file) {
  return file.name.starts_with("configuration-") && file.name.ends_with(".ildg");
}

void compare(CataloguedFile& file, const ChainHistory& chain) {
  const auto differs = [&](const std::string& what) { file.faults.push_back("history.jsonl: " + what); };
  if (!file.seed.empty() && !chain.seed.empty() && file.seed != chain.seed)
    differs(fmt::format("its chain has the seed {}, the file's has {}", chain.seed, file.seed));
  // The checksum of a step that was not recorded is that of the last recorded one before it.
  auto until = chain.steps.upper_bound(*file.step);
  if (!file.history_checksum.empty()) {
    const std::uint32_t sum = until == chain.steps.begin() ? 0 : std::prev(until)->second.checksum;
    if (file.history_checksum != fmt::format("{:08x}", sum))
      differs(fmt::format("until step {} its checksum is {:08x}, which the file says is {}", *file.step, sum,
                          file.history_checksum));
  }
  const auto at = chain.steps.find(*file.step);
  if (at == chain.steps.end() || !at->second.plaquette || !file.plaquette) return;
  if (!(std::abs(*at->second.plaquette - *file.plaquette) <= kSamePlaquette))
    differs(fmt::format("the plaquette of step {} is {:.9f}, the file's is {:.9f}", *file.step,
                        *at->second.plaquette, *file.plaquette));
}

/// Returns a number from a run's config.toml, or nothing if it is missing.
std::optional<std::int64_t> config_number(const fs::path& directory, const std::string& key) {
  std::ifstream in(directory / "config.toml");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with(key + " = ")) return step_of(std::string_view(line).substr(key.size() + 3));
  return std::nullopt;
}

/// Returns the most frequent stride of steps, or 0 if there is none.
std::int64_t usual_stride(const std::set<std::int64_t>& steps) {
  std::map<std::int64_t, int> strides;
  for (auto at = steps.begin(); at != steps.end() && std::next(at) != steps.end(); ++at)
    ++strides[*std::next(at) - *at];
  if (strides.empty()) return 0;
  return std::ranges::max_element(strides, {}, [](const auto& s) { return s.second; })->first;
}

void require_ends(Catalogue& c, const ChainHistory& chain, const fs::path& directory) {
  std::set<std::int64_t> there;
  for (const CataloguedFile& file : c.files)
    if (is_of_chain(file) && file.step) there.insert(*file.step);
  if (there.empty()) return;
  const auto missing = [&](std::int64_t step, const std::string& why) {
    c.faults.push_back(fmt::format("step {} is missing: {}", step, why));
  };
  const std::int64_t last = chain.steps.rbegin()->first;
  if (chain.finished && *there.rbegin() < last)
    missing(last,
            fmt::format("history.jsonl ends with it, the last configuration is of step {}", *there.rbegin()));
  const std::int64_t interval = config_number(directory, "save-interval").value_or(0),
                     before = config_number(directory, "first-step").value_or(1) - 1;
  // A resumed run may have had another interval before.
  if (interval <= 0 || (there.size() > 1 && usual_stride(there) != interval)) return;
  const std::string why = fmt::format("config.toml says save-interval = {}", interval);
  if (const std::int64_t first = before + interval; first < *there.begin() && first <= last)
    missing(first, why);
  // A killed run may not have written its last one.
  const std::int64_t due = before + (last - before) / interval * interval - (chain.finished ? 0 : interval);
  if (due > *there.rbegin() && !(chain.finished && due == last)) missing(due, why);
}

}  // namespace

void compare_with_history(Catalogue& catalogue, const fs::path& directory) {
  try {
    const auto chain = chain_history(read_history(directory / "history.jsonl"));
    if (!chain) return;
    for (CataloguedFile& file : catalogue.files)
      if (is_of_chain(file) && file.step) compare(file, *chain);
    require_ends(catalogue, *chain, directory);
  } catch (const Error& error) {
    catalogue.faults.push_back(error.message());
  } catch (const nlohmann::json::exception& error) {
    catalogue.faults.push_back(fmt::format("history.jsonl: {}", error.what()));
  }
}

}  // namespace glueball
