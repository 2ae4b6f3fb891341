// These tests check integrators on the lattice: orders of dH, reversibility, and nesting, in double
// precision.
#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "actions/registry.hpp"
#include "cpu/plaquette.hpp"
#include "field/transfer.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"
#include "update/molecular_dynamics.hpp"

namespace glueball::test::property_integrators {
namespace {

const Geometry kGeometry({4, 2, 4, 6});
constexpr std::uint64_t kSeed = 151;

/// Adds plaquettes on one level and rectangles on the next: two forces that cost little.
void add_actions(const DeviceLattice& lattice, MolecularDynamics& md, int inner) {
  const auto add = [&](double beta, double c1, int level) {
    md.add(action_kind("gauge").make({lattice, md.links(), md.momenta()}, {{"beta", beta}, {"c1", c1}}),
           level);
  };
  add(1.5, 0, 0);
  add(4.0, 0, inner);
}

/// On every device that has it, lattices in double precision alone.
void for_each_double(const std::function<void(const DeviceLattice&)>& test) {
  int found = 0;
  for_each_lattice(kGeometry, {.storage = false, .in_double = true}, [&](const DeviceLattice& lattice) {
    if (lattice.precision() != gpu::Precision::double_) return;
    ++found;
    CAPTURE(describe(lattice));
    test(lattice);
  });
  CHECK(found > 0);
}

/// <|dH|> over some starts.
double energy_error(MolecularDynamics& md, const Configuration& u, const std::vector<Level>& levels,
                    double tau) {
  double mean = 0;
  for (std::uint32_t start = 0; start < 3; ++start) {
    upload(u, md.links());
    const double before = md.refresh(kSeed, start);
    md.integrate(levels, tau);
    mean += std::abs(md.hamiltonian() - before) / 3;
  }
  return mean;
}

TEST_SUITE("property") {
  TEST_CASE("integrators: |dH| falls with the order of each, alone and nested") {
    const Configuration u = weak_configuration(kGeometry, 0.4, 152);
    for_each_double([&](const DeviceLattice& lattice) {
      for (const bool nested : {false, true}) {
        MolecularDynamics md(lattice, u);
        add_actions(lattice, md, nested);
        for (const IntegratorKind& kind : integrator_kinds()) {
          double n = 0, x1 = 0, y1 = 0, xx = 0, xy = 0;  // slope of log |dH| over log eps by least squares
          for (const int steps : {8, 12, 16}) {
            std::vector<Level> levels{{kind.id, steps}};
            if (nested) levels.push_back({kind.id, 2});
            const double x = -std::log(double(steps)), y = std::log(energy_error(md, u, levels, 0.8));
            ++n, x1 += x, y1 += y, xx += x * x, xy += x * y;
          }
          const double order = (n * xy - x1 * y1) / (n * xx - x1 * x1);
          MESSAGE(describe(lattice), " ", std::string(kind.name), std::string(nested ? " nested" : ""),
                  ": order ", order);
          CHECK(std::abs(order - kind.order) < 0.15 * kind.order);
        }
      }
    });
  }

  TEST_CASE("integrators: forward, reversed and back is where it began") {
    const Configuration u = weak_configuration(kGeometry, 0.4, 153);
    for_each_double([&](const DeviceLattice& lattice) {
      for (const IntegratorKind& kind : integrator_kinds()) {
        CAPTURE(std::string(kind.name));
        const std::vector<Level> levels{{kind.id, 3}, {Integrator::omelyan, 2}};
        MolecularDynamics md(lattice, u);
        add_actions(lattice, md, 1);
        const double before = md.refresh(kSeed, 7);
        const Momenta p = download(md.momenta());
        md.integrate(levels, 0.6);
        CHECK(relative_error(download(md.links()), u) > 0.1);
        md.reverse();
        md.integrate(levels, 0.6);
        md.reverse();
        CHECK(std::abs(md.hamiltonian() - before) < 1e-9);
        CHECK(relative_error(download(md.links()), u) < 1e-12);
        CHECK(relative_error(download(md.momenta()), p) < 1e-12);
      }
    });
  }

  TEST_CASE("integrators: a force-gradient step is the kick of the moved links, which come back") {
    const Configuration u = weak_configuration(kGeometry, 0.4, 154);
    for_each_double([&](const DeviceLattice& lattice) {
      MolecularDynamics md(lattice, u);
      add_actions(lattice, md, 0);
      // One action of both has the same force: nothing depends on how many monomials a level has.
      MolecularDynamics one(lattice, u);
      one.add(action_kind("gauge").make({lattice, one.links(), one.momenta()}, {{"beta", 5.5}, {"c1", 0.0}}));
      md.refresh(kSeed, 3);
      one.refresh(kSeed, 3);
      md.integrate(Integrator::force_gradient, 0.5, 2);
      one.integrate(Integrator::force_gradient, 0.5, 2);
      CHECK(relative_error(download(md.links()), download(one.links())) < 1e-13);
      CHECK(relative_error(download(md.momenta()), download(one.momenta())) < 1e-13);
    });
  }

  TEST_CASE("integrators: the force's norm is that of a kick into vanishing momenta") {
    const Configuration u = weak_configuration(kGeometry, 0.4, 155);
    for_each_lattice(kGeometry, {.storage = true}, [&](const DeviceLattice& lattice) {
      MolecularDynamics md(lattice, u);
      add_actions(lattice, md, 1);
      const auto norms = md.force_norms();
      REQUIRE(norms.size() == 2);
      for (std::size_t n = 0; n < 2; ++n) {
        upload(Momenta(kGeometry), md.momenta());
        md.terms()[n].action->kick(1);
        const double expected = norm(download(md.momenta())) / std::sqrt(4.0 * double(kGeometry.volume()));
        CHECK(norms[n] == doctest::Approx(expected).epsilon(1e-5));
      }
      CHECK(norms[1] / norms[0] == doctest::Approx(4.0 / 1.5).epsilon(1e-4));
    });
  }
}

}  // namespace

}  // namespace glueball::test::property_integrators
