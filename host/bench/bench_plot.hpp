// Bandwidth against volume.
#pragma once

#include <string>
#include <vector>

#include "bench/bench_row.hpp"
#include "draw/line_plot.hpp"

namespace glueball {

/// The extents L of the lattices L^4 that a series over volumes takes: 4, 8, 12, 16, 24, 32, 48, 64, as far
/// as their volume is below `volume`.
std::vector<int> series_extents(double volume);

/// A curve a kernel, GB/s over volume, and the copy bandwidth as a line. The rows are of one device,
/// precision and kind of links; throws std::invalid_argument where there is none beside the copy.
LinePlot bandwidth_plot(const std::vector<BenchRow>& rows);

}  // namespace glueball
