#include "view/window/status.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "view/window/keys.hpp"

namespace glueball::view {
namespace {

constexpr std::uint32_t kText = IM_COL32(225, 228, 236, 255), kShade = IM_COL32(10, 12, 18, 200),
                        kTrouble = IM_COL32(255, 130, 110, 255);

ImDrawList& list() { return *ImGui::GetForegroundDrawList(); }

/// Draws text on a dark background, wrapped to `width`; `at` is its upper left corner.
void text_box(const ImVec2& at, const std::string& text, std::uint32_t colour, float width) {
  const ImVec2 size = ImGui::CalcTextSize(text.c_str(), nullptr, false, width);
  const float edge = ImGui::GetFontSize() / 2;
  list().AddRectFilled({at.x, at.y}, {at.x + size.x + 2 * edge, at.y + size.y + 2 * edge}, kShade);
  list().AddText(ImGui::GetFont(), ImGui::GetFontSize(), {at.x + edge, at.y + edge}, colour, text.c_str(),
                 nullptr, width);
}

}  // namespace

std::string status_text(const LiveRun& run, const Rates& rates) {
  const DeviceLattice& lattice = run.lattice();
  const gpu::DeviceInfo& info = lattice.device().info();
  std::string text = fmt::format("{}  {}  {}  {}", info.name, info.id(), gpu::to_string(lattice.precision()),
                                 lattice.geometry().to_string());
  if (run.kind() != RunKind::fixed) {
    const char* what[] = {"", "sweeps", "trajectories", "flow steps", "steps"};
    text += fmt::format("  {}  {:.3g} {}/s", run.label(), rates.steps, what[int(run.kind())]);
  }
  text += fmt::format("  {:.3g} frames/s", rates.frames);
  if (rates.gbytes > 0) text += fmt::format("  {:.3g} GB/s", rates.gbytes);
  return text;
}

void draw_legend(const Legend& legend, const Place& place, float scale) {
  const float line = ImGui::GetTextLineHeight(), width = 14 * scale, edge = 10 * scale;
  const float height = std::min(220 * scale, float(place.bottom - place.top) - 8 * line);
  std::string words;
  for (const std::string& text : {legend.flow, legend.remark, legend.time, legend.run})
    if (!text.empty()) words += (words.empty() ? "" : "\n") + text;
  if (!words.empty())
    text_box({float(place.left) + edge,
              float(place.bottom) - edge - (ImGui::CalcTextSize(words.c_str()).y + line)},
             words, kText, 0);
  if (legend.colours.empty() || height < 3 * line) return;
  const std::string title = legend.name + (legend.unit.empty() ? "" : "  [" + legend.unit + "]");
  text_box({float(place.left) + edge, float(place.top) + edge}, title, kText, 0);
  const ImVec2 at{float(place.left) + edge + line / 2, float(place.top) + edge + 3 * line};
  const int count = int(legend.colours.size());
  for (int n = 0; n < count; ++n) {
    const float low = at.y + height * float(count - 1 - n) / float(count),
                high = at.y + height * float(count - n) / float(count);
    list().AddRectFilled({at.x, low}, {at.x + width, high}, legend.colours[std::size_t(n)]);
  }
  const auto label = [&](double share) {
    const std::string text = fmt::format("{:.3g}", legend.low + share * (legend.high - legend.low));
    list().AddText({at.x + width + 5 * scale, at.y + height * float(1 - share) - line / 2}, kText,
                   text.c_str());
  };
  for (const double share : {0.0, 0.5, 1.0}) label(share);
}

void draw_messages(const ViewState& state, const Place& place, float scale, double now) {
  const float edge = 10 * scale, line = ImGui::GetTextLineHeight(),
              width = std::max(float(place.right - place.left) - 4 * edge, 40.0f);
  float y = float(place.top) + edge + 2.5f * line;
  const float x = float(place.left) + 12 * edge;
  for (const auto& [text, colour] :
       {std::pair{state.shader_trouble, kTrouble}, std::pair{state.trouble, kTrouble},
        std::pair{now < state.message_until ? state.message : "", kText}}) {
    if (text.empty()) continue;
    text_box({x, y}, text, colour, width - 12 * edge);
    y += ImGui::CalcTextSize(text.c_str(), nullptr, false, width - 12 * edge).y + 2 * line;
  }
}

void draw_help(const Place& place) {
  std::string text;
  for (const auto& l : key_table())
    text += fmt::format("{}{:<8}{}", text.empty() ? "" : "\n", l.keys, l.does);
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  const auto middle = [](std::uint32_t low, std::uint32_t high, float size) {
    return std::max(float(low), (float(low + high) - size) / 2);
  };
  text_box({std::floor(middle(place.left, place.right, size.x)),
            std::floor(middle(place.top, place.bottom, size.y))},
           text, kText, 0);
}

}  // namespace glueball::view
