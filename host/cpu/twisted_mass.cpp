#include "cpu/twisted_mass.hpp"

#include <complex>

#include "cpu/blocked_sum.hpp"

namespace glueball::cpu {
namespace {

/// Multiplies spins of positive chirality by `upper`, the others by its conjugate.
void scale_chiralities(Complex upper, ParitySpinorField& psi) {
#pragma omp parallel for schedule(static) if (psi.size() >= kThreadedSites)
  for (std::size_t n = 0; n < psi.size(); ++n)
    for (int spin = 0; spin < 4; ++spin)
      for (Complex& z : psi[n][spin]) z *= spin < 2 ? upper : std::conj(upper);
}

}  // namespace

void TwistedMassOperator::diagonal(Parity, ParitySpinorField& psi, bool dagger) const {
  scale_chiralities({1.0, dagger ? -mubar() : mubar()}, psi);
}

void TwistedMassOperator::inverse_diagonal(Parity, ParitySpinorField& psi, bool dagger) const {
  scale_chiralities(1.0 / Complex(1.0, dagger ? -mubar() : mubar()), psi);
}

}  // namespace glueball::cpu
