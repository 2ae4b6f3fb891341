// The Dirac matrices and their products in the external (DeGrand-Rossi) basis.
#pragma once

#include <array>

#include "lattice/spinor.hpp"

namespace glueball::cpu {

/// A 4x4 matrix with one entry in every row, as all products of gamma matrices have: (gamma psi)[spin] =
/// phase[spin] * psi[source[spin]].
struct SpinMatrix {
  std::array<int, 4> source{0, 1, 2, 3};
  std::array<Complex, 4> phase{1.0, 1.0, 1.0, 1.0};
};

/// Returns gamma_mu, mu = 0..3 = x, y, z, t; see lattice/spin_basis.hpp.
const SpinMatrix& gamma(int mu);
/// Returns gamma_x gamma_y gamma_z gamma_t = diag(1, 1, -1, -1).
const SpinMatrix& gamma5();

SpinMatrix operator*(const SpinMatrix& a, const SpinMatrix& b);
Spinor operator*(const SpinMatrix& a, const Spinor& psi);

/// psi = gamma5 psi on every site.
void apply_gamma5(ParitySpinorField& psi);

}  // namespace glueball::cpu
