// Molecular dynamics with overlap quarks: forces on either side of a surface, and what happens there.
#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <memory>
#include <string>

#include "actions/overlap_action.hpp"
#include "actions/registry.hpp"
#include "field/transfer.hpp"
#include "reference/gaussian_momenta.hpp"
#include "reference/update_links.hpp"
#include "support/devices.hpp"
#include "support/exact_links.hpp"
#include "support/fields.hpp"
#include "support/refusal.hpp"
#include "update/molecular_dynamics.hpp"

namespace glueball::test {
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

ActionContext context_of(const DeviceLattice& lattice, GaugeField& u, MomentumField& p) {
  return {.lattice = lattice,
          .u = u,
          .p = p,
          .seed = 5,
          .solves = {.force_tolerance = 1e-9, .action_tolerance = 1e-10}};
}

/// p . force = -dS/dtau along random momenta, by differences of fourth order.
double force_error(const DeviceLattice& lattice, const Configuration& u, int flavours, std::uint32_t step) {
  GaugeField links(lattice);
  MomentumField p(lattice);
  upload(u, links);
  OverlapAction action(context_of(lattice, links, p),
                       {.mass = 0.2, .flavours = flavours, .sign_error = 1e-11, .low_modes = 6});
  action.refresh(*exact_links(u), step);
  upload(Momenta(kGeometry), p);
  action.kick(1);
  const Momenta force = download(p);
  double worst = 0;
  for (const std::uint64_t seed : {31, 32}) {
    Momenta random(kGeometry);
    reference::gaussian_momenta(random, seed, 0);
    const auto at = [&](double tau) { return action.energy(*exact_links(moved(u, random, tau))); };
    const double h = 1e-3, slope = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
    MESSAGE(slope, " ", -product(random, force));
    worst = std::max(worst, std::abs(slope + product(random, force)) / std::abs(slope));
  }
  return worst;
}

TEST_SUITE("property") {
  TEST_CASE("overlap dynamics: the force is minus the derivative of the energy") {
    for_each_device([](gpu::Device& device) {
      const DeviceLattice lattice(device, kGeometry, options_of(device));
      for (const int flavours : {2, 1})
        CHECK(force_error(lattice, weak_configuration(kGeometry, 0.5, 71), flavours, 0) < 1e-6);
    });
  }
}

}  // namespace
}  // namespace glueball::test
