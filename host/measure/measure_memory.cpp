#include "measure/measure_memory.hpp"

#include "base/error.hpp"
#include "lattice/transfer.hpp"

namespace glueball {

MemoryNeed measure_memory(const gpu::DeviceInfo& device, const LatticeOptions& options,
                          std::span<const std::unique_ptr<Observable>> observables) {
  return memory_need(device, [&](gpu::Device& paper, const Configuration& start) {
    const DeviceLattice lattice(paper, start.geometry(), options);
    GaugeField u(lattice);
    GlobalSums sums(lattice);
    upload(lattice, start, u);
    Measurement m(lattice, u, sums);
    for (const auto& observable : observables) {
      try {
        observable->measure(m);
      } catch (const Error& error) {
        if (error.status() != Status::usage) throw;
        m.wilson_loops(1, 1);  // loops larger than the lattice on paper take what small ones do
      }
    }
  });
}

}  // namespace glueball
