// Device memory for overlap quarks.
#pragma once

#include "field/device_lattice.hpp"
#include "field/memory_need.hpp"
#include "overlap/kernel.hpp"

namespace glueball {

/// Allocates and frees the memory of a SignFunction with its links, an OverlapSolver of so many masses, and
/// so many further vectors. A device with too little memory fails here, before any work.
void try_overlap_memory(const DeviceLattice& lattice, const OverlapKernel& kernel, std::size_t masses,
                        std::size_t besides = 0);

/// Returns the memory of a SignFunction on a lattice with these options, of an OverlapSolver of so many
/// masses, and of so many further vectors. Low modes are computed first, then propagators. The number of
/// poles suffices for nearly all intervals.
MemoryNeed overlap_memory(const gpu::DeviceInfo& device, const OverlapKernel& kernel,
                          const LatticeOptions& options, std::size_t masses, std::size_t besides = 0);

}  // namespace glueball
