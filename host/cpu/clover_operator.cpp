#include "cpu/clover_operator.hpp"

#include "cpu/blocked_sum.hpp"
#include "cpu/chiral_block.hpp"
#include "cpu/field_strength.hpp"
#include "cpu/gamma.hpp"

namespace glueball::cpu {
namespace {

/// block += scale (spin part of one chirality) x f, where spin is block diagonal in chirality.
void add_product(double scale, const SpinMatrix& spin, int chirality, const Matrix3& f, ChiralBlock& block) {
  for (int row = 0; row < 2; ++row) {
    const int column = spin.source[2 * chirality + row] - 2 * chirality;
    const Complex phase = scale * spin.phase[2 * chirality + row];
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) block[3 * row + a][3 * column + b] += phase * f[a][b];
  }
}

}  // namespace

ParityChiralField clover_term(const Configuration& u, Parity parity, double kappa,
                              const CloverCoefficients& c) {
  const Geometry& g = u.geometry();
  ParityChiralField t(g.half_volume());
#pragma omp parallel for schedule(static) if (t.size() >= kThreadedSites)
  for (std::size_t n = 0; n < t.size(); ++n) {
    for (ChiralBlock& block : t[n])
      for (int i = 0; i < ChiralBlock::kSize; ++i) block[i][i] = 1.0;
    const Site s = g.half_site(parity, n);
    for (int mu = 0; mu < kDirections; ++mu) {
      for (int nu = mu + 1; nu < kDirections; ++nu) {
        // sigma_mu_nu = i gamma_mu gamma_nu for mu != nu.
        SpinMatrix sigma = gamma(mu) * gamma(nu);
        for (Complex& phase : sigma.phase) phase *= Complex(0.0, 1.0);
        const Matrix3 f = field_strength(u, s, mu, nu, FieldStrength::clover, true);
        const double coefficient = nu == kDirections - 1 ? c.temporal : c.spatial;
        for (int chirality = 0; chirality < 2; ++chirality)
          add_product(-kappa * coefficient, sigma, chirality, f, t[n][chirality]);
      }
    }
  }
  return t;
}

void add_twist(double mubar, ParityChiralField& t) {
  for (ChiralPair& pair : t)
    for (int chirality = 0; chirality < 2; ++chirality)
      for (int i = 0; i < ChiralBlock::kSize; ++i)
        pair[chirality][i][i] += Complex(0.0, chirality == 0 ? mubar : -mubar);
}

CloverOperator::CloverOperator(const Configuration& u, double kappa, const Options& options)
    : SchurOperator({u, kappa, options.boundary}),
      mubar_(2.0 * kappa * options.mu),
      boundary_(options.boundary) {
  for (const Parity parity : {Parity::even, Parity::odd}) {
    ParityChiralField& term = term_[int(parity)];
    term = clover_term(u, parity, kappa, options.csw);
    if (options.exponential) term = exponential(term);
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

}  // namespace glueball::cpu
