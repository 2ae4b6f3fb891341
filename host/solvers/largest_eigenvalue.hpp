// The upper end of a spectrum.
#pragma once

#include "solvers/outer_space.hpp"

namespace glueball {

/// Fields of the space for largest_eigenvalue to work in.
template <class F>
struct LanczosRoom {
  explicit LanczosRoom(const OuterSpace<F>& space) : v(space.make()), before(space.make()), w(space.make()) {}
  OuterField<F> v, before, w;
};

/// A number just below the largest eigenvalue of the space's Mhat, which must be hermitian: the largest one
/// of the Lanczos process with so many steps from `start` (C. Lanczos, J. Res. Nat. Bur. Stand. 45 (1950)
/// 255). 0 for a start of 0.
template <class F>
double largest_eigenvalue(OuterSpace<F>& space, const OuterField<F>& start, LanczosRoom<F>& room,
                          int steps = 20);

}  // namespace glueball
