#include "reference/multigrid.hpp"

#include <utility>

namespace glueball::reference {
namespace {

Site quotient(const Site& a, const Site& b) { return {a[0] / b[0], a[1] / b[1], a[2] / b[2], a[3] / b[3]}; }

}  // namespace

Aggregates::Aggregates(const Geometry& fine, const Site& block, std::vector<FullSpinors> vectors)
    : fine_(fine), coarse_(quotient(fine.extents(), block)), block_(block), vectors_(std::move(vectors)) {}

std::size_t Aggregates::first_of(const Site& s, int chirality) const {
  return (coarse_.index(quotient(s, block_)) * 2 + std::size_t(chirality)) * vectors_.size();
}

FullSpinors Aggregates::prolonged(const CoarseVector& c) const {
  FullSpinors psi;
  for (const Parity parity : kParities) {
    ParitySpinorField& half = psi[std::size_t(parity)];
    half.resize(fine_.half_volume());
    for (std::size_t n = 0; n < half.size(); ++n)
      for (int spin = 0; spin < 4; ++spin) {
        const std::size_t first = first_of(fine_.half_site(parity, n), spin / 2);
        for (int colour = 0; colour < 3; ++colour)
          for (std::size_t v = 0; v < vectors_.size(); ++v)
            half[n][spin][colour] += c[first + v] * vectors_[v][std::size_t(parity)][n][spin][colour];
      }
  }
  return psi;
}

CoarseVector Aggregates::restricted(const FullSpinors& psi) const {
  CoarseVector c(size());
  for (const Parity parity : kParities) {
    const ParitySpinorField& half = psi[std::size_t(parity)];
    for (std::size_t n = 0; n < half.size(); ++n)
      for (int spin = 0; spin < 4; ++spin) {
        const std::size_t first = first_of(fine_.half_site(parity, n), spin / 2);
        for (int colour = 0; colour < 3; ++colour)
          for (std::size_t v = 0; v < vectors_.size(); ++v)
            c[first + v] +=
                std::conj(vectors_[v][std::size_t(parity)][n][spin][colour]) * half[n][spin][colour];
      }
  }
  return c;
}

CoarseVector Aggregates::galerkin(const cpu::EvenOddOperator<ParitySpinorField>& m,
                                  const CoarseVector& c) const {
  const FullSpinors psi = prolonged(c);
  FullSpinors image{ParitySpinorField(psi[0].size()), ParitySpinorField(psi[1].size())};
  m.full(psi, image);
  return restricted(image);
}

}  // namespace glueball::reference
