// What flow and smearing take of a device.
#pragma once

#include <functional>

#include "flow/smearing.hpp"
#include "lattice/memory_need.hpp"
#include "reference/clover.hpp"
#include "reference/flow.hpp"

namespace glueball::app {

/// A gradient flow and what is measured of it (CloverMeasurement); `adaptive`: with steps that may be taken
/// back.
MemoryNeed flow_memory(const gpu::DeviceInfo& device, const LatticeOptions& options,
                       const reference::FlowAction& action, reference::FieldStrength charge, bool adaptive);

/// Links and what a step of smearing makes beside them.
MemoryNeed smear_memory(const gpu::DeviceInfo& device, const LatticeOptions& options,
                        const std::function<void(Smearing&, GaugeField&)>& step);

}  // namespace glueball::app
