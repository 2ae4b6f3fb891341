// What gauge fixing takes of a device.
#pragma once

#include "field/memory_need.hpp"
#include "fix/fixing.hpp"

namespace glueball {

/// The stage that takes most. Throws as GaugeFixing does.
MemoryNeed fix_memory(const gpu::DeviceInfo& device, const LatticeOptions& options,
                      const FixParameters& parameters);

}  // namespace glueball
