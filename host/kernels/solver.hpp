// Kernels of conjugate gradients, whose scalars stay on the device.
#pragma once

#include "kernels/kernel.hpp"

namespace glueball {

/// The scalars of conjugate gradients, with the group counts of its dispatches. Those of several right-hand
/// sides follow each other.
class CgScalars : public BoundMemory {
 public:
  /// The layout is that on the device, except for the last members alpha and beta, which only kernels read.
  using Control = args::CgControl<double>;
  explicit CgScalars(const DeviceLattice& lattice, std::uint32_t count = 1)
      : BoundMemory(lattice.allocate_buffer(count * sizeof(Control), true)) {}
};

/// The scalars of BiCGStab, with the group counts of its dispatches.
class BiCgStabScalars : public BoundMemory {
 public:
  using Control = args::BiCgStabControl<double>;
  explicit BiCgStabScalars(const DeviceLattice& lattice)
      : BoundMemory(lattice.allocate_buffer(sizeof(Control), true)) {}
};

/// The recurrences of `count` shifts of conjugate gradients.
class ShiftScalars : public BoundMemory {
 public:
  ShiftScalars(const DeviceLattice& lattice, std::size_t count)
      : BoundMemory(lattice.allocate_buffer(count * sizeof(args::ShiftState<double>))) {}
};

namespace kernels {

/// Updates the scalars from the partial results of a norm, for Launch::count right-hand sides from `first`
/// on. `stage` is 0 for begin, 1 for alpha, 2 for beta.
using CgScalarStep =
    Kernel<"solver/cg_scalars", Shape::scalar, args::CgArgs<double>, In<Partials>, InOut<CgScalars>>;
/// r -= alpha A p, unless the solver has stopped, and |r|^2, of one right-hand side. Fields: A p, r, partial
/// results, scalars.
using CgResidual = Kernel<"solver/cg_residual", Shape::vector_blocks, args::RealsArgs, In<Field>,
                          InOut<Field>, Out<Partials>, In<CgScalars>>;
/// x += alpha p, p = r + beta p for Launch::count vectors, except those that have stopped. Fields: r, p, x,
/// scalars.
using CgDirection = Kernel<"solver/cg_direction", Shape::texels, args::RealsArgs, In<Field>, InOut<Field>,
                           InOut<Field>, In<CgScalars>>;
/// x += alpha p for Launch::count vectors. Fields: p, x, scalars.
using CgFinish =
    Kernel<"solver/cg_finish", Shape::texels, args::RealsArgs, In<Field>, InOut<Field>, In<CgScalars>>;

/// Updates the recurrences of `shift` shifts. Fields: scalars, shifts.
using ShiftScalarStep =
    Kernel<"solver/shift_scalars", Shape::scalar, args::ShiftArgs, In<CgScalars>, InOut<ShiftScalars>>;
/// x += alpha p, p = zeta r + beta p for one shift or two. Fields: r, p, x, p and x of the next shift or the
/// same again, scalars, shifts.
struct ShiftDirection
    : Kernel<"solver/shift_direction", Shape::texels, args::ShiftArgs, In<Field>, InOut<Field>, InOut<Field>,
             InOut<Field>, InOut<Field>, In<CgScalars>, In<ShiftScalars>> {
  static constexpr std::uint32_t kLast = 1;  ///< flag: x only
  static constexpr std::uint32_t kPair = 2;  ///< flag: two shifts
};

/// Updates the scalars from the partial results of norms and scalar products. `stage` is 0 for begin, 1 for
/// alpha, 2 for omega, 3 for beta, 4 to go on from another residual.
using BiCgStabScalarStep = Kernel<"solver/bicgstab_scalars", Shape::scalar, args::BiCgStabArgs<double>,
                                  In<Partials>, InOut<BiCgStabScalars>>;
/// p = r + beta (p - omega v). Fields: r, v, p, scalars.
using BiCgStabDirection = Kernel<"solver/bicgstab_direction", Shape::texels, args::RealsArgs, In<Field>,
                                 In<Field>, InOut<Field>, In<BiCgStabScalars>>;
/// r -= alpha v. Fields: v, r, scalars.
using BiCgStabHalf = Kernel<"solver/bicgstab_half", Shape::texels, args::RealsArgs, In<Field>, InOut<Field>,
                            In<BiCgStabScalars>>;
/// Computes <t, s> and |t|^2.
using BiCgStabOverlap = Kernel<"solver/bicgstab_overlap", Shape::vector_blocks, args::RealsArgs, In<Field>,
                               In<Field>, Out<Partials>>;
/// x += alpha p + omega s, r = s - omega t, with <r0, r> and |r|^2. Fields: p, t, r0, r (s before), x,
/// partial results, scalars.
using BiCgStabUpdate =
    Kernel<"solver/bicgstab_update", Shape::vector_blocks, args::RealsArgs, In<Field>, In<Field>, In<Field>,
           InOut<Field>, InOut<Field>, Out<Partials>, In<BiCgStabScalars>>;

}  // namespace kernels
}  // namespace glueball
