// These tests check that gauge fixing on several ranks gives the same bits as on one, whichever resumes it.
#include <doctest/doctest.h>

#include "support/bytes_of.hpp"
#include "support/mpirun.hpp"
#include "support/skip.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_ranks_fix {
namespace {

namespace fs = std::filesystem;

/// Returns the matrices of a transformation's file.
std::string matrices_of(const fs::path& file) {
  const std::string all = bytes_of(file);
  const std::size_t at = all.find("scidac-binary-data");
  REQUIRE(at != std::string::npos);
  return all.substr(at, std::size_t(4) * 4 * 4 * 8 * 18 * 8);
}

TEST_SUITE("cli") {
  TEST_CASE("ranks: fix has the bits of one") {
    if (!has_mpirun()) return skip("no mpirun");
    const TemporaryDirectory directory;
    const std::string file = start_file(directory / "start.ildg");
    const auto fixed = [&](const std::string& grid, std::vector<std::string> more) {
      const fs::path links = directory / (grid + ".ildg"), g = directory / (grid + ".lime");
      std::vector<std::string> arguments = {"fix",
                                            file,
                                            "--json",
                                            "--quiet",
                                            "--no-tune",
                                            "--interval",
                                            "5",
                                            "--theta",
                                            "2e-2",
                                            "--force",
                                            "--save",
                                            links.string(),
                                            "--save-transformation",
                                            g.string()};
      arguments.insert(arguments.end(), more.begin(), more.end());
      auto said = without_times(run_grid(grid, arguments));
      said.push_back(links_of(links));
      said.push_back(matrices_of(g));
      return said;
    };
    const std::vector<std::string> coulomb = {"--gauge", "coulomb", "--copies", "2"},
                                   abelian = {"--gauge",     "mag",         "--residual",
                                              "--method",    "sa",          "--microcanonical",
                                              "1",           "--sa-sweeps", "5",
                                              "--precision", "double"};
    CHECK(fixed("1,2,1,2", coulomb) == fixed("1,1,1,1", coulomb));
    CHECK(fixed("1,1,1,2", abelian) == fixed("1,1,1,1", abelian));
  }

  TEST_CASE("ranks: a fixing that is stopped goes on with any number of them") {
    if (!has_mpirun()) return skip("no mpirun");
    const TemporaryDirectory directory;
    const std::string file = start_file(directory / "start.ildg");
    const auto begin = [&](const std::string& name) {
      return std::vector<std::string>{
          "fix", file,        "--method", "sr",       "--copies",
          "6",   "--json",    "--theta",  "2e-2",     "--interval",
          "2",   "--no-tune", "--quiet",  "--output", (directory / name).string()};
    };
    run_any(2, begin("two"));
    const auto stopped = run_program(
        begin("stopped"), {.environment = {{"GALLIVM_PERF", "nopt"}}, .interrupt_after = "\"copy\":0"});
    REQUIRE_MESSAGE(stopped.status == 130, stopped.err);
    CHECK(fs::exists(directory / "stopped" / "state.lime"));
    run_any(4, {"fix", "--resume", (directory / "stopped").string(), "--quiet"});
    CHECK(!fs::exists(directory / "stopped" / "state.lime"));
    CHECK(steps_of(directory / "two" / "history.jsonl").size() == 6);
    CHECK(steps_of(directory / "two" / "history.jsonl") == steps_of(directory / "stopped" / "history.jsonl"));
    CHECK(matrices_of(directory / "two" / "best.lime") == matrices_of(directory / "stopped" / "best.lime"));
  }
}

}  // namespace
}  // namespace glueball::test::cli_ranks_fix
