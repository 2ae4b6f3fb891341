// Device memory for gauge fixing.
#pragma once

#include "field/memory_need.hpp"
#include "fix/fixing.hpp"

namespace glueball {

/// Returns the memory of the stage that needs most. Throws as GaugeFixing does.
MemoryNeed fix_memory(const gpu::DeviceInfo& device, const LatticeOptions& options,
                      const FixParameters& parameters);

}  // namespace glueball
