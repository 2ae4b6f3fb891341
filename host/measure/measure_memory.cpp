#include "measure/measure_memory.hpp"

#include "base/error.hpp"
#include "field/transfer.hpp"
#include "gpu/null_device.hpp"

namespace glueball {

void take_memory(const ObservableList& observables, Measurement& m) {
  for (std::size_t n = 0; n < observables.size(); ++n) {
    try {
      observables[n].take_memory(m);
    } catch (const gpu::NoAnswer&) {  // at a solve, which has all its memory; others follow
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::bad_value) throw;
      m.wilson_loops(1, 1);  // loops larger than the NullDevice's lattice need the same memory
    }
  }
}

MemoryNeed measure_memory(const gpu::DeviceInfo& device, const LatticeOptions& options,
                          const ObservableList& observables) {
  return memory_need(device, [&](gpu::Device& null_device, const Configuration& start) {
    const DeviceLattice lattice(null_device, start.geometry(), options);
    GaugeField u(lattice);
    GlobalSums sums(lattice);
    upload(start, u);
    Measurement m(lattice, u, sums);
    take_memory(observables, m);
  });
}

}  // namespace glueball
