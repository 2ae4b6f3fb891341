// Correlators of Wilson lines in double precision on the CPU.
#pragma once

#include <map>

#include "lattice/configuration.hpp"

namespace glueball::reference {

/// Returns the mean of Re Tr W(x) W(y)^+ / 3 over all pairs of sites in each time slice, by squared distance
/// in space. W is the product of `length` links in time from a site on.
std::map<int, double> wilson_lines(const Configuration& u, int length);

}  // namespace glueball::reference
