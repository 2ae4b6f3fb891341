#include "view/window/plot.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace glueball::view {
namespace {

constexpr std::uint32_t kAxis = IM_COL32(110, 116, 130, 255), kGrid = IM_COL32(60, 64, 76, 255),
                        kAxisText = IM_COL32(200, 204, 214, 255), kExpected = IM_COL32(120, 200, 120, 255),
                        kMean = IM_COL32(240, 200, 90, 255), kMarker = IM_COL32(200, 120, 160, 255),
                        kPoint = IM_COL32(110, 170, 240, 150);

struct Range {
  double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
  void include(double v) {
    if (!std::isfinite(v)) return;
    low = std::min(low, v);
    high = std::max(high, v);
  }
  bool empty() const { return !(low <= high); }
  /// Adds a margin at both ends, and a length if it was 0.
  void widen(double share) {
    const double by = high > low ? (high - low) * share : std::max(std::abs(high) * 1e-3, 1e-12);
    low -= by;
    high += by;
  }
};

/// The rectangle of a plot's curves, and the coordinates of its corners.
struct Area {
  ImVec2 low, high;
  Range x, y;

  ImVec2 at(double px, double py) const {
    return {float(low.x + (px - x.low) / (x.high - x.low) * (high.x - low.x)),
            float(high.y - (py - y.low) / (y.high - y.low) * (high.y - low.y))};
  }
};

float unit() { return ImGui::GetFontSize() / 13; }

/// Reserves the whole width for a plot, writes its title and returns the remaining rectangle.
Area begin(const std::string& title, float height) {
  ImGui::TextUnformatted(title.substr(0, title.find("##")).c_str());
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = std::max(ImGui::GetContentRegionAvail().x, 20.0f), line = ImGui::GetTextLineHeight();
  ImGui::Dummy({width, height * unit()});
  Area area{{at.x + 7 * ImGui::GetFontSize() * 0.54f, at.y + 2},
            {at.x + width - 4, at.y + height * unit() - line - 2},
            {},
            {}};
  return area;
}

void draw_axes(ImDrawList& list, const Area& a, bool logarithmic) {
  const float line = ImGui::GetTextLineHeight();
  for (const double y : ticks(a.y.low, a.y.high, 3)) {
    if (logarithmic && y != std::round(y)) continue;
    const ImVec2 p = a.at(a.x.low, y);
    list.AddLine({a.low.x, std::round(p.y) + 0.5f}, {a.high.x, std::round(p.y) + 0.5f}, kGrid);
    const std::string text = logarithmic ? fmt::format("1e{:.0f}", y) : fmt::format("{:.5g}", y);
    list.AddText({a.low.x - ImGui::CalcTextSize(text.c_str()).x - 4, p.y - line / 2}, kAxisText,
                 text.c_str());
  }
  for (const double x : ticks(a.x.low, a.x.high, 4)) {
    const ImVec2 p = a.at(x, a.y.low);
    list.AddLine({std::round(p.x) + 0.5f, a.high.y}, {std::round(p.x) + 0.5f, a.high.y - 4}, kAxis);
    const std::string text = fmt::format("{:g}", std::abs(x) < 1e-12 ? 0 : x);
    list.AddText({p.x - ImGui::CalcTextSize(text.c_str()).x / 2, a.high.y + 1}, kAxisText, text.c_str());
  }
  list.AddRect(a.low, a.high, kAxis);
}

double shown(double y, bool logarithmic) {
  return logarithmic ? (y > 0 ? std::log10(y) : std::numeric_limits<double>::quiet_NaN()) : y;
}

/// Draws at most a few vertices a pixel: of many values in a column only the lowest and the highest.
void draw_curve(ImDrawList& list, const Area& a, const Curve& c, bool logarithmic) {
  std::vector<ImVec2> line;
  const std::size_t count = std::min(c.x->size(), c.y->size()),
                    columns = std::size_t(std::max(1.0f, a.high.x - a.low.x));
  const std::size_t stride = std::max<std::size_t>(1, count / columns);
  for (std::size_t i = 0; i < count; i += stride) {
    Range r;
    for (std::size_t k = i; k < std::min(i + stride, count); ++k) r.include(shown((*c.y)[k], logarithmic));
    if (r.empty()) continue;
    line.push_back(a.at((*c.x)[i], r.low));
    if (r.high > r.low) line.push_back(a.at((*c.x)[i], r.high));
  }
  const float half = unit();
  if (c.points || line.size() == 1)
    for (const ImVec2& p : line)
      list.AddRectFilled({p.x - half, p.y - half}, {p.x + half, p.y + half}, c.colour);
  else
    list.AddPolyline(line.data(), int(line.size()), c.colour, 0, unit());
}

std::optional<double> mean_from(const Curve& c, double first) {
  double sum = 0;
  std::size_t n = 0;
  for (std::size_t i = 0; i < std::min(c.x->size(), c.y->size()); ++i)
    if ((*c.x)[i] >= first && std::isfinite((*c.y)[i])) sum += (*c.y)[i], ++n;
  if (n == 0) return std::nullopt;
  return sum / double(n);
}

void level(ImDrawList& list, const Area& a, double y, std::uint32_t colour) {
  const float at = std::round(a.at(a.x.low, y).y) + 0.5f;
  for (float x = a.low.x; x < a.high.x; x += 8 * unit())
    list.AddLine({x, at}, {std::min(x + 4 * unit(), a.high.x), at}, colour);
}

}  // namespace

