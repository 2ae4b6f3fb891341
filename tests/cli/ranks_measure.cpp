// These tests check that observables on several ranks have the same bits as on one.
#include <doctest/doctest.h>

#include "support/devices.hpp"
#include "support/mpirun.hpp"
#include "support/skip.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_ranks_measure {
namespace {

TEST_SUITE("cli") {
  TEST_CASE("ranks: loops and correlators that span domains have the bits of one") {
    if (!has_mpirun()) return skip("no mpirun");
    const TemporaryDirectory directory;
    const std::string file = start_file(directory / "start.ildg");
    const std::vector<std::string> measure = {
        "measure", file, "--json", "--observables",
        "wilson_loops:3x6,creutz:2x2,potential:1x2,polyakov_correlator,polyakov_singlet,"
        "wilson_lines"};
    const std::string one = run_grid("1,1,1,1", measure);
    if (everything()) CHECK(run_grid("1,1,1,2", measure) == one);
    CHECK(run_grid("2,1,2,1", measure) == one);
  }

  TEST_CASE("ranks: two levels of updates have the bits of one") {
    if (!has_mpirun()) return skip("no mpirun");
    const TemporaryDirectory directory;
    const std::string file = start_file(directory / "start.ildg");
    // Every third slice rests, which no domain begins with.
    const std::vector<std::string> measure = {
        "measure", file, "--json", "--observables",
        "polyakov_multilevel:5.7:3:2:1:2,tensor_multilevel:5.7:3:2,colour_electric_multilevel:5.7:3:2"};
    const std::string one = run_grid("1,1,1,1", measure);
    CHECK(run_grid("1,1,1,2", measure) == one);
    if (everything()) CHECK(run_grid("2,1,1,2", measure) == one);
  }

  TEST_CASE("ranks: chains measure what reads farther neighbours than their steps, with the bits of one") {
    if (!has_mpirun()) return skip("no mpirun");
    const TemporaryDirectory directory;
    const auto steps = [&](const std::string& grid) {
      const std::string output = (directory / grid).string();
      run_grid(grid, {"heatbath", "--lattice", "4,4,4,8", "--beta", "7", "--sweeps", "2", "--overrelax", "0",
                      "--no-tune", "--quiet", "--observables",
                      "plaquette,charge:improved4,slices:rectangles4,condensate:naik:1:1@2,"
                      "eigenvalues:hisq:1@2",
                      "--output", output});
      return steps_of(directory / grid / "history.jsonl");
    };
    const auto one = steps("1,1,1,1");
    CHECK(one.size() == 2);
    CHECK(one.back().find("eigenvalues") != std::string::npos);
    CHECK(steps("1,1,1,2") == one);
  }
}

}  // namespace
}  // namespace glueball::test::cli_ranks_measure
