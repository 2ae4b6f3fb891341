// The mass that a meson correlator has at each distance.
#pragma once

#include <optional>
#include <vector>

namespace glueball {

/// m(t) with C(t) / C(t+1) = cosh(m (T/2 - t)) / cosh(m (T/2 - t - 1)), t = 0 .. T/2 - 1, of the correlator
/// averaged over t and T - t; nothing where no such m exists. In lattice units.
std::vector<std::optional<double>> cosh_masses(const std::vector<double>& correlator);

}  // namespace glueball
