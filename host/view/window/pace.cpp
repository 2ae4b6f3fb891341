#include "view/window/pace.hpp"

#include <algorithm>

namespace glueball::view {
namespace {

constexpr double kSpan = 2;           ///< seconds over which rates are averaged
constexpr double kScreen = 1.0 / 60;  ///< least seconds between frames: screens show no more
constexpr double kAffordable = 0.06;  ///< target seconds of a frame on software devices

void keep(std::deque<std::pair<double, int>>& events, double now, int count) {
  events.emplace_back(now, count);
  while (events.size() > 2 && events.front().first < now - kSpan) events.pop_front();
}

}  // namespace

Pace::Pace(bool software) : software_(software), size_(kAffordable) {}

bool Pace::due(double now) const {
  if (!software_) return now - begin_ >= kScreen;
  return now - end_ >= std::clamp(cost_, kScreen, 0.1);
}

void Pace::drawn(double begin, double end, bool sized) {
  begin_ = begin;
  end_ = end;
  keep(frames_, end, 1);
  cost_ = cost_ == 0 ? end - begin : 0.8 * cost_ + 0.2 * (end - begin);
  if (software_ && sized) size_.learn(end - begin);
}

void Pace::stepped(double now, int count) { keep(steps_, now, count); }

std::pair<int, int> Pace::picture(int width, int height) const { return {size_.of(width), size_.of(height)}; }

double Pace::rate(const std::deque<std::pair<double, int>>& events, double now) {
  if (events.size() < 2) return 0;
  int count = 0;
  for (std::size_t n = 1; n < events.size(); ++n) count += events[n].second;
  return count / std::max(now - events.front().first, 1e-9);
}

Rates Pace::rates(double now, double bytes_per_step) const {
  Rates r{.steps = rate(steps_, now), .frames = rate(frames_, now)};
  r.gbytes = r.steps * bytes_per_step * 1e-9;
  return r;
}

}  // namespace glueball::view
