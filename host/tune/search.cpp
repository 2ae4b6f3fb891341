#include "tune/search.hpp"

#include <algorithm>

namespace glueball {
namespace {

/// A choice must be better than the best before it by more than the scatter of measurements.
constexpr double kGain = 0.97;

bool same(const Choice& a, const Choice& b) {
  return a.storage == b.storage && a.workgroup == b.workgroup && a.reconstruct == b.reconstruct &&
         a.threads_per_site == b.threads_per_site && a.block == b.block;
}

}  // namespace

Choice search(const SearchSpace& space, const SearchMeasure& measure, const std::optional<Choice>& earlier) {
  Choice best = earlier.value_or(space.usual);
  const auto first = measure.seconds(best);
  if (!first) return earlier ? search(space, measure) : best;
  // Seconds are those of this run. The gain was measured side by side, and is kept in a file.
  constexpr double kMost = 1000;
  const double kept = earlier ? earlier->default_seconds / earlier->seconds : 1,
               gain = kept >= 1 && kept < kMost ? kept : 1;
  best.seconds = *first;
  best.default_seconds = gain * *first;
  // A choice is not measured twice, since it might win by scatter.
  std::vector<Choice> measured{space.usual, best};
  const std::size_t count = space.changes.size();
  for (std::size_t n = earlier ? count - std::min(count, std::size_t(earlier->untried)) : 0; n < count; ++n) {
    Choice other = best;
    space.changes[n](other);
    if (!measure.possible(other) ||
        std::any_of(measured.begin(), measured.end(), [&](const Choice& m) { return same(m, other); }))
      continue;
    best.untried = int(count - n);
    if (measure.time_is_over()) return best;
    measured.push_back(other);
    const auto seconds = measure.seconds(other);
    if (!seconds || *seconds > kGain * best.seconds) continue;
    other.seconds = *seconds;
    best = other;
  }
  best.untried = 0;
  return best;
}

}  // namespace glueball
