#include "run/flow_memory.hpp"

#include "field/device_lattice.hpp"
#include "flow/flow.hpp"
#include "measure/clover.hpp"
#include "measure/measure_memory.hpp"

namespace glueball {

MemoryNeed flow_memory(const gpu::DeviceInfo& device, const LatticeOptions& options, const FlowAction& action,
                       FieldStrength charge, bool adaptive, const ObservableList* observables) {
  return memory_need(device, [&](gpu::Device& null_device, const Configuration& start) {
    const DeviceLattice lattice(null_device, start.geometry(), options);
    GradientFlow flow(lattice, action);
    CloverMeasurement clover(lattice, charge);
    flow.start(start);
    constexpr double kStep = 0.01, kAny = 1;
    if (adaptive)
      flow.try_step(kStep, kAny);
    else
      flow.step(kStep);
    clover.measure(flow.links());
    if (observables == nullptr) return;
    GlobalSums sums(lattice);
    Measurement m(lattice, flow.links(), sums);
    take_memory(*observables, m);
  });
}

}  // namespace glueball
