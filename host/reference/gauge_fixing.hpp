// Gauge fixing in double precision on the CPU. Unlike the shaders, which keep the links and change g(x),
// everything here is done to the links themselves.
#pragma once

#include <cstdint>
#include <vector>

#include "lattice/configuration.hpp"
#include "lattice/divergence.hpp"
#include "lattice/gauge_condition.hpp"
#include "lattice/transformation.hpp"
#include "reference/gaussian.hpp"

namespace glueball::reference {

/// 1 on unit links: the mean of Re Tr U / 3 over the links of all (Landau, residual) or the spatial (Coulomb)
/// directions, or of sum_a |U_aa|^2 / 3 (maximally Abelian) or |Tr U|^2 / 9 (centre; hep-lat/9906010).
double gauge_functional(const Configuration& u, Gauge gauge);

/// Tr Delta Delta^+ / 3 at each lexicographic site, Delta(x) = sum_mu [A_mu(x) - A_mu(x - mu)],
/// A_mu = (U_mu - U_mu^+) / 2i made traceless (arXiv:1212.5221, equation 2.5). Only its diagonal counts in
/// the residual gauge; for the maximally Abelian one see shaders/fix/divergence.comp; in the centre gauge
/// Delta is (N - N^+) / 2i without trace, N the sum over the links w that begin at the site of w Tr(w)^* / 3.
/// Near unit links all are the same. Their mean is theta.
std::vector<double> gauge_divergence(const Configuration& u, Gauge gauge);

Divergence divergence(const Configuration& u, Gauge gauge);

/// How the element that maximises a site's functional in an SU(2) subgroup becomes a step.
struct GaugeStep {
  enum class Kind { power, expanded1, expanded2, stochastic, heatbath } kind = Kind::power;
  double strength = 1;  ///< omega; the chance of a double step; 1/T
  std::uint64_t seed = 0;
  std::uint32_t step = 0;
};

/// All sites of one parity, the three subgroups one after the other. With `g` the same is done to a
/// transformation.
void relax_gauge(Configuration& u, Gauge gauge, Parity parity, const GaugeStep& step,
                 Transformation* g = nullptr);

/// g(x) with Haar measure, a function of the seed and the site.
Transformation random_transformation(const Geometry& geometry, std::uint64_t seed);

}  // namespace glueball::reference
