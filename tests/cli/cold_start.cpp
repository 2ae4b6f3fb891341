// First runs, with nothing cached: what the build has made for them (shaders/prebuilt.txt) is all that they
// take.
#include <doctest/doctest.h>

#include <filesystem>
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

/// Returns the modules that heatbath, hmc and the main job on this machine's CPU drivers leave in an empty
/// cache.
std::set<std::string> left_by_first_runs() {
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
          command, {.environment = {{"GLUEBALL_OPTIMIZE", ""}, {"GLUEBALL_CACHE", cache.string()}}});
      REQUIRE_MESSAGE(r.status == 0, r.err);
    }
  }
  std::set<std::string> left;
  app::FilePipelineStore store(cache);
  if (runs > 0 && fs::exists(cache / "modules"))
    for (const auto& entry : fs::directory_iterator(cache / "modules"))
      left.insert(gpu::ModuleCache::line(store.load("modules/" + entry.path().stem().string())));
  if (runs == 0) skip("no CPU driver here");
  return left;
}

TEST_SUITE("cli") {
  TEST_CASE("a first run on a CPU driver finds all its modules prebuilt") {
    std::string missing;
    for (const std::string& line : left_by_first_runs()) missing += line + "\n";
    CHECK_MESSAGE(missing.empty(), "missing in shaders/prebuilt.txt:\n" << missing);
  }
}

}  // namespace
}  // namespace glueball::test::cli_cold_start