std::vector<double> ticks(double low, double high, int count) {
  std::vector<double> all;
  if (!(high > low) || !std::isfinite(high - low)) return all;
  const double rough = (high - low) / count, power = std::pow(10, std::floor(std::log10(rough))),
               lead = rough / power;
  const double step = power * (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10);
  for (double n = std::ceil(low / step); n * step <= high + 1e-9 * step; ++n) all.push_back(n * step);
  return all;
}

void plot(const PlotOptions& o, const std::vector<Curve>& curves) {
  std::string title = o.title;
  std::optional<double> mean;
  if (o.mean_from && !curves.empty()) mean = mean_from(curves.front(), *o.mean_from);
  if (!curves.empty() && !curves.front().y->empty())
    title += fmt::format("  {:.6g}", curves.front().y->back());
  if (mean) title += fmt::format("  mean {:.6g}", *mean);
  Area a = begin(title, o.height);
  for (const Curve& c : curves)
    for (std::size_t i = 0; i < std::min(c.x->size(), c.y->size()); ++i) {
      a.x.include((*c.x)[i]);
      a.y.include(shown((*c.y)[i], o.logarithmic));
    }
  if (a.y.empty()) a.y = {0, 1};
  if (a.x.empty()) a.x = {0, 1};
  if (o.expected) a.y.include(shown(*o.expected, o.logarithmic));
  a.x.widen(a.x.high > a.x.low ? 0 : 1);
  a.y.widen(0.08);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_axes(list, a, o.logarithmic);
  list.PushClipRect(a.low, a.high, true);
  for (const Marker& m : o.markers) {
    const float x = std::round(a.at(m.x, 0).x) + 0.5f;
    list.AddLine({x, a.low.y}, {x, a.high.y}, kMarker);
    list.AddText({x + 3, a.low.y}, kMarker, m.label.c_str());
  }
  if (o.expected) {
    level(list, a, shown(*o.expected, o.logarithmic), kExpected);
    const std::string text = fmt::format("expected {:.4f}", *o.expected);
    const float y = a.at(0, shown(*o.expected, o.logarithmic)).y, line = ImGui::GetTextLineHeight();
    list.AddText(
        {a.high.x - ImGui::CalcTextSize(text.c_str()).x - 3, y - (y > (a.low.y + a.high.y) / 2 ? line : 0)},
        kExpected, text.c_str());
  }
  if (mean) level(list, a, shown(*mean, o.logarithmic), kMean);
  for (const Curve& c : curves) draw_curve(list, a, c, o.logarithmic);
  list.PopClipRect();
}

void plot_polyakov(const std::string& title, const std::vector<double>& re, const std::vector<double>& im) {
  const std::size_t count = std::min(re.size(), im.size());
  std::string text = title;
  if (count > 0) text += fmt::format("  {:+.4f} {:+.4f} i", re.back(), im.back());
  Area a = begin(text, 170);
  double radius = 0.02;
  for (std::size_t i = 0; i < count; ++i) radius = std::max(radius, std::hypot(re[i], im[i]) * 1.1);
  // Both axes have the same scale.
  const double aspect = (a.high.x - a.low.x) / std::max(1.0f, a.high.y - a.low.y);
  a.x = {-radius * std::max(aspect, 1.0), radius * std::max(aspect, 1.0)};
  a.y = {-radius * std::max(1 / aspect, 1.0), radius * std::max(1 / aspect, 1.0)};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_axes(list, a, false);
  list.PushClipRect(a.low, a.high, true);
  for (int k = 0; k < 3; ++k) {
    const double angle = 2 * std::numbers::pi * k / 3;
    list.AddLine(a.at(0, 0), a.at(10 * radius * std::cos(angle), 10 * radius * std::sin(angle)), kExpected);
    list.AddCircleFilled(a.at(std::cos(angle), std::sin(angle)), 3 * unit(), kExpected,
                         8);  // the values for fully ordered links
  }
  constexpr std::size_t kMost = 2000;
  for (std::size_t i = count > kMost ? count - kMost : 0; i < count; ++i) {
    const ImVec2 p = a.at(re[i], im[i]);
    const float half = i + 1 == count ? 3 * unit() : unit();
    list.AddRectFilled({p.x - half, p.y - half}, {p.x + half, p.y + half}, i + 1 == count ? kMean : kPoint);
  }
  list.PopClipRect();
}

}  // namespace glueball::view
