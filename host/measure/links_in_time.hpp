// The links of lines in time.
#pragma once

#include <vector>

#include "field/field.hpp"
#include "lattice/su3.hpp"

namespace glueball {

/// Returns the time links of the whole lattice in lexicographic order on each rank.
std::vector<Matrix3> links_in_time(const DeviceLattice& lattice, const GaugeField& u);

}  // namespace glueball
