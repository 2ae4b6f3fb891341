// What measuring takes of a device.
#pragma once

#include "field/device_lattice.hpp"
#include "field/memory_need.hpp"
#include "measure/observable_list.hpp"

namespace glueball {

/// What measuring takes, on a device on paper.
void take_memory(const ObservableList& observables, Measurement& m);
/// Links, and what these observables make, one after the other.
MemoryNeed measure_memory(const gpu::DeviceInfo& device, const LatticeOptions& options,
                          const ObservableList& observables);

}  // namespace glueball
