// What a flow that is measured takes of a device.
#pragma once

#include "field/device_lattice.hpp"
#include "field/memory_need.hpp"
#include "lattice/action_density.hpp"
#include "lattice/flow_action.hpp"
#include "measure/observable_list.hpp"

namespace glueball {

/// A gradient flow and what is measured of it (CloverMeasurement); `adaptive`: with steps that may be taken
/// back.
MemoryNeed flow_memory(const gpu::DeviceInfo& device, const LatticeOptions& options, const FlowAction& action,
                       FieldStrength charge, bool adaptive, const ObservableList* observables = nullptr);

}  // namespace glueball
