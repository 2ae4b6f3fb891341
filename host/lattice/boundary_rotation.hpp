// Rotates quark fields between a boundary with phases on every link and one with phases on wrapping links.
#pragma once

#include <array>
#include <complex>
#include <vector>

#include "lattice/boundary.hpp"
#include "lattice/quark_field.hpp"

namespace glueball {

/// The rotation R(x) = product over mu of conj(link_factor(mu))^x_mu. For a boundary with phases on every
/// link (an imaginary chemical potential, spread twists) M' = R^+ M R is the matrix of boundary.wrapped(). If
/// both boundaries are equal, R = 1.
class BoundaryRotation {
 public:
  BoundaryRotation(const Geometry& g, const Boundary& boundary)
      : geometry_(g), is_one_(boundary.wrapped(g) == boundary) {
    for (std::size_t mu = 0; mu < phases_.size(); ++mu) {
      phases_[mu].assign(std::size_t(g.whole_extents()[mu]), 1.0);
      for (std::size_t n = 1; n < phases_[mu].size(); ++n)
        phases_[mu][n] = phases_[mu][n - 1] * std::conj(boundary.link_factor(g, int(mu)));
    }
  }

  bool is_one() const { return is_one_; }

  /// Computes field = R field, or R^+ field with `back`, on all sites.
  template <class OneParity>
  void rotate(std::array<OneParity, 2>& field, bool back) const {
    if (is_one_) return;
    for (std::size_t parity = 0; parity < 2; ++parity) {
#pragma omp parallel for schedule(static)
      for (std::size_t n = 0; n < field[parity].size(); ++n) {
        const Site s = geometry_.global(geometry_.half_site(Parity(parity), n));
        Complex phase = 1.0;
        for (std::size_t mu = 0; mu < phases_.size(); ++mu) phase *= phases_[mu][std::size_t(s[mu])];
        if (back) phase = std::conj(phase);
        for (int k = 0; k < kComponents<OneParity>; ++k) component(field[parity][n], k) *= phase;
      }
    }
  }

 private:
  Geometry geometry_;
  bool is_one_;
  std::array<std::vector<Complex>, kDirections> phases_;
};

}  // namespace glueball
