// Rooted staggered quarks against sums of poles on the CPU in double, and against the action of four
// flavours.
#include "actions/rooted_staggered.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "base/error.hpp"
#include "field/transfer.hpp"
#include "reference/axpy.hpp"
#include "reference/dot.hpp"
#include "reference/gaussian_colour.hpp"
#include "reference/multishift_cg.hpp"
#include "reference/norm2.hpp"
#include "reference/staggered_force.hpp"
#include "support/devices.hpp"
#include "support/exact_links.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"

namespace glueball::test {
namespace {

constexpr double kMass = 0.15;
constexpr std::uint64_t kSeed = 301;
const Geometry kGeometry({4, 6, 2, 8});
const QuarkParameters kQuark{.action = QuarkAction::staggered, .mass = kMass};

Boundary phases() {
  Boundary b = {1, -1, 1, -1};
  b.twist = {0.4, 0.0, -0.7, 0.2};
  b.imaginary_mu = 0.3;
  return b;
}

/// The solutions of all poles.
std::vector<ParityColourField> poles(const reference::StaggeredOperator& m, const RationalFunction& r,
                                     const ParityColourField& b) {
  std::vector<ParityColourField> x;
  reference::multishift_cg<ParityColourField>(m, b, r.shifts, x, 1e-14);
  return x;
}

/// r(A) b.
ParityColourField applied(const reference::StaggeredOperator& m, const RationalFunction& r,
                          const ParityColourField& b) {
  ParityColourField sum = b;
  reference::scale(r.constant, sum);
  const auto x = poles(m, r, b);
  for (std::size_t i = 0; i < x.size(); ++i) reference::axpy(r.numerators[i], x[i], sum);
  return sum;
}

/// The best approximation beside those of the action: of another error, so that nothing is the same but the
/// power.
RationalFunction power(int numerator, int denominator) {
  return shared_minimax_within({power_factor(numerator, denominator)}, {kMass * kMass, kMass * kMass + 17},
                               1e-14)
      .function;
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

void check(const DeviceLattice& lattice, const Configuration& u, const RootedParameters& rooted) {
  CAPTURE(rooted.flavours);
  const GaugeField links = on_device(lattice, u);
  MomentumField p(lattice);
  RootedStaggered action(context_of(lattice, links, p), kQuark, rooted);
  const Boundary wrapped = phases().wrapped(kGeometry);
  const reference::StaggeredOperator m(u, kMass, wrapped);
  const int n = rooted.pseudofermions;
  const bool exact = rooted.flavours == 4 * n;

  const double drawn = action.refresh(*exact_links(u), 5);
  const RationalFunction root = power(rooted.flavours, 8 * n),
                         inverse = exact ? RationalFunction{0, {1}, {0}} : power(-rooted.flavours, 4 * n);
  double noise = 0, energy = 0;
  Momenta force(kGeometry);
  for (int j = 0; j < n; ++j) {
    const auto eta = reference::gaussian_colour(kGeometry, Parity::even, kSeed, 5, 2 + 65536 * j);
    const ParityColourField phi = action.pseudofermion(j);
    CHECK(relative_error(phi, applied(m, root, eta)) < 1e-10);
    noise += reference::norm2(eta);
    energy += reference::dot(phi, applied(m, inverse, phi)).real();
    const auto x = poles(m, inverse, phi);
    for (std::size_t i = 0; i < x.size(); ++i) {
      ParityColourField odd(phi.size());
      m.hop(Parity::odd, x[i], odd);
      reference::staggered_force(u, wrapped, {x[i], odd}, inverse.numerators[i], force);
    }
  }
  CHECK(drawn == doctest::Approx(noise).epsilon(1e-12));
  CHECK(energy == doctest::Approx(noise).epsilon(1e-10));
  CHECK(action.energy(*exact_links(u)) == doctest::Approx(energy).epsilon(1e-10));
  upload(Momenta(kGeometry), p);
  action.kick(1);
  const bool in_double = lattice.precision() == gpu::Precision::double_;
  CHECK(relative_error(download(p), force) < (in_double ? 1e-7 : 2e-5));
  CHECK(action.take_iterations() > 10);
}

TEST_SUITE("property") {
  TEST_CASE("rooted staggered quarks: heatbath, energy and force are sums of poles") {
    const Configuration u = weak_configuration(kGeometry, 0.4, 302);
    for_each_lattice(kGeometry, {.storage = false}, [&](const DeviceLattice& lattice) {
      check(lattice, u, {.flavours = 2});
      check(lattice, u, {.flavours = 3, .pseudofermions = 2});
      check(lattice, u, {.flavours = 4});  // the power is -1: the determinant of four flavours
    });
  }

  TEST_CASE("rooted staggered quarks: a spectrum beyond the bound is an error that names both") {
    const Configuration u = weak_configuration(kGeometry, 0.4, 303);
    for_each_lattice(kGeometry, {.storage = false}, [&](const DeviceLattice& lattice) {
      const GaugeField links = on_device(lattice, u);
      MomentumField p(lattice);
      RootedStaggered action(context_of(lattice, links, p), kQuark, {.largest = 5});
      CHECK_THROWS_WITH_AS(action.refresh(*exact_links(u), 5), doctest::Contains("up to largest = 5"), Error);
      // Free quarks come to the bound, and that is allowed.
      const Configuration free(kGeometry);
      const GaugeField cold = on_device(lattice, free);
      RootedStaggered whole(context_of(lattice, cold, p), kQuark, {.largest = 16});
      CHECK_NOTHROW(whole.refresh(*exact_links(free), 5));
    });
    const RootedParameters none{.flavours = 0}, many{.flavours = 5};
    CHECK_THROWS_AS(none.check(), Error);
    CHECK_THROWS_AS(many.check(), Error);
  }
}

TEST_SUITE("slow") {
  TEST_CASE("rooted staggered quarks: heatbath, energy and force in double and in every storage") {
    const Configuration u = weak_configuration(kGeometry, 0.4, 302);
    for_each_lattice(kGeometry, {.in_double = true}, [&](const DeviceLattice& lattice) {
      check(lattice, u, {.flavours = 5, .pseudofermions = 2});
      check(lattice, u, {.flavours = 1});
    });
  }
}

}  // namespace
}  // namespace glueball::test
