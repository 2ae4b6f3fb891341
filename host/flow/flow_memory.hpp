// What flow and smearing take of a device.
#pragma once

#include <functional>

#include "field/memory_need.hpp"
#include "flow/smearing.hpp"
#include "lattice/action_density.hpp"
#include "lattice/flow_action.hpp"

namespace glueball {

/// A gradient flow and what is measured of it (CloverMeasurement); `adaptive`: with steps that may be taken
/// back.
MemoryNeed flow_memory(const gpu::DeviceInfo& device, const LatticeOptions& options, const FlowAction& action,
                       FieldStrength charge, bool adaptive);

/// Links and what a step of smearing makes beside them.
MemoryNeed smear_memory(const gpu::DeviceInfo& device, const LatticeOptions& options,
                        const std::function<void(Smearing&, GaugeField&)>& step);

}  // namespace glueball
