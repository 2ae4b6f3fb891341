// Products, inverses and determinants of the 6x6 blocks of site-diagonal matrices.
#pragma once

#include "lattice/chiral_block.hpp"
#include "lattice/spinor.hpp"

namespace glueball::cpu {

struct InverseBlock {
  ChiralBlock inverse;
  Complex determinant;
};

/// Inverts by elimination with row pivots. Throws Error(not_converged) for a singular block.
InverseBlock inverted(const ChiralBlock& a);

/// Inverts each site's blocks. Throws as above.
ParityChiralField inverted(const ParityChiralField& t);

/// Returns exp(T - 1) of each site's blocks, which must be hermitian.
ParityChiralField exponential(const ParityChiralField& t);

/// Returns log |det|, summed over sites and chiralities, with the same bits for any number of threads. Throws
/// as `inverted` does.
double log_determinant(const ParityChiralField& t);

/// Sets psi = T psi, or T^+ psi. Throws Error(bad_value) if sizes differ.
void apply(const ParityChiralField& t, ParitySpinorField& psi, bool dagger = false);

}  // namespace glueball::cpu
