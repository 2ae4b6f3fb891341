// These tests compare staggered quarks with CL2QCD's values.
#include <doctest/doctest.h>

#include "cpu/linalg.hpp"
#include "physics/cl2qcd.hpp"
#include "reference/multishift_cg.hpp"

namespace glueball::test::physics_reference_cl2qcd_staggered {
namespace {

using namespace cpu;
using namespace reference;
using test::conf_00200, test::kPeriodic, test::random_colours;

/// Returns CL2QCD's antiperiodic boundary of fermions, exp(i pi / L_t) on every link in t.
Boundary spread_antiperiodic() {
  Boundary boundary = kPeriodic;
  boundary.twist[3] = 1.0;
  boundary.spread = true;
  return boundary;
}

FullColourField ones(const Geometry& g) {
  const ParityColourField half(g.half_volume(), ColourVector{{1.0, 1.0, 1.0}});
  return {half, half};
}

/// Returns nTastes / 4 * xi^+ M^-1 xi / V.
Complex condensate(const StaggeredOperator& m, const FullColourField& xi) {
  FullColourField phi;
  CHECK(solve(m, xi, phi, 1e-14).residual < 1e-13);
  return 0.5 * (dot(xi[0], phi[0]) + dot(xi[1], phi[1])) / double(m.geometry().volume());
}

/// Returns the same with the exact trace: a solve for every site and colour.
double exact_condensate(const Configuration& u, const Boundary& boundary) {
  const Geometry& g = u.geometry();
  const StaggeredOperator m(u, 0.1, boundary);
  Complex sum;
  for (int parity = 0; parity < 2; ++parity) {
    for (std::size_t n = 0; n < g.half_volume(); ++n) {
      for (int c = 0; c < 3; ++c) {
        FullColourField b = {ParityColourField(g.half_volume()), ParityColourField(g.half_volume())}, x;
        b[parity][n][c] = 1.0;
        solve(m, b, x, 1e-12);
        sum += x[parity][n][c];
      }
    }
  }
  CHECK(std::abs(sum.imag()) < 1e-9 * std::abs(sum.real()));
  return 0.5 * sum.real() / double(g.volume());
}

}  // namespace

TEST_SUITE("physics") {
  TEST_CASE("reference: CL2QCD's staggered matrices on drand48 fields") {
    if (test::conf_00200_missing()) return;
    const Configuration u = conf_00200();
    const Geometry& g = u.geometry();
    const StaggeredOperator m(u, 1.0, kPeriodic);
    const ParityColourField odd = random_colours(g, 123), even = random_colours(g, 321);
    ParityColourField out(g.half_volume()), middle = out;
    m.hop(Parity::even, odd, out);
    CHECK(norm2(out) == test::relative(547.69039343718509, 1e-13));
    m.hop(Parity::odd, even, out);
    CHECK(norm2(out) == test::relative(536.10645183266251, 1e-13));
    m.even_odd(even, out);
    CHECK(norm2(out) == test::relative(2883.0056841550950, 1e-13));
    m.hop(Parity::even, odd, middle);
    m.hop(Parity::odd, middle, out);
    xpay(odd, -1.0, out);
    CHECK(norm2(out) == test::relative(2980.0540282922057, 1e-13));
  }

  TEST_CASE("reference: CL2QCD's staggered solutions") {
    if (test::conf_00200_missing()) return;
    const Configuration u = conf_00200();
    const StaggeredOperator m(u, 0.01, kPeriodic);
    const std::size_t half = u.geometry().half_volume();
    // "Cold": a constant with |phi|^2 = 1 on the whole lattice; solver_shifted_test without a shift, to its
    // |r|^2 of 1e-23.
    const double each = 1.0 / std::sqrt(6.0 * double(half));
    std::vector<ParityColourField> x;
    const double shifts[1] = {0.0};
    multishift_cg(m, ParityColourField(half, ColourVector{{each, each, each}}), shifts, x, 1e-14);
    CHECK(norm2(x[0]) == test::relative(9.0597433493689383, 1e-11));
    multishift_cg(m, random_colours(u.geometry(), 123), shifts, x, 1e-14);
    CHECK(norm2(x[0]) == test::relative(3790.3193634090344, 1e-11));
  }

  TEST_CASE("reference: CL2QCD's staggered condensates from a source of ones") {
    if (test::conf_00200_missing()) return;
    const Configuration cold(Geometry({4, 4, 4, 4})), u = conf_00200();
    const auto pbp = [](const Configuration& links, const Boundary& boundary) {
      return condensate(StaggeredOperator(links, 0.1, boundary), ones(links.geometry()));
    };
    CHECK(pbp(cold, kPeriodic).real() == test::relative(15.0, 1e-13));
    CHECK(pbp(cold, spread_antiperiodic()).real() == test::relative(0.29411764705882465, 1e-13));
    const Complex periodic = pbp(u, kPeriodic), antiperiodic = pbp(u, spread_antiperiodic());
    CHECK(periodic.real() == test::relative(0.20344039707296779, 1e-12));
    CHECK(periodic.imag() == test::relative(-0.0065506178486867, 1e-11));
    CHECK(antiperiodic.real() == test::relative(0.25968115501530797, 1e-12));
    CHECK(antiperiodic.imag() == test::relative(-0.021963576512093984, 1e-11));
  }

  TEST_CASE("reference: staggered condensates with the exact trace") {
    if (test::conf_00200_missing()) return;
    // The values come from dense matrices of an independent program. A trace does not see where the phase of
    // the boundary sits.
    const Configuration cold(Geometry({4, 4, 4, 4})), u = conf_00200();
    CHECK(exact_condensate(cold, kPeriodic) == test::relative(1.017410164495858, 1e-10));
    CHECK(exact_condensate(cold, kAntiperiodicInTime) == test::relative(0.1017686004191094, 1e-10));
    CHECK(exact_condensate(u, kPeriodic) == test::relative(0.21872804237628962, 1e-10));
    CHECK(exact_condensate(u, spread_antiperiodic()) == test::relative(0.25442310192186085, 1e-10));
  }
}

}  // namespace glueball::test::physics_reference_cl2qcd_staggered
