// These tests compare the reference with CL2QCD's own unit-test values on its conf.00200 (4^4, periodic in
// all directions).
#include <doctest/doctest.h>

#include <cstdint>

#include "cpu/plaquette.hpp"
#include "lattice/momenta.hpp"
#include "physics/cl2qcd.hpp"
#include "reference/fermion_force.hpp"
#include "reference/gauge_force.hpp"

namespace glueball::test::physics_reference_cl2qcd {
namespace {

using namespace cpu;
using namespace reference;

using test::conf_00200, test::Drand48, test::kPeriodic, test::norm2_full, test::random_field;

double force_norm2(const Momenta& p) {
  double sum = 0.0;
  for (const auto& link : p.values())
    for (const double x : link) sum += x * x;
  return sum;
}

}  // namespace

TEST_SUITE("physics") {
  TEST_CASE("reference: CL2QCD's gauge observables and gauge force on conf.00200") {
    if (test::conf_00200_missing()) return;
    const Configuration u = conf_00200();
    REQUIRE(u.geometry().extents() == Site{4, 4, 4, 4});
    const Plaquettes p = plaquette(u);
    CHECK(p.average() == doctest::Approx(0.57107711169452713).epsilon(1e-14));
    CHECK(p.temporal == doctest::Approx(0.571474338455884).epsilon(2e-14));
    CHECK(p.spatial == doctest::Approx(0.57067988493317).epsilon(2e-14));
    const Complex loop = polyakov_loop(u);
    CHECK(loop.real() == doctest::Approx(-0.11349672123636857).epsilon(1e-13));
    CHECK(loop.imag() == doctest::Approx(0.22828243566855227).epsilon(1e-13));
    CHECK(gauge_action(u, 4.0) ==
          doctest::Approx(4.0 * 6.0 * 256.0 * (1.0 - 0.57107711169452713)).epsilon(1e-13));

    // Their coefficients belong to lambda_a, ours to lambda_a / 2: each component is twice, |F|^2 four times
    // ours.
    Momenta force(u.geometry());
    gauge_force(u, 4.0, 1.0, force);
    CHECK(4.0 * force_norm2(force) == doctest::Approx(52723.299867438458).epsilon(1e-13));
  }

  TEST_CASE("reference: CL2QCD's link update from drand48 momenta") {
    if (test::conf_00200_missing()) return;
    Configuration u = conf_00200();
    // Their directions are t, x, y, z; exp(i eps p_a lambda_a) is ours with twice the step.
    Momenta p(u.geometry());
    Drand48 draw(123);
    for (std::size_t n = 0; n < u.geometry().volume(); ++n)
      for (int mu = 0; mu < kDirections; ++mu)
        for (double& x : p.at(n, (mu + 3) % 4)) x = draw();
    update_links(u, p, 2.0 * 0.5);
    CHECK(plaquette(u).average() == doctest::Approx(0.32089465123266286).epsilon(1e-12));
  }

  TEST_CASE("reference: CL2QCD's Wilson matrix on drand48 fields") {
    if (test::conf_00200_missing()) return;
    const Configuration u = conf_00200();
    const WilsonOperator<double> m(u, 0.125, kPeriodic);
    struct Row {
      std::uint64_t seed;
      double once, twice;
    };
    for (const Row& row :
         {Row{2, 2655.7059719467552, 4487.2227568771214}, Row{3, 2614.2685771909237, 4364.1408252701831}}) {
      const FullField<double> psi = random_field(u.geometry(), row.seed);
      FullField<double> once = psi, twice = psi;
      m.full(psi, once);
      m.full(once, twice);
      CHECK(norm2_full(once) == doctest::Approx(row.once).epsilon(1e-13));
      CHECK(norm2_full(twice) == doctest::Approx(row.twice).epsilon(1e-13));
    }
  }

  TEST_CASE("reference: CL2QCD's fermion force on drand48 fields") {
    if (test::conf_00200_missing()) return;
    const Configuration u = conf_00200();
    // They solve with Q = gamma5 M: their Y = Q X is gamma5 times ours. Each component is twice ours
    // (lambda_a).
    const FullField<double> x = random_field(u.geometry(), 14);
    FullField<double> y = random_field(u.geometry(), 13);
    for (auto& half : y)
      for (Spinor& psi : half)
        for (int spin = 2; spin < 4; ++spin)
          for (Complex& z : psi[spin]) z = -z;
    Momenta force(u.geometry());
    fermion_force(u, kPeriodic, 0.125, x, y, 1.0, force);
    CHECK(4.0 * force_norm2(force) == doctest::Approx(3561.5546616746424).epsilon(1e-13));
  }

  TEST_CASE("reference: CL2QCD's Wilson correlators along z") {
    if (test::conf_00200_missing()) return;
    // The values are from executables/tests/inverter_test_ref5 on conf.00200 and inverter_test_ref4 on cold
    // 4^4.
    const auto c = test::cl2qcd_pion(WilsonOperator<double>(conf_00200(), 0.15, kPeriodic));
    const double expected[4] = {2.23946028664745e-2, 2.05485346957700e-3, 6.96566865496375e-4,
                                2.17148162775779e-3};
    for (int z = 0; z < 4; ++z) CHECK(c[z] == test::relative(expected[z], 1e-9));
    const Configuration cold(Geometry({4, 4, 4, 4}));
    const auto free = test::cl2qcd_pion(WilsonOperator<double>(cold, 0.15, kPeriodic));
    const double known[4] = {1.83008474327911e-2, 3.14850262023767e-3, 7.81590667980677e-4,
                             3.14850262023767e-3};
    for (int z = 0; z < 4; ++z) CHECK(free[z] == test::relative(known[z], 1e-9));
  }
}

}  // namespace glueball::test::physics_reference_cl2qcd
