#include "view/window/panels.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace glueball::view {
namespace {

bool slider(const char* name, double& value, double low, double high, const char* format = "%.3f",
            int flags = 0) {
  ImGui::TextUnformatted(name);
  ImGui::SetNextItemWidth(-1);
  const std::string id = fmt::format("##{}", name);
  return ImGui::SliderScalar(id.c_str(), ImGuiDataType_Double, &value, &low, &high, format,
                             flags | ImGuiSliderFlags_AlwaysClamp);
}

template <class Choice>
bool choice(const char* name, Choice& value, const std::vector<std::string>& names) {
  ImGui::TextUnformatted(name);
  ImGui::SetNextItemWidth(-1);
  const std::string id = fmt::format("##{}", name);
  bool changed = false;
  if (!ImGui::BeginCombo(id.c_str(), names[std::size_t(value)].c_str())) return false;
  for (std::size_t n = 0; n < names.size(); ++n)
    if (ImGui::Selectable(names[n].c_str(), std::size_t(value) == n)) {
      value = Choice(n);
      changed = true;
    }
  ImGui::EndCombo();
  return changed;
}

void run_controls(ViewState& s, const LiveRun& run) {
  if (run.kind() != RunKind::fixed) {
    if (ImGui::Button(s.paused ? "go on (space)" : "pause (space)")) s.paused = !s.paused;
    ImGui::SameLine();
    if (ImGui::Button("step (.)")) s.paused = s.step = true;
  }
  for (const LiveParameter& p : run.parameters()) {
    const auto wanted = s.wanted.find(p.name);
    double value = wanted == s.wanted.end() ? p.value : wanted->second;
    // Ranges of sliders are limited; other values can be given on the command line.
    const double most = p.name == "beta"    ? std::min(p.highest, 12.0)
                        : p.name == "kappa" ? std::min(p.highest, 0.25)
                                            : p.highest;
    if (slider(p.name.c_str(), value, p.lowest, std::max(most, p.value))) s.wanted[p.name] = value;
  }
  ImGui::Separator();
}

void planes(Scene& scene) {
  for (int k = 0; k < 3; ++k) {
    const char* names[] = {"slice x", "slice y", "slice z"};
    auto& plane = scene.planes[std::size_t(k)];
    bool seen = plane >= 0;
    if (ImGui::Checkbox(fmt::format("##cut{}", k).c_str(), &seen)) plane = seen ? 0.5 : -1;
    ImGui::SameLine();
    if (seen)
      slider(names[k], plane, 0, 1);
    else
      ImGui::TextUnformatted(names[k]);
  }
}

}  // namespace

void controls(ViewState& s, const LiveRun& run) {
  Scene& scene = s.scene;
  run_controls(s, run);
  if (choice("field (1-8)", scene.field, field_names())) scene.range = 0;
  choice("mode (v i s)", scene.mode, mode_names());
  slider("threshold ([ ])", scene.threshold, 0, 1);
  slider("opacity", scene.opacity, 0, 1);
  slider("flow time / a^2", scene.flow_time, 0, 8, "%.2f");
  if (s.slices > 1) {
    slider("time slice (t)", scene.time, 0, std::nextafter(s.slices, 0), "%.2f");
    ImGui::Checkbox("play Euclidean time (y)", &s.play);
  }
  if (scene.mode == Mode::slices) planes(scene);
  if (scene.field == FieldKind::force || scene.field == FieldKind::pion)
    slider("kappa of the quarks", scene.kappa, 0.05, 0.16, "%.4f");
  if (shows_zero_modes(scene.field)) slider("M0 of the quarks", scene.m0, 0.8, 1.9, "%.2f");
  choice("colours", scene.map, map_names());
  bool held = scene.range > 0;
  if (ImGui::Checkbox("range held", &held)) scene.range = !held ? 0 : s.range > 0 ? s.range : 1e-2;
  if (held) slider("range", scene.range, 1e-6, 100, "%.3g", ImGuiSliderFlags_Logarithmic);
  ImGui::Checkbox("box", &scene.box);
  ImGui::Separator();
  if (ImGui::Button("checkpoint (c)")) s.checkpoint = true;
  if (ImGui::Button("screenshot (p)")) s.screenshot = true;
  if (ImGui::Button("flags (g)")) s.camera = true;
  ImGui::SameLine();
  if (ImGui::Button("help (h)")) s.help = !s.help;
}

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
