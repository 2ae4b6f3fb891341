// Plaquette, link trace, Polyakov loop and Wilson gauge action in double precision on the CPU.
#pragma once

#include "lattice/configuration.hpp"

namespace glueball::reference {

/// Averages of Re Tr P / 3 over the three spatial and over the three temporal planes; 1 on a cold start.
struct Plaquettes {
  double spatial = 0.0;
  double temporal = 0.0;
  double average() const { return 0.5 * (spatial + temporal); }
};

Plaquettes plaquette(const Configuration& u);

/// Average of Re Tr U / 3 over all links.
double link_trace(const Configuration& u);

/// Tr / 3 of the product of links in direction t (U_t(x, 0) U_t(x, 1) ...), averaged over space.
Complex polyakov_loop(const Configuration& u);

/// Wilson's action beta/3 sum over plaquettes of Re Tr(1 - P).
double gauge_action(const Configuration& u, double beta);

}  // namespace glueball::reference
