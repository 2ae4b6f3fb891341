// The upper end of a spectrum.
#pragma once

#include "solvers/precise_operator.hpp"

namespace glueball {

/// Temporary fields of largest_eigenvalue.
template <class F>
struct LanczosRoom {
  explicit LanczosRoom(const PreciseOperator<F>& precise)
      : v(precise.make()), before(precise.make()), w(precise.make()) {}
  PreciseField<F> v, before, w;
};

/// Returns a number just below the largest eigenvalue of the space's A. It is the
/// largest one of a Lanczos process with `steps` steps from `start` (C. Lanczos, J. Res. Nat. Bur. Stand. 45
/// (1950) 255), and 0 for a start of 0.
template <class F>
double largest_eigenvalue(PreciseOperator<F>& precise, const PreciseField<F>& start, LanczosRoom<F>& room,
                          int steps = 20);

}  // namespace glueball
