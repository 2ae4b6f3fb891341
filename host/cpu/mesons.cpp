#include "cpu/mesons.hpp"

#include <bit>
#include <cmath>
#include <numbers>

#include "cpu/same_lattice.hpp"

namespace glueball::cpu {
namespace {

/// Sums over colours of S[spin1][spin2] conj(S[spin3][spin4]) at one site. Traces over spin need nothing
/// else.
class ColourSum {
 public:
  ColourSum(const Propagator& s, Parity parity, std::size_t half_index) {
    for (int spin = 0; spin < 4; ++spin)
      for (int column = 0; column < 12; ++column)
        for (int c = 0; c < 3; ++c)
          entry_[spin][column / 3][3 * (column % 3) + c] = s[column][int(parity)][half_index][spin][c];
  }
  Complex operator()(int spin1, int spin2, int spin3, int spin4) const {
    Complex sum;
    for (int k = 0; k < 9; ++k) sum += entry_[spin1][spin2][k] * std::conj(entry_[spin3][spin4][k]);
    return sum;
  }

 private:
  std::array<std::array<std::array<Complex, 9>, 4>, 4> entry_;  // [sink spin][source spin][both colours]
};

/// Returns tr[A S A^+ S^+] = sum_ab A_a S(source a, source b) conj(A_b) conj(S(a, b)), where A has one entry
/// in every row.
Complex trace(const SpinMatrix& a, const ColourSum& s) {
  Complex sum;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) sum += a.phase[i] * std::conj(a.phase[j]) * s(a.source[i], a.source[j], i, j);
  return sum;
}

/// True if gamma_product(n) commutes with the gamma matrix of a direction. Each of its other factors
/// anticommutes.
bool commutes_with_gamma(int direction, int n) {
  return std::popcount(unsigned(n) & ~(1u << direction)) % 2 == 0;
}

}  // namespace

SpinMatrix gamma_product(int n) {
  SpinMatrix product;
  for (int mu = 0; mu < kDirections; ++mu)
    if (n >> mu & 1) product = product * gamma(mu);
  return product;
}

std::array<std::vector<Complex>, 16> meson_correlators(const Geometry& g, const Propagator& s,
                                                       const MesonOptions& options) {
  for (const auto& column : s)
    for (const ParitySpinorField& half : column)
      require_sites(half.size(), g.half_volume(), "meson correlators, propagator");
  const int direction = options.direction, length = g.extent(direction);
  std::array<std::vector<Complex>, 16> correlators;
  for (auto& c : correlators) c.assign(std::size_t(length), 0.0);
#pragma omp parallel for schedule(static)
  for (int d = 0; d < length; ++d) {
    const int slice = (options.source[direction] + d) % length;
    for (std::size_t n = 0; n < g.volume(); ++n) {
      const Site x = g.site(n);
      if (x[direction] != slice) continue;
      double turns = 0.0;
      for (int mu = 0; mu < kDirections; ++mu)
        if (mu != direction)
          turns -= double(options.momentum[mu]) * (x[mu] - options.source[mu]) / g.extent(mu);
      const Complex wave = std::polar(1.0, 2.0 * std::numbers::pi * turns);
      const ColourSum colours(s, Geometry::parity(x), g.half_index(x));
      for (int k = 0; k < 16; ++k) {
        // - Gamma S gamma_d Gamma^+ gamma_d gamma5 S^+ gamma5 is +-A S A^+ S^+ with A = gamma5 Gamma.
        const Complex value = wave * trace(gamma5() * gamma_product(k), colours);
        correlators[k][d] += commutes_with_gamma(direction, k) ? -value : value;
      }
    }
  }
  return correlators;
}

}  // namespace glueball::cpu
