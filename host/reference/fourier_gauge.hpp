// Fourier-accelerated gauge fixing in double precision on the CPU.
#pragma once

#include "lattice/configuration.hpp"
#include "lattice/gauge_condition.hpp"
#include "lattice/transformation.hpp"

namespace glueball::reference {

/// U -> h(x) U h(x + mu)^+ with h = exp(-i w), w = p_max^2 alpha (-Laplacian)^-1 Delta by conjugate gradient
/// rather than Fourier transforms, in Coulomb gauge in each time slice; and g -> h g.
void accelerate_gauge(Configuration& u, Gauge gauge, double alpha, Transformation& g);

}  // namespace glueball::reference
