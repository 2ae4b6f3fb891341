// Plots of bandwidth against lattice volume.
#pragma once

#include <string>
#include <vector>

#include "bench/bench_row.hpp"
#include "draw/line_plot.hpp"

namespace glueball {

/// Extents L of the lattices L^4 in a series over volumes: those of 4, 8, 12, 16, 24, 32, 48, 64 whose volume
/// is below `volume`.
std::vector<int> series_extents(double volume);

/// Draws GB/s over volume, one curve per kernel, with the copy bandwidth as a line. All rows must be of one
/// device, precision and kind of links. Throws std::invalid_argument if no kernel beside the copy has a row.
LinePlot bandwidth_plot(const std::vector<BenchRow>& rows);

}  // namespace glueball
