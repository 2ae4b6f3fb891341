// The functionals and divergences of gauge conditions in double precision on the CPU.
#pragma once

#include <cstdint>
#include <vector>

#include "lattice/configuration.hpp"
#include "lattice/gauge_condition.hpp"
#include "lattice/transformation.hpp"

namespace glueball::cpu {

/// The eight (six) links around a site, oriented to begin there, which g(x) multiplies from the left.
using Star = std::vector<Matrix3>;
Star star(const Configuration& u, Gauge gauge, const Site& s);
Matrix3 sum_of(const Star& links);

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

/// Returns g(x) with Haar measure, a function of the seed and the site.
Transformation random_transformation(const Geometry& geometry, std::uint64_t seed);

}  // namespace glueball::cpu
