// What the solvers that keep their scalars on the device have in common: iterations queued in batches and launched by group
// counts in the scalars, which the device sets to zero when it has stopped.
#pragma once

#include <cstddef>

#include "kernels/linalg.hpp"

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

}  // namespace glueball
