// What overlap quarks take of a device.
#pragma once

#include "field/device_lattice.hpp"
#include "field/memory_need.hpp"
#include "overlap/kernel.hpp"

namespace glueball {

/// Takes at once, and gives back, what a SignFunction with its links, an OverlapSolver of so many masses and
/// so many vectors besides take: a device that does not have it says so before there is work done.
void try_overlap_memory(const DeviceLattice& lattice, const OverlapKernel& kernel, std::size_t masses,
                        std::size_t besides = 0);

/// Of a SignFunction on a lattice with these options, an OverlapSolver of so many masses and so many vectors
/// besides: first the low modes are found, then propagators. With as many poles as nearly all intervals take.
MemoryNeed overlap_memory(const gpu::DeviceInfo& device, const OverlapKernel& kernel,
                          const LatticeOptions& options, std::size_t masses, std::size_t besides = 0);

}  // namespace glueball
