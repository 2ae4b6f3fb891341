// Gauge fixing in double precision on the CPU. It transforms the links themselves, while the shaders keep the
// links and change g(x).
#pragma once

#include <cstdint>
#include <vector>

#include "lattice/configuration.hpp"
#include "lattice/divergence.hpp"
#include "lattice/gauge_condition.hpp"
#include "lattice/transformation.hpp"
#include "reference/gaussian.hpp"

namespace glueball::reference {

/// Returns the functional, which is 1 on unit links: the mean of Re Tr U / 3 over the links of all (Landau,
/// residual) or the spatial (Coulomb) directions, of sum_a |U_aa|^2 / 3 (maximally Abelian), or of |Tr U|^2 /
/// 9 (centre; hep-lat/9906010).
double gauge_functional(const Configuration& u, Gauge gauge);

/// Returns Tr Delta Delta^+ / 3 at each lexicographic site; the mean is theta. Delta(x) = sum_mu [A_mu(x) -
/// A_mu(x - mu)] with the traceless part of A_mu = (U_mu - U_mu^+) / 2i (arXiv:1212.5221, equation 2.5). In
/// the residual gauge only its diagonal counts. For the maximally Abelian gauge see
/// shaders/fix/divergence.comp. In the centre gauge Delta is the traceless part of (N - N^+) / 2i, where N is
/// the sum over the links w that begin at the site of w Tr(w)^* / 3. Near unit links all are the same.
std::vector<double> gauge_divergence(const Configuration& u, Gauge gauge);

Divergence divergence(const Configuration& u, Gauge gauge);

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

/// Returns g(x) with Haar measure, a function of the seed and the site.
Transformation random_transformation(const Geometry& geometry, std::uint64_t seed);

}  // namespace glueball::reference
