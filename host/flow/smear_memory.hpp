// What smearing takes of a device.
#pragma once

#include <functional>

#include "field/memory_need.hpp"
#include "flow/smearing.hpp"

namespace glueball {

/// Links and what a step of smearing makes beside them.
MemoryNeed smear_memory(const gpu::DeviceInfo& device, const LatticeOptions& options,
                        const std::function<void(Smearing&, GaugeField&)>& step);

}  // namespace glueball
