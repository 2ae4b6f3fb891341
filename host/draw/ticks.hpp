// Where an axis has its ticks.
#pragma once

#include <vector>

#include "draw/line_plot.hpp"

namespace glueball {

/// Powers of ten from the last at or below `low` to the first at or above `high`, both above 0; every second
/// or so where there are many.
std::vector<Tick> power_ticks(double low, double high);

/// Ticks from `low` to `high` alone; what rounding puts beyond them by little stays.
std::vector<Tick> ticks_within(std::vector<Tick> ticks, double low, double high);

}  // namespace glueball
