#include "text_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace glueball::app {

std::string text_plot(const std::string& title, const std::vector<std::optional<double>>& values,
                      int height) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const auto& v : values)
    if (v) low = std::min(low, *v), high = std::max(high, *v);
  if (!(low <= high)) return {};
  // A value has two or more characters, and the numbers have a line below.
  const std::size_t step = values.size() <= 20 ? 3 : 2;
  std::vector<std::string> rows(std::size_t(height), std::string(step * values.size(), ' '));
  for (std::size_t n = 0; n < values.size(); ++n) {
    if (!values[n]) continue;
    const double fraction = high > low ? (high - *values[n]) / (high - low) : 0.5;
    rows[std::size_t(std::lround(fraction * (height - 1)))][step * n + 1] = '*';
  }
  std::string text = title + "\n";
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const bool first = r == 0, last = r + 1 == rows.size();
    const std::string label = first ? fmt::format("{:.4g}", high) : last ? fmt::format("{:.4g}", low) : "";
    rows[r].erase(rows[r].find_last_not_of(' ') + 1);
    text += fmt::format("{:>10} |{}\n", label, rows[r]);
  }
  std::string axis(step * values.size(), ' ');
  for (std::size_t n = 0; n < values.size(); n += 4) {
    const std::string number = fmt::format("{}", n);
    axis.replace(step * n + 1, std::min(number.size(), axis.size() - step * n - 1), number);
  }
  axis.erase(axis.find_last_not_of(' ') + 1);
  return text + fmt::format("{:>10} +{}\n{:>10}  {}\n", "", std::string(step * values.size(), '-'), "", axis);
}

}  // namespace glueball::app
