// Kernels of overlap quarks: chirality, and the pole sum of the sign function.
#pragma once

#include "kernels/several_fields.hpp"
#include "kernels/solver.hpp"

namespace glueball {

/// Stored coefficients of an iteration for each pole: x += c_0 p and p = c_1 r + c_2 p, in four reals.
class PoleSteps : public BoundMemory {
 public:
  static constexpr std::uint32_t kMostKept = MOST_KEPT;  ///< iterations that one PoleSum can take
  PoleSteps(const DeviceLattice& lattice, std::size_t poles)
      : BoundMemory(lattice.allocate_buffer(kMostKept * poles * 4 * sizeof(double))) {}
};

namespace kernels {

/// y += (a + a5 gamma5) x. Fields: x, y.
using ChiralAxpy = Kernel<"linalg/chiral_axpy", Shape::sites, args::CloverTermArgs<double>, In<SpinorField>,
                          InOut<SpinorField>>;

/// p = r + beta p of the first pole. r is stored in vector `step` of the kept fields, with the scalars of all
/// `poles`. PoleArgs::reals is p's. Fields: kept vectors (even, odd), p (even, odd), scalars, shifts, steps,
/// weights.
using PoleDirection =
    Kernel<"solver/pole_direction", Shape::texels, args::PoleArgs, In<Field>, In<Field>, InOut<Field>,
           InOut<Field>, In<CgScalars>, In<ShiftScalars>, Out<PoleSteps>, In<Factors>>;
/// x += sum_n weight_n alpha_n p_n with p_n = zeta_n r + beta_n p_n over `poles`, for all `step` iterations
/// that were stored. Fields: x, the poles' directions, kept vectors, scalars, shifts, steps, weights.
struct PoleUpdate : Kernel<"solver/pole_update", Shape::texels, args::PoleArgs, InOut<Field>, InOut<Field>,
                           In<Field>, In<CgScalars>, In<ShiftScalars>, In<PoleSteps>, In<Factors>> {
  static constexpr std::uint32_t kLast = 1;  ///< flag: one iteration more, which updates only x
  static constexpr std::uint32_t kFirst =
      2;  ///< flag: directions are not yet written; each begins as the first
};

}  // namespace kernels
}  // namespace glueball
