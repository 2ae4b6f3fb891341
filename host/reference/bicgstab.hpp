// BiCGStab in double precision on the CPU, for the even-odd matrix itself without its adjoint.
#pragma once

#include "lattice/colour_vector.hpp"
#include "reference/cg.hpp"

namespace glueball::reference {

/// Solves Mhat x = b on the even sites from the given x, until the iterated residual is below tolerance * |b|
/// (van der Vorst, SIAM J. Sci. Stat. Comput. 13 (1992) 631). An iteration costs two applications of Mhat.
/// Throws Error(not_converged) after max_iterations, and if a scalar product in a denominator vanishes, with
/// its name; in both cases x is the last iterate. Throws Error(bad_value) for fields of the wrong size.
template <class OneParity>
CgResult bicgstab(const EvenOddOperator<OneParity>& m, const OneParity& b, OneParity& x, double tolerance,
                  int max_iterations = 10000);

}  // namespace glueball::reference
