// Solutions of the exercises of chapter 14, with the CPU's operator in double precision. They need no device,
// but one may be named as for the other chapters.
#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "../../chapter.hpp"
#include "app/wording.hpp"
#include "base/error.hpp"
#include "quark/mesons.hpp"
#include "reference/cg.hpp"
#include "reference/heatbath.hpp"

namespace {

using namespace glueball;
using chapter::report;
using Quark = cpu::FullField<double>;
using Operator = cpu::WilsonOperator<double>;

Quark point_source(const Geometry& g, int spin, int colour) {
  Quark b{ParitySpinorField(g.half_volume()), ParitySpinorField(g.half_volume())};
  b[0][0][spin][std::size_t(colour)] = 1;
  return b;
}

struct Pion {
  std::vector<double> correlator;
  int iterations = 0;
};

/// From the columns of one colour.
Pion pion(const Configuration& u, double kappa) {
  const Geometry& g = u.geometry();
  const Operator m(u, kappa);
  Pion result{std::vector<double>(std::size_t(g.extent(3))), 0};
  for (int spin = 0; spin < 4; ++spin) {
    const Quark b = point_source(g, spin, 0);
    Quark x = b;
    result.iterations += reference::solve(m, b, x, 1e-8).iterations;
    for (const Parity half : {Parity::even, Parity::odd})
      for (std::size_t i = 0; i < g.half_volume(); ++i)
        for (const auto& s : x[std::size_t(half)][i].s)
          for (const Complex& z : s) result.correlator[std::size_t(g.half_site(half, i)[3])] += std::norm(z);
  }
  return result;
}

/// gamma5 = diag(1, 1, -1, -1) on the host.
Quark gamma5(Quark q) {
  for (auto& half : q)
    for (auto& site : half)
      for (int spin = 2; spin < 4; ++spin)
        for (Complex& z : site[spin]) z = -z;
  return q;
}

double norm2_of_difference(const Quark& a, const Quark& b) {
  double sum = 0;
  for (std::size_t half = 0; half < 2; ++half)
    for (std::size_t i = 0; i < a[half].size(); ++i)
      for (int k = 0; k < 12; ++k)
        sum += std::norm(a[half][i][k / 3][std::size_t(k % 3)] - b[half][i][k / 3][std::size_t(k % 3)]);
  return sum;
}

}  // namespace

int main() try {
  const Geometry g({4, 4, 4, 12});
  Configuration u(g);
  for (std::uint32_t sweep = 1; sweep <= 6; ++sweep) reference::heatbath(u, {.beta = 6.0}, 2006, sweep);

  const Operator m(u, 0.12);
  const Quark b = point_source(g, 1, 2);
  Quark once = b, left = b, right = b;
  m.full(b, once);
  m.full(once, left, true);  // M^+ of something that is not a point
  m.full(gamma5(once), right);
  bool good = report(1, "M^+ = gamma5 M gamma5", norm2_of_difference(left, gamma5(right)) < 1e-20);

  const Pion heavy = pion(u, 0.11), light = pion(u, 0.13);
  good &= report(2, "at kappa = 0.13 rather than 0.11 the pion is lighter, the solver slower",
                 *cosh_masses(light.correlator)[4] < *cosh_masses(heavy.correlator)[4] &&
                     light.iterations > heavy.iterations);

  const double expected = 2 * std::log(1 + 1 / (2 * 0.12) - 4),
               mass = *cosh_masses(pion(Configuration(g), 0.12).correlator)[4];
  good &= report(3, "without gluons its mass is 2 log(1 + m), m = 1 / (2 kappa) - 4, within 2 %",
                 std::abs(mass / expected - 1) < 0.02);
  return good ? 0 : int(app::Status::self_test);
} catch (const glueball::Error& error) {
  return app::failed("14_quarks solutions", error);
}
