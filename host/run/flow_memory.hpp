// Device memory for a gradient flow with measurements.
#pragma once

#include "field/device_lattice.hpp"
#include "field/memory_need.hpp"
#include "lattice/action_density.hpp"
#include "lattice/flow_action.hpp"
#include "measure/observable_list.hpp"

namespace glueball {

/// Returns the memory of a gradient flow and its measurements (CloverMeasurement); `adaptive` adds that of
/// steps that may be rejected.
MemoryNeed flow_memory(const gpu::DeviceInfo& device, const LatticeOptions& options, const FlowAction& action,
                       FieldStrength charge, bool adaptive, const ObservableList* observables = nullptr);

}  // namespace glueball
