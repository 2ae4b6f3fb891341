// What measuring takes of a device.
#pragma once

#include <memory>
#include <span>

#include "lattice/device_lattice.hpp"
#include "lattice/memory_need.hpp"
#include "measure/observable.hpp"

namespace glueball {

/// Links, and what these observables make, one after the other.
MemoryNeed measure_memory(const gpu::DeviceInfo& device, const LatticeOptions& options,
                          std::span<const std::unique_ptr<Observable>> observables);

}  // namespace glueball
