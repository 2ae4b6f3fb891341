// These tests compare the spectrum of the staggered matrix with CL2QCD's values: extreme eigenvalues, and
// solutions for the shifts of a rational approximation.
#include <doctest/doctest.h>

#include <cmath>
#include <utility>
#include <vector>

#include "cpu/linalg.hpp"
#include "physics/cl2qcd.hpp"
#include "rational/minimax.hpp"
#include "reference/multishift_cg.hpp"

namespace glueball::test::physics_reference_cl2qcd_spectrum {
namespace {

using namespace cpu;
using namespace reference;
using test::conf_00200, test::kPeriodic, test::random_colours;

/// Returns the number of eigenvalues of a symmetric tridiagonal matrix below `x`, by the sign changes of
/// Sturm's sequence.
std::size_t below(const std::vector<double>& diagonal, const std::vector<double>& beside, double x) {
  std::size_t count = 0;
  double q = 1;
  for (std::size_t i = 0; i < diagonal.size(); ++i) {
    q = diagonal[i] - x - (i > 0 ? beside[i - 1] * beside[i - 1] / (q == 0 ? 1e-300 : q) : 0);
    count += q < 0;
  }
  return count;
}

double eigenvalue(const std::vector<double>& diagonal, const std::vector<double>& beside, std::size_t index) {
  double low = 0, high = 100;
  for (int n = 0; n < 80; ++n) {
    const double middle = 0.5 * (low + high);
    (below(diagonal, beside, middle) > index ? high : low) = middle;
  }
  return 0.5 * (low + high);
}

/// Returns the extreme eigenvalues of the matrix on the even sites, by Lanczos without reorthogonalisation.
/// Copies of converged eigenvalues appear, but extreme ones do not move.
std::pair<double, double> extreme_eigenvalues(const StaggeredOperator& m, int steps) {
  const Geometry& g = m.geometry();
  ParityColourField v = random_colours(g, 7), before(g.half_volume()), w(g.half_volume());
  const double size = 1 / std::sqrt(norm2(v));
  for (auto& site : v)
    for (auto& z : site.c) z *= size;
  std::vector<double> diagonal, beside;
  for (int n = 0; n < steps; ++n) {
    m.even_odd(v, w);
    diagonal.push_back(dot(v, w).real());
    axpy(-diagonal.back(), v, w);
    if (n > 0) axpy(-beside.back(), before, w);
    beside.push_back(std::sqrt(norm2(w)));
    before = v;
    v = w;
    for (auto& site : v)
      for (auto& z : site.c) z /= beside.back();
  }
  return {eigenvalue(diagonal, beside, 0), eigenvalue(diagonal, beside, diagonal.size() - 1)};
}

}  // namespace

TEST_SUITE("physics") {
  TEST_CASE("reference: the extreme eigenvalues of CL2QCD's staggered matrix") {
    if (test::conf_00200_missing()) return;
    // The values come from dense matrices of an independent program, because CL2QCD stops its iteration for
    // the smallest eigenvalues early.
    const Configuration u = conf_00200();
    const auto [low, high] = extreme_eigenvalues(StaggeredOperator(u, 1.01335, kPeriodic), 384);
    CHECK(high == test::relative(5.9887257072878599, 1e-12));
    CHECK(low == test::relative(1.0521813342435451, 1e-12));
    const auto [light_low, light_high] = extreme_eigenvalues(StaggeredOperator(u, 0.567, kPeriodic), 384);
    CHECK(light_high == test::relative(5.2833364847878599, 1e-12));
    CHECK(light_low == test::relative(0.34679211174354518, 1e-12));
  }

  TEST_CASE("reference: CL2QCD's solutions for the shifts of a rational approximation") {
    if (test::conf_00200_missing()) return;
    const Configuration u = conf_00200();
    const StaggeredOperator m(u, 1.01335, kPeriodic);
    std::vector<ParityColourField> x;
    const auto shifts = minimax({power_factor("-1/2")}, {1e-5, 1}, 8).function.shifts;
    multishift_cg(m, random_colours(u.geometry(), 123), shifts, x, 1e-14);
    CHECK(norm2(x.front()) == test::relative(59.877118728264179, 1e-12));
    CHECK(norm2(x.back()) == test::relative(22.236536652925686, 1e-12));
  }
}

}  // namespace glueball::test::physics_reference_cl2qcd_spectrum
