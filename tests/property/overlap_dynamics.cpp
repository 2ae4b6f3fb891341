// These tests check molecular dynamics with overlap quarks: forces on either side of a sector boundary, and
// the crossing.
#include <doctest/doctest.h>

#include <cmath>
#include <memory>
#include <string>

#include "actions/overlap_action.hpp"
#include "cpu/gaussian_fields.hpp"
#include "field/transfer.hpp"
#include "reference/gauge_force.hpp"
#include "support/dense_overlap.hpp"
#include "support/devices.hpp"
#include "support/double_links.hpp"
#include "support/fields.hpp"
#include "support/refusal.hpp"
#include "update/hmc.hpp"
#include "update/molecular_dynamics.hpp"

namespace glueball::test::property_overlap_dynamics {
namespace {

const Geometry kGeometry({2, 2, 2, 2});

LatticeOptions options_of(const gpu::Device& device, gpu::Precision precision = gpu::Precision::double_) {
  return preferred_options(device, precision, kGeometry);
}

Configuration moved(const Configuration& u, const Momenta& p, double tau) {
  Configuration v = u;
  reference::update_links(v, p, tau);
  return v;
}

ActionContext context_of(const DeviceLattice& lattice, const GaugeField& u, MomentumField& p) {
  return {.lattice = lattice,
          .u = u,
          .p = p,
          .seed = 5,
          .solves = {.force_tolerance = 1e-8, .action_tolerance = 1e-10}};
}

/// Returns links with a zero mode, so near to a sector boundary that the first momenta cross it.
const Configuration& near_sector_boundary() {
  static const Configuration u = weak_configuration(kGeometry, 0.9, 5);
  return u;
}
constexpr double kM0 = 1.9, kMass = 0.5;
OverlapKernel kernel() { return {.m0 = kM0}; }

/// The action has overlap quarks alone, with the momenta of a heatbath.
struct Dynamics {
  Dynamics(const DeviceLattice& lattice, const Configuration& start, double mass, int flavours,
           std::uint32_t step = 0)
      : md(lattice, start) {
    auto made = std::make_unique<OverlapAction>(
        context_of(lattice, md.links(), md.momenta()),
        OverlapParameters{
            .m0 = kM0, .mass = mass, .flavours = flavours, .sign_error = 1e-10, .low_modes = 6});
    action = made.get();
    md.add(std::move(made));
    before = md.refresh(5, step);
  }
  MolecularDynamics md;
  OverlapAction* action;
  double before;
};

/// Returns n_minus - n_plus of the dense matrix.
int index_of(const DenseOverlap& dense) { return int(std::lround(dense.sign.trace().real() / 2)); }

/// Returns the difference of p . force and -dS/dtau along random momenta, relative to the latter.
double force_error(const DeviceLattice& lattice, const Configuration& u, int flavours) {
  Dynamics d(lattice, u, 0.3, flavours);
  upload(Momenta(kGeometry), d.md.momenta());
  d.action->kick(1);
  const Momenta force = download(d.md.momenta());
  Momenta random(kGeometry);
  cpu::gaussian_momenta(random, 31, 0);
  const auto at = [&](double tau) { return d.action->energy(*double_links(moved(u, random, tau))); };
  const double h = 5e-4, slope = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
  CHECK(std::abs(slope) > 0.1);
  return std::abs(slope + product(random, force)) / std::abs(slope);
}

TEST_SUITE("property") {
  TEST_CASE("overlap dynamics: what is not there is one clear line") {
    gpu::Device& device = *devices().front();
    const DeviceLattice single(device, kGeometry, options_of(device, gpu::Precision::single));
    GaugeField u(single);
    MomentumField p(single);
    const auto said = refusal(ErrorKind::bad_value, [&] { OverlapAction(context_of(single, u, p), {}); });
    CHECK(said.find("in single precision") != std::string::npos);
    CHECK(said.find('\n') == std::string::npos);
  }
}

TEST_SUITE("slow") {
  TEST_CASE("overlap dynamics: the energy is that of dense matrices, and det D is that of a sector") {
    const DeviceLattice lattice(*devices().front(), kGeometry, options_of(*devices().front()));
    const Configuration other = weak_configuration(kGeometry, 0.9, 6);
    for (const int flavours : {2, 1})
      for (const std::uint32_t step : {0, 1}) {  // the chirality of one flavour
        if (flavours == 2 && step == 1) continue;
        if (!everything() && step != 0) continue;
        Dynamics d(lattice, near_sector_boundary(), kMass, flavours, step);
        const double kinetic = double_links(near_sector_boundary())->kinetic(d.md.momenta());
        const Eigen::VectorXcd phi = numbers_of(d.action->pseudofermion());
        const DenseOverlap start(near_sector_boundary(), kernel());
        const int index = index_of(start);
        CHECK(d.action->index() == index);
        CHECK(index != 0);
        const double sector = step == 0 ? 1 : -1;
        const auto energy = [&](const DenseOverlap& dense) {
          // One flavour has the index of the dynamics, which has not moved.
          return phi.dot(solved(normal(dense.d(kMass)), phi)).real() -
                 (flavours == 1 ? sector * index * std::log(kMass) : 0);
        };
        CHECK(d.before - kinetic == doctest::Approx(energy(start)).epsilon(1e-8));
        CHECK(d.action->energy(*double_links(other)) ==
              doctest::Approx(energy(DenseOverlap(other, kernel()))).epsilon(1e-8));
        if (flavours == 2) continue;
        CHECK((phi - sector * (start.gamma5 * phi)).norm() < 1e-12 * phi.norm());
        // log det D = log det (D^+ D)_c + c index log m
        const Dense half = (Dense::Identity(phi.size(), phi.size()) + sector * start.gamma5) / 2,
                    rest = Dense::Identity(phi.size(), phi.size()) - half, d_dense = start.d(kMass),
                    in_sector = product(half, product(normal(d_dense), half)) + rest;
        CHECK(log_det(d_dense) ==
              doctest::Approx(log_det(in_sector) + sector * index * std::log(kMass)).epsilon(1e-9));
      }
  }

  TEST_CASE(
      "overlap dynamics: the force is minus the derivative of the energy, on either side of a sector "
      "boundary") {
    const DeviceLattice lattice(*devices().front(), kGeometry, options_of(*devices().front()));
    Dynamics d(lattice, near_sector_boundary(), kMass, 2);
    const int start = d.action->index();
    d.md.drift(0.1);
    CHECK(d.action->index() != start);
    CHECK(d.action->index() == index_of(DenseOverlap(d.md.configuration(), kernel())));
    CHECK(force_error(lattice, d.md.configuration(), 1) < 1e-6);
    for_each_device([](gpu::Device& device) {
      const DeviceLattice there(device, kGeometry, options_of(device));
      CHECK(force_error(there, near_sector_boundary(), 2) < 1e-6);
    });
  }

  TEST_CASE(
      "overlap dynamics: a sector boundary is refracted at, energy is conserved, and time can be turned "
      "around") {
    const DeviceLattice lattice(*devices().front(), kGeometry, options_of(*devices().front()));
    for (const int flavours : {2, 1}) {
      double dh[2];
      for (const int finer : {0, 1}) {
        Dynamics d(lattice, near_sector_boundary(), kMass, flavours);
        const int start = d.action->index();
        const Momenta p = download(d.md.momenta());
        const int steps = 2 << finer;
        d.md.integrate(Integrator::leapfrog, 0.2, steps);
        dh[finer] = std::abs(d.md.hamiltonian() - d.before);
        const Crossings there = d.action->take_crossings();
        CHECK(there.refracted == 1);
        CHECK(there.reflected == 0);
        CHECK(std::abs(d.action->index() - start) == 1);
        if (finer == 1) continue;
        d.md.reverse();
        d.md.integrate(Integrator::leapfrog, 0.2, steps);
        d.md.reverse();
        CHECK(d.action->take_crossings().refracted == 1);
        CHECK(d.action->index() == start);
        CHECK(relative_error(download(d.md.links()), near_sector_boundary()) < 1e-8);
        CHECK(relative_error(download(d.md.momenta()), p) < 1e-8);
        CHECK(std::abs(d.md.hamiltonian() - d.before) < 1e-6);
      }
      CHECK(dh[1] < dh[0] / 2.5);  // 4, of a second order
    }
  }

  TEST_CASE("overlap dynamics: <exp(-dH)> = 1 while the index changes") {
    gpu::Device& device = *devices().front();
    HmcParameters p{.tau = 1, .seed = 11};
    p.levels = {{Integrator::leapfrog, 6}, {Integrator::leapfrog, 1}};
    p.monomials = {{"overlap", {{"mass", 0.7}, {"m0", 1.9}, {"low-modes", 6}, {"flavours", 1}}, 0},
                   {"gauge", {{"beta", 4.8}}, 1}};
    Hmc hmc(device, options_of(device), p, weak_configuration(Geometry({2, 2, 4, 4}), 0.9, 142));
    constexpr int kWarmUp = 20, kCount = 100;
    for (int step = 0; step < kWarmUp; ++step) hmc.run(step);
    double sum = 0, squares = 0;
    int refracted = 0, changed = 0, index = 0;
    for (int step = kWarmUp; step < kWarmUp + kCount; ++step) {
      const Trajectory t = hmc.run(step);
      const double e = std::exp(-t.delta_h);
      sum += e, squares += e * e;
      REQUIRE(t.topology);
      refracted += t.topology->refracted;
      changed += step > kWarmUp && t.topology->index != index;
      index = t.topology->index;
    }
    const double mean = sum / kCount, error = std::sqrt((squares / kCount - mean * mean) / (kCount - 1));
    MESSAGE("<exp(-dH)> = ", mean, " +- ", error, ", ", refracted,
            " sector boundaries refracted, the index changed in ", changed, " of ", kCount, " trajectories");
    CHECK(std::abs(mean - 1) < 3 * error);
    CHECK(error > 1e-3);
    CHECK(refracted > 0);
    CHECK(changed > 0);
  }
}

}  // namespace

}  // namespace glueball::test::property_overlap_dynamics
