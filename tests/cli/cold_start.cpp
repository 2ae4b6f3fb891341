// First runs, with nothing cached: what the build has made for them (shaders/prebuilt.txt) is all that they
// take.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "app/cache.hpp"
#include "gpu/module_cache.hpp"
#include "support/json_lines.hpp"
#include "support/program.hpp"
#include "support/skip.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_cold_start {
namespace {

namespace fs = std::filesystem;
using Lines = std::set<std::string>;

/// Returns the modules that heatbath, hmc and the main job on this machine's CPU drivers leave in an empty
/// cache.
Lines left_by_first_runs(const std::string& optimize) {
  const TemporaryDirectory scratch;
  const fs::path cache = scratch / "cache";
  int runs = 0;
  for (const auto& device : json_lines(run_program({"devices", "--json"}).out)) {
    if (device.at("type") != "software") continue;
    const std::vector<std::vector<std::string>> first_runs = {
        {"heatbath", "--lattice", "4,4,4,4", "--sweeps", "1"},
        {"hmc", "--lattice", "4,4,4,4", "--trajectories", "1"},
        {"hmc", "--config", GLUEBALL_SOURCE "/assets/presets/quickstart.toml", "--trajectories", "1"}};
    for (std::vector<std::string> command : first_runs) {
      command.insert(command.end(), {"--device", device.at("device"), "--quiet", "--output",
                                     (scratch / std::to_string(runs++)).string()});
      const auto r = run_program(
          command, {.environment = {{"GLUEBALL_OPTIMIZE", optimize}, {"GLUEBALL_CACHE", cache.string()}}});
      REQUIRE_MESSAGE(r.status == 0, r.err);
    }
  }
  Lines left;
  app::FilePipelineStore store(cache);
  if (runs > 0 && fs::exists(cache / "modules"))
    for (const auto& entry : fs::directory_iterator(cache / "modules"))
      left.insert(gpu::ModuleCache::line(store.load("modules/" + entry.path().stem().string())));
  if (runs == 0) skip("no CPU driver here");
  return left;
}

Lines listed() {
  std::ifstream file(GLUEBALL_SOURCE "/shaders/prebuilt.txt");
  Lines all;
  for (std::string line; std::getline(file, line);)
    if (!line.starts_with("#")) all.insert(line);
  return all;
}

std::string without(const Lines& some, const Lines& others) {
  std::string text;
  for (const std::string& line : some)
    if (!others.contains(line)) text += line + "\n";
  return text;
}

TEST_SUITE("cli") {
  TEST_CASE("a first run on a CPU driver finds all its modules prebuilt") {
    const Lines made = left_by_first_runs("");
    CHECK_MESSAGE(made.empty(), "missing in shaders/prebuilt.txt:\n" << without(made, {}));
  }

  TEST_CASE("what the build has made, a first run takes") {
    const Lines asked = left_by_first_runs("anew"), there = listed();
    if (asked.empty()) return;  // skipped
    CHECK_MESSAGE(asked == there, "missing in shaders/prebuilt.txt:\n"
                                      << without(asked, there) << "of no use there:\n"
                                      << without(there, asked));
  }
}

}  // namespace
}  // namespace glueball::test::cli_cold_start
