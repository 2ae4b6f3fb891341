#include "view/window/histories.hpp"

#include <imgui.h>

namespace glueball::view {
namespace {

constexpr std::uint32_t kBlue = IM_COL32(110, 170, 240, 255), kOrange = IM_COL32(240, 150, 60, 255),
                        kGreen = IM_COL32(120, 200, 120, 255), kRed = IM_COL32(230, 100, 100, 255);

const Series* find(const LiveRun& run, const char* name) {
  const auto found = run.histories().find(name);
  return found == run.histories().end() || found->second.x.empty() ? nullptr : &found->second;
}

void one(const LiveRun& run, const char* name, PlotOptions options, std::uint32_t colour,
         bool points = false) {
  const Series* s = find(run, name);
  if (!s) return;
  options.unit = run.unit();
  plot(options, {{&s->x, &s->y, colour, points}});
}

}  // namespace

void histories(const LiveRun& run, const ViewState& state, std::optional<double> expected) {
  const double since = state.markers.empty() ? 0 : state.markers.back().x;
  PlotOptions plaquette{.title = "plaquette", .expected = expected, .markers = state.markers};
  // The mean is over the later half since the last change, which is closer to equilibrium.
  if (run.kind() == RunKind::heatbath || run.kind() == RunKind::hmc)
    plaquette.mean_from = (since + run.position()) / 2;
  one(run, "plaquette", plaquette, kBlue);
  one(run, "delta_h", {.title = "dH", .markers = state.markers}, kOrange);
  one(run, "acceptance", {.title = "acceptance", .height = 70, .markers = state.markers}, kGreen);
  one(run, "iterations", {.title = "solver iterations", .height = 70, .markers = state.markers}, kRed);
  one(run, "residual", {.title = "solver residual", .logarithmic = true}, kRed);
  one(run, "theta", {.title = "theta", .logarithmic = true}, kRed);
  one(run, "functional", {.title = "gauge functional"}, kGreen);
  one(run, "energy", {.title = "t^2 E"}, kGreen);
  one(run, "charge", {.title = "topological charge", .markers = state.markers}, kOrange, true);
  const Series *re = find(run, "polyakov_re"), *im = find(run, "polyakov_im");
  if (re && im) plot_polyakov("Polyakov loop", re->y, im->y);
}

}  // namespace glueball::view
