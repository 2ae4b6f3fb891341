// The part of molecular-dynamics forces that is due to the clover term, in double precision on the CPU.
#pragma once

#include <array>
#include <vector>

#include "cpu/spinor_field.hpp"
#include "lattice/chiral_block.hpp"
#include "lattice/configuration.hpp"
#include "lattice/momenta.hpp"

namespace glueball::reference {

/// Six hermitian matrices Z_p a site in lexicographic order, which multiply the change of the field strength
/// in each plane: -dS = sum_x sum_p Tr dF_p(x) Z_p(x).
using TensorField = std::vector<std::array<Matrix3, 6>>;

/// Directions mu and nu of the planes: (y, z), (z, x), (x, y), (x, t), (y, t), (z, t).
inline constexpr std::array<std::array<int, 2>, 6> kTensorPlanes = {
    {{1, 2}, {2, 0}, {0, 1}, {0, 3}, {1, 3}, {2, 3}}};

/// z += coefficient (L + L^+) / 2 with L = Tr_spin[sigma_mu_nu x y^+], on the sites of one parity. For dS =
/// -2 Re y^+ dM x with the T of clover_term in M, the coefficient is -2 kappa c_sw. Throws Error(bad_value)
/// if sizes differ.
void add_clover_outer(const Geometry& g, Parity parity, double coefficient, const ParitySpinorField& x,
                      const ParitySpinorField& y, TensorField& z);

/// z += coefficient (L + L^+) / 2 with L = Tr_spin[sigma_mu_nu X] for the site-diagonal X on the sites of one
/// parity. For S = -2 log |det T| and X = T^-1 the coefficient is -2 kappa c_sw. Throws Error(bad_value) if
/// sizes differ.
void add_clover_trace(const Geometry& g, Parity parity, double coefficient, const ParityChiralField& x,
                      TensorField& z);

/// p += eps * force of z. Every link of every leaf of the clover F = (Q - Q^+) / 8i contributes, since Tr dF
/// Z = Im Tr dQ Z / 4 for a hermitian Z. Throws Error(bad_value) if sizes differ.
void clover_force(const Configuration& u, const TensorField& z, double eps, Momenta& p);

}  // namespace glueball::reference
