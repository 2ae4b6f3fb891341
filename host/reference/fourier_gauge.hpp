// Fourier-accelerated gauge fixing in double precision on the CPU.
#pragma once

#include "lattice/configuration.hpp"
#include "lattice/gauge_condition.hpp"
#include "lattice/transformation.hpp"

namespace glueball::reference {

/// Transforms U -> h(x) U h(x + mu)^+ and g -> h g with h = exp(-i w), w = p_max^2 alpha (-Laplacian)^-1
/// Delta. The Laplacian is inverted by conjugate gradients instead of Fourier transforms, in Coulomb gauge on
/// each time slice. `last` is the previous step in the algebra, per alpha 4 d with d the directions of the
/// gauge; empty: there was none. `momentum` times `last` is added, and `last` becomes the new step.
void accelerate_gauge(Configuration& u, Gauge gauge, double alpha, Transformation& g,
                      std::vector<AlgebraVector>* last = nullptr, double momentum = 0);

}  // namespace glueball::reference
