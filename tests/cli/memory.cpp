// Every command where the host's memory is limited: its results, or status 4 and one line.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "support/program.hpp"
#include "support/runs.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_memory {

namespace fs = std::filesystem;

namespace {

using Arguments = std::vector<std::string>;

/// Runs the program with a limit on its address space, in KiB.
ProgramResult limited(long kibibytes, Arguments arguments, const ProgramOptions& options = {}) {
  Arguments all = {"bash", "-c", fmt::format("ulimit -c 0 -v {}; exec \"$0\" \"$@\"", kibibytes),
                   std::getenv("GLUEBALL_PROGRAM")};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return run_command(all, options);
}

void check_ends_well(const ProgramResult& r) {
  CAPTURE(r.err);
  CHECK((r.status == 0 || r.status == 4));
  if (r.status != 4) return;
  const auto said = lines(r.err);
  REQUIRE_FALSE(said.empty());
  CHECK(said.back().starts_with("glueball: error: "));
}

}  // namespace

TEST_SUITE("cli") {
  TEST_CASE("every command says in one line that the host's memory is used up") {
    const TemporaryDirectory scratch;
    const std::string u = GLUEBALL_SOURCE "/assets/configurations/quickstart.ildg";
    const std::vector<Arguments> commands = {
        {"solve", u, "--kappa", "0.12", "--columns", "1", "--no-tune"},
        {"mesons", u, "--kappa", "0.12", "--no-tune"},
        {"eigenvalues", u, "--action", "staggered", "--count", "2"},
        {"measure", u},
        {"flow", u, "--time", "0.1", "--no-tune"},
        {"fix", u, "--theta", "1e-2", "--no-tune"},
        {"smear", u, scratch / "smeared.ildg", "--method", "hyp", "--force"},
        {"convert", u, scratch / "converted.ildg", "--force"},
        {"info", u},
        {"devices"},
        {"rational", "--power", "-1/2", "--range", "1e-2,1", "--order", "3"},
        {"bench", "plaquette", "--lattice", "4,4,4,4", "--seconds", "0.01"},
        {"view", u, "--headless", "--frames", "1", "--size", "64x48", "--output", scratch / "view",
         "--force"},
        {"heatbath", "--lattice", "4,4,4,4", "--sweeps", "1", "--no-tune", "--force", "--output",
         scratch / "heatbath"},
        {"hmc", "--lattice", "4,4,4,4", "--beta", "5.5", "--trajectories", "1", "--no-tune", "--force",
         "--output", scratch / "hmc"}};
    int refused = 0;
    for (const Arguments& command : commands)
      for (const long limit : {480000L}) {
        CAPTURE(command.front());
        CAPTURE(limit);
        const auto r = limited(limit, command);
        check_ends_well(r);
        refused += r.status == 4;
      }
    CHECK(refused > 0);
  }

  TEST_CASE("a chain that runs out of host memory says how to go on, and what it has written is whole") {
    const TemporaryDirectory scratch;
    const fs::path run = scratch / "run";
    const Arguments chain = {"heatbath", "--lattice", "24,24,24,24", "--sweeps", "1",      "--seed",
                             "1",        "--no-tune", "--output",    run,        "--quiet"};
    for (const long limit : {900000L, 1000000L}) {
      CAPTURE(limit);
      fs::remove_all(run);
      const auto r = limited(limit, chain);
      check_ends_well(r);
      if (r.status != 4 || !fs::exists(run / "config.toml")) continue;
      CAPTURE(r.err);
      CHECK(r.err_has("--resume"));
      CHECK(faults_of(run).empty());
    }
  }
}

}  // namespace glueball::test::cli_memory
