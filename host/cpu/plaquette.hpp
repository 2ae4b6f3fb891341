// Plaquette, rectangle, link trace, Polyakov loop and gauge actions in double precision on the CPU.
#pragma once

#include "lattice/configuration.hpp"
#include "lattice/gauge_couplings.hpp"
#include "lattice/plaquettes.hpp"

namespace glueball::cpu {

Plaquettes plaquette(const Configuration& u);

/// Returns the average of Re Tr U / 3 over all links.
double link_trace(const Configuration& u);

/// Returns Tr / 3 of the product of links in direction t (U_t(x, 0) U_t(x, 1) ...), averaged over space.
Complex polyakov_loop(const Configuration& u);

/// Returns beta/3 sum [c0 Re Tr(1-P) + c1 Re Tr(1-R)] over plaquettes and rectangles.
double gauge_action(const Configuration& u, const GaugeCouplings& couplings);

/// Returns Wilson's action beta/3 sum over plaquettes of Re Tr(1 - P).
inline double gauge_action(const Configuration& u, double beta) {
  return gauge_action(u, GaugeCouplings{.beta = beta});
}

/// Returns Re Tr of the rectangle at s, two links long in mu and one in nu.
double rectangle_trace(const Configuration& u, const Site& s, int mu, int nu);

Rectangles rectangle(const Configuration& u);

}  // namespace glueball::cpu
