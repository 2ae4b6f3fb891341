// Pictures and windows of runs on several ranks, which the first draws.
#include <doctest/doctest.h>

#include "gpu/presenter.hpp"
#include "io/ildg.hpp"
#include "support/bytes_of.hpp"
#include "support/fields.hpp"
#include "support/mpirun.hpp"
#include "support/runs.hpp"
#include "support/skip.hpp"
#include "support/temporary.hpp"
#include "support/window_run.hpp"

namespace glueball::test::cli_ranks_view {
namespace {

namespace fs = std::filesystem;

/// The frames that a command draws, and what it says of them.
struct Drawn {
  std::vector<std::string> pictures, said;
};

Drawn drawn(const std::string& grid, const fs::path& output, std::vector<std::string> what) {
  what.insert(what.begin(), "view");
  what.insert(what.end(), {"--headless", "--frames", "2", "--size", "64x48", "--quiet", "--json", "--force",
                           "--output", output.string()});
  Drawn all;
  all.said = without_times(run_grid(grid, what));
  for (const char* name : {"frame-0000.png", "frame-0001.png"})
    all.pictures.push_back(bytes_of(output / name));
  return all;
}

std::vector<std::string> heatbath(const fs::path& output, const std::string& grid, int sweeps) {
  return {"heatbath",
          "--lattice",
          "4,4,4,8",
          "--beta",
          "5.7",
          "--sweeps",
          std::to_string(sweeps),
          "--start",
          "hot",
          "--seed",
          "7",
          "--overrelax",
          "1",
          "--no-tune",
          "--ranks",
          grid,
          "--output",
          output.string(),
          "--quiet"};
}

std::vector<std::string> with_window(std::vector<std::string> run) {
  run.insert(run.end(), {"--view", "--scene=--field action --flow-time 0.2 --mode volume"});
  return run;
}

TEST_SUITE("cli") {
  TEST_CASE("ranks: a headless picture is the one that one rank draws, byte by byte") {
    if (!has_mpirun()) return skip("no mpirun");
    const TemporaryDirectory at;
    const std::string file = (at / "start.ildg").string();
    io::write_ildg(file, weak_configuration(Geometry({4, 4, 4, 8}), 0.5, 5), {});
    const auto compare = [&](std::vector<std::string> what, const std::vector<std::string>& grids) {
      CAPTURE(what.back());
      const Drawn one = drawn("1,1,1,1", at / "pictures", what);
      CHECK(one.pictures[0].size() > 200);
      CHECK(one.pictures[0] != one.pictures[1]);
      for (const std::string& grid : grids) {
        CAPTURE(grid);
        const Drawn several = drawn(grid, at / "pictures", what);
        CHECK(several.pictures == one.pictures);
        CHECK(several.said == one.said);
      }
    };
    // These points lie between the domains, at their edges.
    compare({file, "--time", "3.5", "--flow-time", "0.3", "--field", "charge"}, {"2,1,1,2"});
    compare({file, "--play", "orbit", "--flow-time", "0", "--field", "polyakov"}, {"1,1,1,2"});
    compare({file, "--flow-time", "0", "--field", "gauge"}, {"1,2,1,1"});
    compare({"--lattice", "4,4,4,8", "--start", "hot", "--flow-time", "0.1", "--run", "heatbath"},
            {"1,1,1,2"});
  }

  TEST_CASE("ranks: what pictures do not show of several is refused in a line") {
    if (!has_mpirun()) return skip("no mpirun");
    const TemporaryDirectory at;
    const auto refused = [&](std::vector<std::string> what, const char* why) {
      what.insert(what.begin(),
                  {"view", "--lattice", "4,4,4,8", "--headless", "--output", at.path().string()});
      const auto result = run_ranks_of_program(2, what);
      CHECK(result.status == 2);
      const auto said = complaints(result);
      REQUIRE_MESSAGE(said.size() == 1, result.err);
      CHECK_MESSAGE(said.front().find(why) != std::string::npos, said.front());
    };
    refused({"--field", "pion"}, "the field pion does not work on several ranks");
    refused({"--run", "fix"}, "gauge fixing cannot be viewed on several ranks");
  }

  TEST_CASE("ranks: one window, whose keys are obeyed by all, on a run with the same bits") {
    if (!has_mpirun()) return skip("no mpirun");
    if (!gpu::has_windows()) return skip("built without windows");
    const auto display = Display::start();
    if (!display) return;
    const TemporaryDirectory at;
    constexpr int kSweeps = 40;
    const fs::path seen = at / "seen";
    WindowRun run(*display, with_window(heatbath(seen, "1,1,1,2", kSweeps)), "glueball", 2);
    REQUIRE_FALSE(run.window().empty());
    run.press({"space"});  // all wait
    CHECK_FALSE(run.screenshot(seen).empty());
    const auto steps = [&] { return timeless_history(seen).size(); };
    const std::size_t paused = steps();
    run.press({"t", "2", "period"});  // another slice and field, and a step
    CHECK(wait_until([&] { return steps() > paused || !run.runs(); }));
    CHECK(run.runs());
    const auto kept = [&] {
      for (const auto& entry : fs::directory_iterator(seen))
        if (entry.path().extension() == ".ildg") return true;
      return false;
    };
    CHECK_FALSE(kept());
    run.press({"c"});
    CHECK(wait_until([&] { return kept() || !run.runs(); }));
    run.press({"space", "q"});
    const auto result = run.end();
    CHECK_MESSAGE(result.status == 0, result.err);
    CHECK(result.err_has("the window was closed"));
    run_any(1, heatbath(at / "alone", "1,1,1,1", kSweeps));
    CHECK(steps_of(seen / "history.jsonl") == steps_of(at / "alone" / "history.jsonl"));
    CHECK(links_of(seen / "configuration-000040.ildg") ==
          links_of(at / "alone" / "configuration-000040.ildg"));
  }
}

}  // namespace
}  // namespace glueball::test::cli_ranks_view
