// The effective mass of a meson correlator at each distance.
#pragma once

#include <optional>
#include <vector>

namespace glueball {

/// Returns m(t) in lattice units with C(t) / C(t+1) = cosh(m (T/2 - t)) / cosh(m (T/2 - t - 1)) for t = 0 ..
/// T/2 - 1. The correlator is averaged over t and T - t. An entry is empty if no such m exists.
std::vector<std::optional<double>> cosh_masses(const std::vector<double>& correlator);

}  // namespace glueball
