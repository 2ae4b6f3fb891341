// Device memory for smearing.
#pragma once

#include <functional>

#include "field/memory_need.hpp"
#include "flow/smearing.hpp"

namespace glueball {

/// Returns the memory of the links and of the temporary fields of a step.
MemoryNeed smear_memory(const gpu::DeviceInfo& device, const LatticeOptions& options,
                        const std::function<void(Smearing&, GaugeField&)>& step);

}  // namespace glueball
