// What workgroups of Shape::joined_hops take of shared memory.
#pragma once

#include "field/device_lattice.hpp"

namespace glueball {

/// Bytes of a workgroup that holds so many of a hop's and adds up what all have left (solver/wilson_cg.comp):
/// what lanes leave each other, and a table of sums.
std::size_t shared_bytes_of_joined_hops(const DeviceLattice& lattice, std::uint32_t joined);

}  // namespace glueball
