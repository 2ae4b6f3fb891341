// Whatever becomes of a window, the program does not fall over and the run's data are whole.
#include <doctest/doctest.h>

#include "gpu/presenter.hpp"
#include "support/runs.hpp"
#include "support/skip.hpp"
#include "support/temporary.hpp"
#include "support/window_run.hpp"

namespace glueball::test::cli_window_ends {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kApis{"opengl", "vulkan"};
/// Software drivers compile the shaders of this picture in no time.
const std::string kScene = "--scene=--field polyakov --flow-time 0";

std::vector<std::string> heatbath(const std::string& device, const fs::path& output, int sweeps,
                                  std::vector<std::string> more) {
  std::vector<std::string> all{
      "heatbath", "--lattice",     "4,4,4,4",     "--beta", "5.7",       "--sweeps", std::to_string(sweeps),
      "--start",  "hot",           "--overrelax", "1",      "--no-tune", "--device", device,
      "--output", output.string(), "--quiet"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

bool has_steps(const fs::path& run) { return timeless_history(run).size() > 3; }

}  // namespace

TEST_SUITE("cli") {
  TEST_CASE("window: closed by its frame, the run goes on to its end with the same bits") {
    if (!gpu::has_windows()) return skip("built without windows");
    for (const auto& device : kApis) {
      CAPTURE(device);
      const auto display = Display::start();
      if (!display) return;
      const TemporaryDirectory at;
      constexpr int kSweeps = 40;
      WindowRun run(*display, heatbath(device, at / "seen", kSweeps, {"--view", kScene}));
      REQUIRE_FALSE(run.window().empty());
      display->close_window(run.window());
      const auto result = run.end();
      CHECK_MESSAGE(result.status == 0, result.err);
      const auto alone = run_program(heatbath(device, at / "alone", kSweeps, {}));
      REQUIRE_MESSAGE(alone.status == 0, alone.err);
      CHECK(checksum_of(configuration_of(at / "seen", kSweeps)) != kNotWhole);
      CHECK(checksum_of(configuration_of(at / "seen", kSweeps)) ==
            checksum_of(configuration_of(at / "alone", kSweeps)));
    }
  }

  TEST_CASE(
      "window: when the display goes away the run keeps what it has, says so, and goes on elsewhere with the "
      "same bits") {
    if (!gpu::has_windows()) return skip("built without windows");
    for (const auto& device : kApis) {
      CAPTURE(device);
      const auto display = Display::start();
      if (!display) return;
      const TemporaryDirectory at;
      WindowRun run(*display, heatbath(device, at / "run", 100000, {"--view", kScene}));
      REQUIRE_FALSE(run.window().empty());
      REQUIRE(wait_until([&] { return has_steps(at / "run"); }));
      display->kill();
      const auto result = run.end();
      CHECK(result.status == 4);
      CHECK(result.err_has("display"));
      CHECK(result.err_has("glueball heatbath --resume " + (at / "run").string()));
      CHECK(foreign_names(at / "run").empty());
      int last = 0;
      for (const auto& entry : fs::directory_iterator(at / "run"))
        if (entry.path().extension() == ".ildg") last = std::stoi(entry.path().stem().string().substr(14));
      REQUIRE(last > 0);
      const auto resumed = run_program(
          {"heatbath", "--resume", (at / "run").string(), "--sweeps", std::to_string(last + 3), "--quiet"});
      REQUIRE_MESSAGE(resumed.status == 0, resumed.err);
      const auto alone = run_program(heatbath(device, at / "alone", last + 3, {}));
      REQUIRE_MESSAGE(alone.status == 0, alone.err);
      CHECK(checksum_of(configuration_of(at / "run", last + 3)) ==
            checksum_of(configuration_of(at / "alone", last + 3)));
    }
  }

  TEST_CASE("window: one pixel, hidden and large again, minimised") {
    if (!gpu::has_windows()) return skip("built without windows");
    for (const auto& device : kApis) {
      CAPTURE(device);
      const auto display = Display::start();
      if (!display) return;
      const TemporaryDirectory at;
      WindowRun run(*display, {"view", "--lattice", "4,4,4,4", "--field", "polyakov", "--flow-time", "0",
                               "--device", device, "--output", at.path().string(), "--quiet", "--validate"});
      REQUIRE_FALSE(run.window().empty());
      for (const auto& [width, height] : {std::pair{"1", "1"}, {"2", "300"}, {"700", "3"}, {"640", "400"}})
        display->xdotool({"windowsize", "--sync", run.window(), width, height, "sleep", "0.5"});
      display->xdotool(
          {"windowunmap", run.window(), "sleep", "0.5", "windowmap", run.window(), "sleep", "0.5"});
      display->xdotool(
          {"windowminimize", run.window(), "sleep", "0.5", "windowmap", run.window(), "sleep", "0.5"});
      CHECK(run.runs());
      CHECK(display->size_of(run.window()) == "640x400");
      CHECK_FALSE(run.screenshot(at.path()).empty());
      run.press({"q"});
      const auto result = run.end();
      CHECK_MESSAGE(result.status == 0, result.err);
    }
  }

  TEST_CASE("window: on a monitor of scale 2 it has twice as many pixels a side") {
    if (!gpu::has_windows()) return skip("built without windows");
    for (const auto& device : kApis) {
      CAPTURE(device);
      const auto display = Display::start(192);
      if (!display) return;
      const TemporaryDirectory at;
      WindowRun run(*display,
                    {"view", "--lattice", "4,4,4,4", "--device", device, "--field", "polyakov", "--flow-time",
                     "0", "--size", "600x400", "--paused", "--output", at.path().string(), "--quiet"});
      REQUIRE_FALSE(run.window().empty());
      CHECK(display->size_of(run.window()) == "1200x800");
      CHECK_FALSE(run.screenshot(at.path()).empty());
      run.press({"q"});
      CHECK(run.end().status == 0);
    }
  }

  TEST_CASE("window: without a display it is an error in one line, and --headless is the hint") {
    if (!gpu::has_windows()) return skip("built without windows");
    for (const auto& device : kApis) {
      CAPTURE(device);
      ProgramOptions options;
      options.environment["DISPLAY"] = "";
      options.environment["WAYLAND_DISPLAY"] = "";
      const auto result =
          run_program({"view", "--lattice", "4,4,4,4", "--device", device, "--quiet"}, options);
      CHECK(result.status == 4);
      CHECK(result.error_lines() == 1);
      CHECK(result.err_has("--headless"));
    }
  }
}

TEST_SUITE("slow") {
  TEST_CASE("window: hmc, flow and fix have one too") {
    if (!gpu::has_windows()) return skip("built without windows");
    const std::string file = std::string(GLUEBALL_SOURCE) + "/assets/configurations/quickstart.ildg";
    const TemporaryDirectory at;
    const std::string saved = (at / "landau.ildg").string();
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"hmc", "--lattice", "4,4,4,4", "--beta", "5.5", "--trajectories", "3",
                                   "--steps", "4", "--output", (at / "hmc").string()},
          {"flow", file, "--time", "0.2", "--step", "0.05"},
          {"fix", file, "--theta", "1e-6", "--save", saved}}) {
      CAPTURE(command.front());
      const auto display = Display::start();
      if (!display) return;
      auto arguments = command;
      arguments.insert(arguments.end(), {"--view", "--quiet", kScene});
      ProgramOptions options;
      options.environment["DISPLAY"] = display->name();
      const auto result = run_program(arguments, options);
      CHECK_MESSAGE(result.status == 0, result.err);
    }
    CHECK(fs::exists(saved));
  }
}

}  // namespace glueball::test::cli_window_ends
