// These tests compare rooted staggered quarks with sums of poles on the CPU in double, and with the action of
// four flavours.
#include "actions/rooted_staggered.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "actions/staggered_action.hpp"
#include "base/error.hpp"
#include "cpu/gaussian_fields.hpp"
#include "cpu/linalg.hpp"
#include "field/transfer.hpp"
#include "reference/hisq_force.hpp"
#include "reference/multishift_cg.hpp"
#include "reference/staggered_force.hpp"
#include "support/devices.hpp"
#include "support/double_links.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"

namespace glueball::test::property_rooted_staggered {
namespace {

constexpr double kMass = 0.15;
constexpr std::uint64_t kSeed = 301;
const Geometry kGeometry({4, 6, 2, 8}), kSmall({4, 2, 4, 6});
const QuarkParameters kQuark{.action = QuarkAction::staggered, .mass = kMass},
    kHisq{.action = QuarkAction::hisq, .mass = kMass, .epsilon = -0.2};

Boundary phases() {
  Boundary b = {1, -1, 1, -1};
  b.twist = {0.4, 0.0, -0.7, 0.2};
  b.imaginary_mu = 0.3;
  return b;
}

/// Returns the solutions of all poles.
std::vector<ParityColourField> poles(const cpu::StaggeredOperator& m, const RationalFunction& r,
                                     const ParityColourField& b) {
  std::vector<ParityColourField> x;
  reference::multishift_cg<ParityColourField>(m, b, r.shifts, x, 1e-14);
  return x;
}

/// r(A) b.
ParityColourField applied(const cpu::StaggeredOperator& m, const RationalFunction& r,
                          const ParityColourField& b) {
  ParityColourField sum = b;
  cpu::scale(r.constant, sum);
  const auto x = poles(m, r, b);
  for (std::size_t i = 0; i < x.size(); ++i) cpu::axpy(r.numerators[i], x[i], sum);
  return sum;
}

/// [x / (x + M^2 - m^2)]^(numerator / denominator): a best approximation beside those of the action, of
/// another range and error, so that nothing is the same but the power.
RationalFunction power(const RootedParameters& rooted, int numerator, int denominator, double beyond = 1,
                       double error = 1e-14) {
  PowerProduct f{power_factor(numerator, denominator)};
  if (rooted.heavy_mass != 0)
    f.push_back(power_factor(-numerator, denominator, rooted.heavy_mass * rooted.heavy_mass - kMass * kMass));
  return shared_minimax_within(f, {kMass * kMass, kMass * kMass + rooted.largest + beyond}, error).function;
}

/// Adds the force of phi^+ A^-1 phi, computed from X.
void add_force(const Configuration& u, const QuarkParameters& quark, const Boundary& boundary,
               const cpu::FullColourField& x, double weight, Momenta& p) {
  if (quark.action == QuarkAction::hisq)
    reference::hisq_force(u, boundary, quark.epsilon, x, weight, p);
  else
    reference::staggered_force(u, boundary, x, weight, p);
}

ActionContext context_of(const DeviceLattice& lattice, const GaugeField& u, MomentumField& p) {
  const bool in_double = lattice.precision() == gpu::Precision::double_;
  return {.lattice = lattice,
          .u = u,
          .p = p,
          .seed = kSeed,
          .number = 2,
          .solves = {.force_tolerance = in_double ? 1e-12 : 1e-6, .action_tolerance = 1e-12},
          .boundary = phases()};
}

/// These are the values that an action must have on these links, on any lattice.
struct Expected {
  Configuration u;
  QuarkParameters quark;
  RootedParameters rooted;
  std::vector<ParityColourField> phi;
  double noise = 0;
  Momenta force;
};

Expected expected(const Configuration& u, const QuarkParameters& given, const RootedParameters& rooted) {
  const Geometry& g = u.geometry();
  QuarkParameters quark = given;
  quark.boundary = phases().wrapped(g);
  const auto host = operator_kind<ColourField>(quark.action).pair(u, quark).host;
  const cpu::StaggeredOperator& m = *host;
  const int n = rooted.pseudofermions;
  const double over = rooted.heavy_mass * rooted.heavy_mass - kMass * kMass;
  const RationalFunction one_quark{0, {1}, {0}}, ratio{1, {over}, {0}};
  const auto inverse = [&](double beyond, double error) {
    if (rooted.flavours == 4 * n) return rooted.heavy_mass == 0 ? one_quark : ratio;
    return power(rooted, -rooted.flavours, 4 * n, beyond, error);
  };
  // The derivative of an approximation is not as near to that of the power as the approximation is: the force
  // is that of the action's own.
  const RationalFunction root = power(rooted, rooted.flavours, 8 * n), action = inverse(1, 1e-14),
                         force = inverse(0, kForceError);
  Expected e{u, given, rooted, {}, 0, Momenta(g)};
  for (int j = 0; j < n; ++j) {
    const auto eta = cpu::gaussian_colour(g, Parity::even, kSeed, 5, 2 + 65536 * j);
    const ParityColourField& phi = e.phi.emplace_back(applied(m, root, eta));
    e.noise += cpu::norm2(eta);
    CHECK(cpu::dot(phi, applied(m, action, phi)).real() == doctest::Approx(cpu::norm2(eta)).epsilon(1e-10));
    const auto x = poles(m, force, phi);
    for (std::size_t i = 0; i < x.size(); ++i) {
      ParityColourField odd(phi.size());
      m.hop(Parity::odd, x[i], odd);
      add_force(u, quark, quark.boundary, {x[i], odd}, force.numerators[i], e.force);
    }
  }
  return e;
}

void check(const DeviceLattice& lattice, const Expected& e) {
  CAPTURE(e.rooted.flavours);
  const GaugeField links = on_device(lattice, e.u);
  MomentumField p(lattice);
  RootedStaggered action(context_of(lattice, links, p), e.quark, e.rooted);
  const auto exact = double_links(e.u);
  CHECK(action.refresh(*exact, 5) == doctest::Approx(e.noise).epsilon(1e-12));
  for (std::size_t j = 0; j < e.phi.size(); ++j)
    CHECK(relative_error(action.pseudofermion(int(j)), e.phi[j]) < 1e-10);
  CHECK(action.energy(*exact) == doctest::Approx(e.noise).epsilon(1e-10));
  upload(Momenta(e.u.geometry()), p);
  action.kick(1);
  const bool in_double = lattice.precision() == gpu::Precision::double_;
  CHECK(relative_error(download(p), e.force) < (in_double ? 1e-10 : 2e-5));
  CHECK(action.take_iterations() > 10);
  CHECK(action.take_filtered().has_value() == (e.quark.action == QuarkAction::hisq));
}

void check_all(const QuarkParameters& quark, const Geometry& g, std::initializer_list<RootedParameters> all,
               const Sweep& lattices) {
  const Configuration u = weak_configuration(g, 0.4, 302);
  std::vector<Expected> wanted;
  for (const RootedParameters& rooted : all) wanted.push_back(expected(u, quark, rooted));
  for_each_lattice(g, lattices, [&](const DeviceLattice& lattice) {
    for (const Expected& e : wanted) check(lattice, e);
  });
}

TEST_SUITE("property") {
  TEST_CASE("rooted staggered quarks: heatbath, energy and force are sums of poles") {
    check_all(kQuark, kGeometry,
              {{.flavours = 2},
               {.flavours = 3, .pseudofermions = 2},
               {.flavours = 4},  // the power is -1: the determinant of four flavours
               {.flavours = 4, .heavy_mass = 0.6}},
              {.storage = false});
  }

  TEST_CASE("rooted HISQ quarks: heatbath, energy and force are sums of poles") {
    check_all(kHisq, kSmall, {{.flavours = 2, .largest = 8, .heavy_mass = 0.6}},
              {.storage = false, .turn = 1});
  }

  TEST_CASE("rooted HISQ quarks: four of them are the action of four, and so many at once filter once") {
    const Configuration u = hot_configuration(kSmall, 304);  // with small singular values
    for_each_lattice(kSmall, {.storage = false, .turn = 0}, [&](const DeviceLattice& lattice) {
      const GaugeField links = on_device(lattice, u);
      MomentumField p(lattice);
      const auto exact = double_links(u);
      StaggeredAction four(context_of(lattice, links, p), kHisq);
      RootedStaggered rooted(context_of(lattice, links, p), kHisq, {.flavours = 4, .largest = 10}),
          many(context_of(lattice, links, p), kHisq, {.flavours = 3, .pseudofermions = 4, .largest = 10});
      const auto kick = [&](Action& action) {
        upload(Momenta(kSmall), p);
        action.kick(1);
        return download(p);
      };
      const double energy = four.refresh(*exact, 5);
      rooted.set_pseudofermion(*exact, 0, four.pseudofermion());
      CHECK(rooted.energy(*exact) == doctest::Approx(energy).epsilon(1e-10));
      const Momenta force = kick(four);
      CHECK(relative_error(kick(rooted), force) < 2e-5);
      const auto filtered = four.take_filtered();
      CHECK(rooted.take_filtered() == filtered);
      many.refresh(*exact, 5);
      kick(many);
      CHECK(many.take_filtered() == filtered);
    });
  }

  TEST_CASE("rooted staggered quarks: what an energy's tolerance leaves is of second order") {
    const Configuration u = weak_configuration(kGeometry, 0.4, 302);
    const RootedParameters rooted{.flavours = 2};
    const Expected e = expected(u, kQuark, rooted);
    for_each_lattice(kGeometry, {.storage = false}, [&](const DeviceLattice& lattice) {
      const GaugeField links = on_device(lattice, u);
      MomentumField p(lattice);
      const auto exact = double_links(u);
      for (const double tolerance : {1e-3, 1e-4, 1e-5, 1e-10}) {
        CAPTURE(tolerance);
        ActionContext context = context_of(lattice, links, p);
        context.solves.action_tolerance = tolerance;
        RootedStaggered action(context, kQuark, rooted);
        action.set_pseudofermion(*exact, 0, e.phi[0]);
        const double off = action.energy(*exact) - e.noise;
        // The error of a heatbath is of first order: H is taken from the noise.
        const double drawn = action.refresh(*exact, 5);
        MESSAGE(describe(lattice), ": tolerance ", tolerance, ", an energy of ", e.noise, " is off by ", off,
                ", that of a heatbath by ", action.energy(*exact) - drawn);
        CHECK(std::abs(off) < 1e-11 * e.noise + 50 * tolerance * tolerance);
      }
    });
  }

  TEST_CASE("rooted staggered quarks: a spectrum beyond the bound is an error that names both") {
    const Configuration u = weak_configuration(kGeometry, 0.4, 303);
    for_each_lattice(kGeometry, {.storage = false, .turn = 1}, [&](const DeviceLattice& lattice) {
      const GaugeField links = on_device(lattice, u);
      MomentumField p(lattice);
      RootedStaggered action(context_of(lattice, links, p), kQuark, {.largest = 5});
      CHECK_THROWS_WITH_AS(action.refresh(*double_links(u), 5), doctest::Contains("up to largest = 5"),
                           Error);
      // Free quarks come to the bound, and that is allowed.
      const Configuration free(kGeometry);
      const GaugeField cold = on_device(lattice, free);
      RootedStaggered whole(context_of(lattice, cold, p), kQuark, {.largest = 16});
      CHECK_NOTHROW(whole.refresh(*double_links(free), 5));
    });
    const RootedParameters none{.flavours = 0}, many{.flavours = 5};
    CHECK_THROWS_AS(none.check(kMass), Error);
    CHECK_THROWS_AS(many.check(kMass), Error);
  }
}

TEST_SUITE("slow") {
  TEST_CASE("rooted staggered quarks: heatbath, energy and force in double and in every storage") {
    check_all(kQuark, kGeometry, {{.flavours = 5, .pseudofermions = 2}, {.flavours = 1}},
              {.in_double = true});
    check_all(kHisq, kSmall,
              {{.flavours = 2, .pseudofermions = 4, .largest = 8, .heavy_mass = 0.6},
               {.flavours = 1, .largest = 8}},
              {.storage = false, .in_double = true});
  }
}

}  // namespace

}  // namespace glueball::test::property_rooted_staggered
