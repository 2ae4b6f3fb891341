#include "fix/fix_memory.hpp"

#include "lattice/transformation.hpp"

namespace glueball {

MemoryNeed fix_memory(const gpu::DeviceInfo& device, const LatticeOptions& options,
                      const FixParameters& parameters) {
  return memory_need(device, [&](gpu::Device& null_device, const Configuration& start) {
    GaugeFixing fixing(null_device, options, start, parameters);
    // Only one stage's fields are allocated at a time, so that each stage is started once.
    for (int stage = 0; stage < int(stages(fixing.parameters()).size()); ++stage) {
      Transformation g = unit_transformation(start.geometry());
      FixPoint point{.stage = stage};
      fixing.run(g, point, [](const GaugeFixing::Report&) { return false; });
    }
  });
}

}  // namespace glueball
