// Fourier-accelerated gauge fixing in double precision on the CPU.
#pragma once

#include "lattice/configuration.hpp"
#include "lattice/gauge_condition.hpp"
#include "lattice/transformation.hpp"

namespace glueball::reference {

/// U -> h(x) U h(x + mu)^+ with h = exp(-i w), w = p_max^2 alpha (-Laplacian)^-1 Delta by conjugate gradient
/// rather than Fourier transforms, in Coulomb gauge in each time slice; and g -> h g.
/// `last`, where given, is the step in the algebra, per alpha 4 d, d the directions of the gauge: `momentum`
/// times what it was is added, and it becomes the new one; empty: there was none.
void accelerate_gauge(Configuration& u, Gauge gauge, double alpha, Transformation& g,
                      std::vector<AlgebraVector>* last = nullptr, double momentum = 0);

}  // namespace glueball::reference
