#include "draw/ticks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "draw/words.hpp"

namespace glueball {
namespace {

std::string with_minus(std::string text) {
  if (text.starts_with('-')) text.replace(0, 1, "−");
  return text;
}

/// Writes a multiple of `step`, with the digits that suit the axis's largest multiple `farthest`.
std::string label_of(long multiple, double step, double farthest) {
  if (multiple == 0) return "0";
  const double value = double(multiple) * step;
  if (farthest < 1e6 && farthest >= 1e-3)
    return with_minus(fmt::format("{:.{}f}", value, std::max(0, -int(std::floor(std::log10(step) + 1e-9)))));
  const int power = int(std::floor(std::log10(farthest)));
  return with_minus(superscripts(fmt::format("{:.4g}×10^{}", value / std::pow(10, double(power)), power)));
}

}  // namespace

std::vector<Tick> round_ticks(double low, double high) {
  const double power = std::pow(10, std::floor(std::log10(high - low)) - 1);
  double step = power;
  long first = 0, last = 0;
  for (const double factor : {1, 2, 5, 10, 20, 50}) {
    step = factor * power;
    first = std::lround(std::floor(low / step + 1e-9));
    last = std::lround(std::ceil(high / step - 1e-9));
    if (last - first <= 10) break;
  }
  const double farthest = step * double(std::max(std::labs(first), std::labs(last)));
  std::vector<Tick> ticks;
  for (long n = first; n <= last; ++n) ticks.push_back({double(n) * step, label_of(n, step, farthest)});
  return ticks;
}

std::vector<Tick> power_ticks(double low, double high) {
  const int first = int(std::floor(std::log10(low) + 1e-9)), last = int(std::ceil(std::log10(high) - 1e-9));
  const int step = 1 + (last - first) / 10;
  std::vector<Tick> ticks;
  for (int n = first; n < std::max(last, first + 1) + step; n += step)
    ticks.push_back({std::pow(10, double(n)), n >= 0 && n <= 3
                                                  ? fmt::format("{:.0f}", std::pow(10, double(n)))
                                                  : superscripts(fmt::format("10^{}", n))});
  return ticks;
}

std::vector<Tick> ticks_within(std::vector<Tick> ticks, double low, double high) {
  const double room = 1e-9 * (high - low);
  std::erase_if(ticks, [&](const Tick& t) { return t.at < low - room || t.at > high + room; });
  return ticks;
}

}  // namespace glueball
