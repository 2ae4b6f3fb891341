// Positions of ticks on an axis.
#pragma once

#include <vector>

#include "draw/line_plot.hpp"

namespace glueball {

/// Returns powers of ten from the last at or below `low` to the first at or above `high`; both must be above
/// 0. If there are many, only every second one or fewer are returned.
std::vector<Tick> power_ticks(double low, double high);

/// Returns the ticks from `low` to `high`, with a tolerance for rounding.
std::vector<Tick> ticks_within(std::vector<Tick> ticks, double low, double high);

}  // namespace glueball
