// What the plaquette of pure gauge theory comes to.
#pragma once

#include <optional>

namespace glueball::view {

/// Average plaquette of SU(3) with Wilson's action on large lattices at zero temperature, to about a percent
/// of 1 - plaquette: a line to look at, not a result. None where nothing is known here.
std::optional<double> expected_plaquette(double beta);

}  // namespace glueball::view
