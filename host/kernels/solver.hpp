// Kernels of the conjugate gradient, whose scalars stay on the device.
#pragma once

#include "kernels/kernel.hpp"

namespace glueball {

/// The scalars of a conjugate gradient, also the group counts of its dispatches; of several right-hand sides
/// one after the other.
class CgScalars : public BoundMemory {
 public:
  /// As they lie on the device but for the last members, alpha and beta, which only kernels read.
  using Control = args::CgControl<double>;
  explicit CgScalars(const DeviceLattice& lattice, std::uint32_t count = 1)
      : BoundMemory(lattice.allocate_buffer(count * sizeof(Control), true)) {}
};

/// The scalars of a BiCGStab, likewise.
class BiCgStabScalars : public BoundMemory {
 public:
  using Control = args::BiCgStabControl<double>;
  explicit BiCgStabScalars(const DeviceLattice& lattice)
      : BoundMemory(lattice.allocate_buffer(sizeof(Control), true)) {}
};

/// The recurrences of `count` shifts of a conjugate gradient.
class ShiftScalars : public BoundMemory {
 public:
  ShiftScalars(const DeviceLattice& lattice, std::size_t count)
      : BoundMemory(lattice.allocate_buffer(count * sizeof(args::ShiftState<double>))) {}
};

namespace kernels {

/// stage 0 begin, 1 alpha, 2 beta; from the partial results of a norm, of Launch::count right-hand sides from
/// `first` on.
using CgScalarStep =
    Kernel<"solver/cg_scalars", Shape::scalar, args::CgArgs<double>, In<Partials>, InOut<CgScalars>>;
/// r -= alpha A p, unless it has stopped, and |r|^2, of one right-hand side. A p, r, partial results,
/// scalars.
using CgResidual = Kernel<"solver/cg_residual", Shape::vector_blocks, args::RealsArgs, In<Field>,
                          InOut<Field>, Out<Partials>, In<CgScalars>>;
/// x += alpha p, p = r + beta p, of Launch::count vectors of so many reals a site, but those that have
/// stopped. r, p, x, scalars.
using CgDirection = Kernel<"solver/cg_direction", Shape::texels, args::RealsArgs, In<Field>, InOut<Field>,
                           InOut<Field>, In<CgScalars>>;
/// x += alpha p of Launch::count vectors. p, x, scalars.
using CgFinish =
    Kernel<"solver/cg_finish", Shape::texels, args::RealsArgs, In<Field>, InOut<Field>, In<CgScalars>>;

/// The recurrences of `shift` shifts. Scalars, shifts.
using ShiftScalarStep =
    Kernel<"solver/shift_scalars", Shape::scalar, args::ShiftArgs, In<CgScalars>, InOut<ShiftScalars>>;
/// x += alpha p, p = zeta r + beta p of one shift, or of two. r, p, x, the next one's p and x, or the same
/// again, scalars, shifts.
struct ShiftDirection
    : Kernel<"solver/shift_direction", Shape::texels, args::ShiftArgs, In<Field>, InOut<Field>, InOut<Field>,
             InOut<Field>, InOut<Field>, In<CgScalars>, In<ShiftScalars>> {
  static constexpr std::uint32_t kLast = 1;  ///< flag: x alone
  static constexpr std::uint32_t kPair = 2;  ///< flag: of two
};

/// stage 0 begin, 1 alpha, 2 omega, 3 beta; from the partial results of norms and scalar products.
using BiCgStabScalarStep = Kernel<"solver/bicgstab_scalars", Shape::scalar, args::BiCgStabArgs<double>,
                                  In<Partials>, InOut<BiCgStabScalars>>;
/// p = r + beta (p - omega v). r, v, p, scalars.
using BiCgStabDirection = Kernel<"solver/bicgstab_direction", Shape::texels, args::RealsArgs, In<Field>,
                                 In<Field>, InOut<Field>, In<BiCgStabScalars>>;
/// r -= alpha v. v, r, scalars.
using BiCgStabHalf = Kernel<"solver/bicgstab_half", Shape::texels, args::RealsArgs, In<Field>, InOut<Field>,
                            In<BiCgStabScalars>>;
/// <t, s> and |t|^2.
using BiCgStabOverlap = Kernel<"solver/bicgstab_overlap", Shape::vector_blocks, args::RealsArgs, In<Field>,
                               In<Field>, Out<Partials>>;
/// x += alpha p + omega s, r = s - omega t, <r0, r> and |r|^2. p, t, r0, r (s before), x, partial results,
/// scalars.
using BiCgStabUpdate =
    Kernel<"solver/bicgstab_update", Shape::vector_blocks, args::RealsArgs, In<Field>, In<Field>, In<Field>,
           InOut<Field>, InOut<Field>, Out<Partials>, In<BiCgStabScalars>>;

}  // namespace kernels
}  // namespace glueball
