// Kernels of overlap quarks: chirality, and sums over the shifts of a conjugate gradient.
#pragma once

#include "kernels/several_fields.hpp"
#include "kernels/solver.hpp"

namespace glueball::kernels {

/// y += (a + a5 gamma5) x. x, y.
using ChiralAxpy = Kernel<"linalg/chiral_axpy", Shape::sites, args::CloverTermArgs<double>, In<SpinorField>,
                          InOut<SpinorField>>;

/// x += sum_n weight_n alpha_n p_n, p_n = zeta_n r + beta_n p_n over `shift` shifts, the first included whose
/// direction is a field by itself. r, p, the directions of the others, x, scalars, shifts, weights.
struct ShiftSum : Kernel<"solver/shift_sum", Shape::texels, args::ShiftArgs, In<Field>, InOut<Field>,
                         InOut<Field>, InOut<Field>, In<CgScalars>, In<ShiftScalars>, In<Factors>> {
  static constexpr std::uint32_t kLast = 1;   ///< flag: x alone
  static constexpr std::uint32_t kFirst = 2;  ///< flag: all directions are p, those of the others unwritten
};

}  // namespace glueball::kernels
