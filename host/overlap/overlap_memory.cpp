#include "overlap/overlap_memory.hpp"

#include "eigen/lanczos.hpp"
#include "eigen/normal_matrix.hpp"
#include "overlap/kernel_modes.hpp"
#include "overlap/pole_sum.hpp"

namespace glueball {
namespace {

constexpr std::size_t kUsualPoles = 24;
/// Vectors of a solver without its masses, of the sign function and of the operator; and vectors for each
/// mass.
constexpr std::size_t kVectors = 16, kVectorsOfMass = 4;

std::vector<FieldVector<SpinorField>> vectors(const DeviceLattice& lattice, std::size_t count) {
  std::vector<FieldVector<SpinorField>> all;
  for (std::size_t n = 0; n < count; ++n) all.push_back(full_vector(lattice));
  return all;
}

}  // namespace

void try_overlap_memory(const DeviceLattice& lattice, const OverlapKernel& kernel, std::size_t masses,
                        std::size_t besides) {
  const GaugeField u(lattice);
  const auto modes = vectors(lattice, std::size_t(kernel.low_modes));
  {
    WilsonOperator op(lattice, u, kernel.kappa(), 0, kernel.boundary);
    NormalMatrix<SpinorField> square(op, Sites::all);
    LanczosOptions lanczos;
    lanczos.count = std::max(1, kernel.low_modes);
    const Lanczos<SpinorField> process(square, lanczos);
  }
  const PoleSum poles(lattice, u, kernel.kappa(), kernel.boundary, kUsualPoles);
  const auto others = vectors(lattice, kVectors + kVectorsOfMass * masses + besides);
  if (!kernel.single_inside || lattice.precision() != gpu::Precision::double_) return;
  const DeviceLattice beside(lattice.device(), lattice.geometry(),
                             lattice.options_in(gpu::Precision::single));
  const GaugeField u_beside(beside);
  const PoleSum poles_beside(beside, u_beside, kernel.kappa(), kernel.boundary, kUsualPoles);
  const auto in_and_out = vectors(beside, 2);
}

MemoryNeed overlap_memory(const gpu::DeviceInfo& device, const OverlapKernel& kernel,
                          const LatticeOptions& options, std::size_t masses, std::size_t besides) {
  kernel.check();
  LatticeOptions of_one_rank = options;
  of_one_rank.domain = nullptr;
  return memory_need(device, [&](gpu::Device& null_device, const Configuration& start) {
    const DeviceLattice lattice(null_device, start.geometry(), of_one_rank);
    try_overlap_memory(lattice, kernel, masses, besides);
  });
}

}  // namespace glueball
