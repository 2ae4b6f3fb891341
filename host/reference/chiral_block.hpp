// Products, inverses and determinants of the 6x6 blocks of site-diagonal matrices.
#pragma once

#include "lattice/chiral_block.hpp"
#include "lattice/spinor.hpp"

namespace glueball::reference {

struct InverseBlock {
  ChiralBlock inverse;
  Complex determinant;
};

/// By elimination with row pivots. A singular block throws Error(not_converged).
InverseBlock inverted(const ChiralBlock& a);

/// Site by site; throws as `inverted` does.
ParityChiralField inverted(const ParityChiralField& t);

/// log |det|, summed over sites and chiralities; throws as `inverted` does. The same bits on any number of
/// threads.
double log_determinant(const ParityChiralField& t);

/// psi = T psi, or T^+ psi. Throws Error(bad_value) when sizes differ.
void apply(const ParityChiralField& t, ParitySpinorField& psi, bool dagger = false);

}  // namespace glueball::reference
