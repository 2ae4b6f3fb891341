// The reference against CL2QCD's own unit-test values on its conf.00200 (4^4, periodic in all directions).
#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include "io/configuration_file.hpp"
#include "lattice/momenta.hpp"
#include "reference/cg.hpp"
#include "reference/fermion_force.hpp"
#include "reference/gauge_force.hpp"
#include "reference/norm2.hpp"
#include "reference/plaquette.hpp"
#include "reference/update_links.hpp"
#include "support/skip.hpp"

namespace {

using namespace glueball;
using namespace glueball::reference;

constexpr Boundary kPeriodic = {1, 1, 1, 1};

/// POSIX drand48, written out so that every platform draws the same fields.
class Drand48 {
 public:
  explicit Drand48(std::uint64_t seed) : state_(seed << 16 | 0x330E) {}
  double operator()() {
    state_ = (0x5DEECE66DULL * state_ + 0xB) & ((1ULL << 48) - 1);
    return double(state_) * 0x1p-48;
  }

 private:
  std::uint64_t state_;
};

/// CL2QCD's random spinor field: re and im of spin and colour in site order, in its own spin basis. That
/// basis is gamma_x, gamma_z, gamma_t of the opposite sign and the same gamma_y: psi_DeGrand-Rossi = gamma_y
/// psi_CL2QCD.
FullField<double> random_field(const Geometry& g, std::uint64_t seed) {
  Drand48 draw(seed);
  FullField<double> field = {HalfSpinorField(g.half_volume()), HalfSpinorField(g.half_volume())};
  for (std::size_t n = 0; n < g.volume(); ++n) {
    const Site s = g.site(n);
    Spinor psi;
    for (int spin = 0; spin < 4; ++spin) {
      for (int c = 0; c < 3; ++c) {
        psi[spin][c].real(draw());
        psi[spin][c].imag(draw());
      }
    }
    Spinor& out = field[int(Geometry::parity(s))][g.half_index(s)];
    for (int c = 0; c < 3; ++c) {
      out[0][c] = -psi[3][c];
      out[1][c] = psi[2][c];
      out[2][c] = psi[1][c];
      out[3][c] = -psi[0][c];
    }
  }
  return field;
}

double norm2_full(const FullField<double>& f) { return norm2(f[0]) + norm2(f[1]); }

double force_norm2(const Momenta& p) {
  double sum = 0.0;
  for (const auto& link : p.values())
    for (const double x : link) sum += x * x;
  return sum;
}

Configuration conf_00200() {
  return io::read_configuration(test::configs_directory() / "cl2qcd" / "conf.00200").configuration;
}

/// The pseudoscalar correlator along z from a point source at the origin, with CL2QCD's normalisation:
/// sum over 12 sources, spin, colour and the transverse volume of |D^-1|^2 / transverse volume, D = M / 2
/// kappa.
std::vector<double> correlator_z(const Configuration& u, double kappa) {
  const Geometry& g = u.geometry();
  const WilsonOperator<double> m(u, kappa, kPeriodic);
  std::vector<double> c(std::size_t(g.extent(2)), 0.0);
  for (int source = 0; source < 12; ++source) {
    FullField<double> b = {HalfSpinorField(g.half_volume()), HalfSpinorField(g.half_volume())}, x;
    b[0][0][source / 3][source % 3] = 1.0;
    const CgResult result = solve(m, b, x, 1e-14);
    CHECK(result.residual < 1e-13);
    for (std::size_t n = 0; n < g.volume(); ++n) {
      const Site s = g.site(n);
      for (const auto& spin : x[int(Geometry::parity(s))][g.half_index(s)].s)
        for (const Complex& z : spin) c[std::size_t(s[2])] += 4.0 * kappa * kappa * std::norm(z);
    }
  }
  for (double& value : c) value /= double(g.volume()) / g.extent(2);
  return c;
}

}  // namespace

TEST_SUITE("physics") {
  TEST_CASE("reference: CL2QCD's gauge observables and gauge force on conf.00200") {
    if (!test::configs_available()) {
      test::skip("reference configurations are absent");
      return;
    }
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
    if (!test::configs_available()) {
      test::skip("reference configurations are absent");
      return;
    }
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
    if (!test::configs_available()) {
      test::skip("reference configurations are absent");
      return;
    }
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
    if (!test::configs_available()) {
      test::skip("reference configurations are absent");
      return;
    }
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
    if (!test::configs_available()) {
      test::skip("reference configurations are absent");
      return;
    }
    // executables/tests/inverter_test_ref5 on conf.00200 and inverter_test_ref4 on cold 4^4.
    const auto c = correlator_z(conf_00200(), 0.15);
    const double expected[4] = {2.23946028664745e-2, 2.05485346957700e-3, 6.96566865496375e-4,
                                2.17148162775779e-3};
    for (int z = 0; z < 4; ++z) CHECK(c[z] == doctest::Approx(expected[z]).epsilon(1e-9));
    const auto free = correlator_z(Configuration(Geometry({4, 4, 4, 4})), 0.15);
    const double cold[4] = {1.83008474327911e-2, 3.14850262023767e-3, 7.81590667980677e-4,
                            3.14850262023767e-3};
    for (int z = 0; z < 4; ++z) CHECK(free[z] == doctest::Approx(cold[z]).epsilon(1e-9));
  }
}
