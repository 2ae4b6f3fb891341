// Shared memory of workgroups of Shape::merged_workgroups.
#pragma once

#include "field/device_lattice.hpp"

namespace glueball {

/// Returns the bytes of a workgroup that merges `joined` workgroups of a hop and adds all partial results
/// (solver/wilson_cg.comp): the partial hops that threads per site exchange, and a table of sums.
std::size_t shared_bytes_of_merged_workgroups(const DeviceLattice& lattice, std::uint32_t joined);

}  // namespace glueball
