// Gauge fixing in double precision on the CPU. It transforms the links themselves, while the shaders keep the
// links and change g(x).
#pragma once

#include <cstdint>
#include <vector>

#include "lattice/configuration.hpp"
#include "lattice/gauge_condition.hpp"
#include "lattice/momenta.hpp"
#include "lattice/transformation.hpp"

namespace glueball::reference {

/// How the element that maximizes a site's functional in an SU(2) subgroup becomes a step.
struct GaugeStep {
  enum class Kind { power, expanded1, expanded2, stochastic, heatbath } kind = Kind::power;
  double strength = 1;  ///< omega; the probability of a double step; 1/T
  std::uint64_t seed = 0;
  std::uint32_t step = 0;
};

/// Updates all sites of one parity, in three subgroups one after the other. `g` is transformed too if it is
/// given.
void relax_gauge(Configuration& u, Gauge gauge, Parity parity, const GaugeStep& step,
                 Transformation* g = nullptr);

/// Transforms U -> h(x) U h(x + mu)^+ and g -> h g with h = exp(-i w), w = p_max^2 alpha (-Laplacian)^-1
/// Delta. The Laplacian is inverted by conjugate gradients instead of Fourier transforms, in Coulomb gauge on
/// each time slice. `last` is the previous step in the algebra, per alpha 4 d with d the directions of the
/// gauge; empty: there was none. `momentum` times `last` is added, and `last` becomes the new step.
void accelerate_gauge(Configuration& u, Gauge gauge, double alpha, Transformation& g,
                      std::vector<AlgebraVector>* last = nullptr, double momentum = 0);

}  // namespace glueball::reference
