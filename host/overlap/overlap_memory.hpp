// What overlap quarks take of a device.
#pragma once

#include "field/device_lattice.hpp"
#include "field/memory_need.hpp"
#include "overlap/kernel.hpp"

namespace glueball {

/// Of a SignFunction on a lattice with these options, an OverlapSolver of so many masses and so many vectors
/// besides: first the low modes are found, then propagators. With as many poles as nearly all intervals take.
MemoryNeed overlap_memory(const gpu::DeviceInfo& device, const OverlapKernel& kernel,
                          const LatticeOptions& options, std::size_t masses, std::size_t besides = 0);
/// Takes it, of a device on paper that others take theirs of as well.
void take_overlap_memory(gpu::Device& paper, const Geometry& geometry, const OverlapKernel& kernel,
                         const LatticeOptions& options, std::size_t masses, std::size_t besides);

}  // namespace glueball
