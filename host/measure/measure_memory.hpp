// Device memory for measurements.
#pragma once

#include "field/device_lattice.hpp"
#include "field/memory_need.hpp"
#include "measure/observable_list.hpp"

namespace glueball {

/// Allocates the memory of measurements on a NullDevice.
void take_memory(const ObservableList& observables, Measurement& m);
/// Returns the memory of the links and of these observables, one after the other.
MemoryNeed measure_memory(const gpu::DeviceInfo& device, const LatticeOptions& options,
                          const ObservableList& observables);

}  // namespace glueball
