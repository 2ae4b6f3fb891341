// The expected plaquette of pure gauge theory.
#pragma once

#include <optional>

namespace glueball::view {

/// Returns the average plaquette of SU(3) with Wilson's action on large lattices at zero temperature, to
/// about a percent of 1 - plaquette. It guides the eye and is no result. Returns nothing outside of the
/// table.
std::optional<double> expected_plaquette(double beta);

}  // namespace glueball::view
