#include "view_window.hpp"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/exit_status.hpp"
#include "app/progress.hpp"
#include "app/ranks.hpp"
#include "app/signals.hpp"
#include "base/error.hpp"
#include "lattice/gauge_couplings.hpp"
#include "run/json_line.hpp"
#include "view/expected_plaquette.hpp"
#include "view/viewer.hpp"

namespace glueball::app {
namespace {

/// Returns the expected plaquette of pure gauge theory with Wilson's action at the run's present beta.
std::optional<double> expected(const ViewOptions& o, const view::LiveRun& run) {
  const bool pure =
      run.kind() == view::RunKind::heatbath || (run.kind() == view::RunKind::hmc && o.parameters.kappa == 0);
  if (!pure || rectangle_coefficient(o.action) != 0) return std::nullopt;
  for (const auto& p : run.parameters())
    if (p.name == "beta") return view::expected_plaquette(p.value);
  return std::nullopt;
}

void report(const ViewOptions& o, const view::ViewerReport& r) {
  if (!o.common.json) return;
  const nlohmann::ordered_json line = {
      {"frames", r.frames}, {"steps", r.steps}, {"seconds", r.seconds}, {"frames_per_s", r.frames_per_s}};
  fmt::print("{}\n", json_line(line));
}

}  // namespace

int view_in_window(const ViewOptions& o, view::LiveRun& run) {
  const auto [width, height] = o.size_given ? o.pixels() : std::array{1280, 800};
  view::ViewerOptions options{.title = "glueball view",
                              .width = width,
                              .height = height,
                              .vsync = !o.no_vsync,
                              .panels = !o.no_panels,
                              .paused = o.paused,
                              .play = o.play_given && o.plays("time"),
                              .output = o.output,
                              .shaders = o.shaders,
                              .frames = o.frames_given ? o.frames : 0,
                              .expected_plaquette = [&o](const view::LiveRun& r) { return expected(o, r); }};
  catch_signals();
  view::Viewer viewer(run, o.the_scene(), options);
  say(o.common.quiet, "h in the window shows its keys, q closes it");
  const auto stopped = [] { return on_any_rank(caught_signal() != 0); };
  for (int n = 0; n < o.warm_up && !stopped(); ++n) run.step();
  while (viewer.after_step() && !stopped()) run.step();
  const auto r = viewer.report();
  report(o, r);
  if (r.lost)
    throw Error(ErrorKind::device, fmt::format("the display went away after step {}", r.steps),
                "checkpoints and screenshots written before are good; --headless needs no display");
  return caught_signal() == 0 ? int(Status::done) : 128 + caught_signal();
}

}  // namespace glueball::app
