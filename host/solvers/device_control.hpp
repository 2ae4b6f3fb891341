// What the solvers that keep their scalars on the device have in common: iterations queued in batches and launched by group
// counts in the scalars, which the device sets to zero when it has stopped.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>

#include "kernels/linalg.hpp"
#include "kernels/solver.hpp"

namespace glueball {

/// Iterations a submission.
inline constexpr int kBatch = 8;

/// Flags of the kernels of linear algebra on this kind of field.
template <class F>
inline constexpr std::uint32_t kFieldFlags = F::kPlanes == 2 ? kernels::FromSingle::kFewPlanes : 0;

/// The scalars before the first iteration: args::CgControl or args::BiCgStabControl.
template <class Control>
Control first_control(const DeviceLattice& lattice, int max_iterations) {
  static_assert(running_groups(Shape::sites) == offsetof(Control, site_groups) &&
                running_groups(Shape::hops) == offsetof(Control, hop_groups) &&
                running_groups(Shape::texels) == offsetof(Control, texel_groups) &&
                running_groups(Shape::sums) == offsetof(Control, sum_groups) &&
                running_groups(Shape::scalar) == offsetof(Control, scalar_groups));
  Control control{};
  control.max_iterations = std::uint32_t(max_iterations);
  control.site_groups = lattice.groups(Shape::sites);
  control.hop_groups = lattice.groups(Shape::hops);
  control.texel_groups = lattice.groups(Shape::texels);
  control.sum_groups = lattice.groups(Shape::sums);
  control.scalar_groups = lattice.groups(Shape::scalar);
  control.site_groups_y = control.site_groups_z = 1;
  control.hop_groups_y = control.hop_groups_z = 1;
  control.texel_groups_y = control.texel_groups_z = 1;
  control.sum_groups_y = control.sum_groups_z = 1;
  control.scalar_groups_y = control.scalar_groups_z = 1;
  return control;
}

/// The scalars of a conjugate gradient as they were read back: the last members, alpha and beta, lie elsewhere in double.
inline CgScalars::Control decoded(const DeviceLattice& lattice, std::span<const std::byte> bytes) {
  CgScalars::Control control;
  std::memcpy(&control, bytes.data(), sizeof control);
  if (lattice.precision() != gpu::Precision::double_) {
    args::CgControl<float> single;
    std::memcpy(&single, &control, sizeof single);
    control.alpha = single.alpha;
    control.beta = single.beta;
  }
  return control;
}

/// The other way.
inline void send(const DeviceLattice& lattice, CgScalars::Control control, const CgScalars& scalars) {
  if (lattice.precision() != gpu::Precision::double_) {
    args::CgControl<float> single;
    std::memcpy(&single, &control, offsetof(args::CgControl<float>, alpha));
    single.alpha = float(control.alpha);
    single.beta = float(control.beta);
    std::memcpy(&control, &single, sizeof single);
  }
  lattice.stream().upload(scalars.memory(), std::as_bytes(std::span(&control, 1)));
}

}  // namespace glueball
