#include "reference/clover_operator.hpp"

#include "reference/chiral_block.hpp"

namespace glueball::reference {

CloverOperator::CloverOperator(const Configuration& u, double kappa, const Options& options)
    : SchurOperator({u, kappa, options.boundary}),
      mubar_(2.0 * kappa * options.mu),
      boundary_(options.boundary) {
  for (const Parity parity : {Parity::even, Parity::odd}) {
    ParityChiralField& term = term_[int(parity)];
    term = clover_term(u, parity, kappa, options.csw);
    add_twist(mubar_, term);
    inverse_[int(parity)] = inverted(term);
  }
}

double CloverOperator::log_det() const { return log_determinant(term(Parity::odd)); }

void CloverOperator::diagonal(Parity parity, ParitySpinorField& psi, bool dagger) const {
  apply(term(parity), psi, dagger);
}

void CloverOperator::inverse_diagonal(Parity parity, ParitySpinorField& psi, bool dagger) const {
  apply(inverse_term(parity), psi, dagger);
}

}  // namespace glueball::reference
