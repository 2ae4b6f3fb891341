// Kernels of overlap quarks: chirality, and sums over the poles of their sign function.
#pragma once

#include "kernels/several_fields.hpp"
#include "kernels/solver.hpp"

namespace glueball {

/// What is kept of an iteration for each pole: four reals, x += the first times p and p = the second times r
/// + the third times p.
class PoleSteps : public BoundMemory {
 public:
  static constexpr std::uint32_t kMostKept = MOST_KEPT;  ///< iterations that PoleSum takes at once
  PoleSteps(const DeviceLattice& lattice, std::size_t poles)
      : BoundMemory(lattice.allocate_buffer(kMostKept * poles * 4 * sizeof(double))) {}
};

namespace kernels {

/// y += (a + a5 gamma5) x. x, y.
using ChiralAxpy = Kernel<"linalg/chiral_axpy", Shape::sites, args::CloverTermArgs<double>, In<SpinorField>,
                          InOut<SpinorField>>;

/// p = r + beta p of the first pole, r in vector `step` of what is kept, where the scalars of all `poles` go
/// too. What is kept, even and odd, p, even and odd, scalars, shifts, steps, weights. PoleArgs::reals: p's.
using PoleDirection =
    Kernel<"solver/pole_direction", Shape::texels, args::PoleArgs, In<Field>, In<Field>, InOut<Field>,
           InOut<Field>, In<CgScalars>, In<ShiftScalars>, Out<PoleSteps>, In<Factors>>;
/// x += sum_n weight_n alpha_n p_n, p_n = zeta_n r + beta_n p_n over `poles` of all iterations that have been
/// kept, of which there are `step`. x, the poles' directions, kept, scalars, shifts, steps, weights.
struct PoleUpdate : Kernel<"solver/pole_update", Shape::texels, args::PoleArgs, InOut<Field>, InOut<Field>,
                           In<Field>, In<CgScalars>, In<ShiftScalars>, In<PoleSteps>, In<Factors>> {
  static constexpr std::uint32_t kLast = 1;   ///< flag: one iteration more, and x alone
  static constexpr std::uint32_t kFirst = 2;  ///< flag: all directions are the first, the others unwritten
};

}  // namespace kernels
}  // namespace glueball
