#include "bench/bench_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>

#include "draw/words.hpp"

namespace glueball {

std::vector<int> series_extents(double volume) {
  std::vector<int> extents;
  for (const int l : {4, 8, 12, 16, 24, 32, 48, 64})
    if (double(l) * l * l * l < volume) extents.push_back(l);
  return extents;
}

LinePlot bandwidth_plot(const std::vector<BenchRow>& rows) {
  LinePlot plot;
  plot.x_logarithmic = true;
  plot.x_label = "lattice";
  plot.y_label = "GB/s, by the least bytes that a kernel must move";
  std::map<double, std::string> ticks;
  Series copy{.name = "copy", .points = {}, .dashed = true};
  for (const auto& row : rows) {
    if (row.kernel == "copy") continue;
    auto found = std::find_if(plot.series.begin(), plot.series.end(),
                              [&](const Series& s) { return s.name == row.kernel; });
    if (found == plot.series.end())
      found = plot.series.insert(plot.series.end(), {.name = row.kernel, .points = {}});
    found->points.push_back({row.volume(), row.gbytes_per_s});
    ticks[row.volume()] = row.lattice_text();
  }
  if (plot.series.empty()) throw std::invalid_argument("a plot of no kernel");
  for (auto& s : plot.series)
    std::sort(s.points.begin(), s.points.end(), [](const Point& a, const Point& b) { return a.x < b.x; });
  for (const auto& [volume, label] : ticks) {
    plot.x_ticks.push_back({volume, superscripts(label)});
    copy.points.push_back({volume, rows.front().copy_gbytes_per_s});
  }
  plot.series.push_back(copy);
  const BenchRow& r = rows.front();
  plot.title =
      fmt::format("{}, {}, {} precision, {} reals a link", r.device, r.api, r.precision, r.reconstruct);
  return plot;
}

}  // namespace glueball
