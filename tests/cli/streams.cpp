// Standard output and error that are closed, or full, and a directory that is gone: nothing aborts, and lost
// results are said.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "io/ildg.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/program.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_streams {
namespace {

/// Runs the program through a shell, with redirections.
ProgramResult in_shell(const std::string& arguments, const std::string& redirections) {
  return run_command(
      {"sh", "-c", std::string("exec \"$GLUEBALL_PROGRAM\" ") + arguments + " " + redirections});
}

/// Returns commands on a small configuration, which is written first.
std::vector<std::string> commands(const std::string& scratch) {
  const std::string file = scratch + "/u.ildg";
  if (!std::filesystem::exists(file))
    io::write_ildg(file, weak_configuration(Geometry({4, 2, 2, 4}), 0.3, 5));
  return {"--help",
          "devices",
          "info '" + file + "'",
          "info '" + file + "' --json",
          "measure '" + file + "' --quiet",
          "measure '" + file + "' --json",
          "flow '" + file + "' --time 0.02 --measure-interval 0.02 --json",
          "convert '" + file + "' '" + scratch + "/c' --format nersc --force",
          "smear '" + file + "' '" + scratch + "/s' --force",
          "fix '" + file + "' --theta 1e-2 --no-tune",
          "mesons '" + file + "' --kappa 0.1 --tolerance 1e-3 --no-tune",
          "eigenvalues '" + file + "' --action staggered --count 1 --tolerance 1e-2",
          "heatbath --lattice 2,2,2,4 --sweeps 1 --no-tune --force --output '" + scratch + "/run' --json"};
}

TEST_SUITE("cli") {
  TEST_CASE("results that go to a full or a closed output are an error, once and in one line") {
    REQUIRE(std::filesystem::exists("/dev/full"));
    const TemporaryDirectory scratch;
    for (const std::string& command : commands(scratch.path().string()))
      for (const char* to : {">/dev/full", ">&-"}) {
        CAPTURE(command);
        CAPTURE(to);
        const auto r = in_shell(command, to);
        CAPTURE(r.err);
        CHECK(r.status == 3);
        CHECK(r.err_has("error: standard output: "));
        CHECK(r.err_has("free some space"));
      }
  }

  TEST_CASE("in a directory that has been deleted it says so, with the status of bad files") {
    const TemporaryDirectory scratch;
    const auto r =
        run_command({"sh", "-c",
                     "mkdir gone && cd gone && rmdir ../gone && exec \"$GLUEBALL_PROGRAM\" heatbath "
                     "--lattice 2,2,2,4 --sweeps 1 --no-tune --output run"},
                    {.directory = scratch.path().string()});
    CHECK(r.status == 3);
    CHECK(r.error_lines() == 1);
    CHECK(r.err_has("the current directory"));
  }

  TEST_CASE("a closed or full standard error, or a closed input, changes nothing") {
    const TemporaryDirectory scratch;
    int number = 0;
    for (const std::string& command : commands(scratch.path().string())) {
      int turn = number++;
      for (const char* to : {"2>/dev/full", "2>&-", "<&-"}) {
        if (!everything() && turn++ % 3 != 0) continue;  // one a command, in turn
        CAPTURE(command);
        CAPTURE(to);
        const auto r = in_shell(command, to);
        CHECK(r.status == 0);
        CHECK_FALSE(r.out.empty());
      }
    }
    // Files must not be opened under the numbers of streams.
    const auto r = in_shell("measure '" + (scratch / "u.ildg").string() + "' --json", "<&- 2>&- | head -c 1");
    CHECK(r.out == "{");
    CHECK(in_shell("measure no-such-file", "2>&-").status == 3);
  }
}

}  // namespace
}  // namespace glueball::test::cli_streams
