#include "flow/smear_memory.hpp"

#include "field/transfer.hpp"

namespace glueball {

MemoryNeed smear_memory(const gpu::DeviceInfo& device, const LatticeOptions& options,
                        const std::function<void(Smearing&, GaugeField&)>& step) {
  return memory_need(device, [&](gpu::Device& null_device, const Configuration& start) {
    const DeviceLattice lattice(null_device, start.geometry(), options);
    GaugeField links(lattice);
    upload(start, links);
    Smearing smearing(lattice);
    step(smearing, links);
  });
}

}  // namespace glueball
