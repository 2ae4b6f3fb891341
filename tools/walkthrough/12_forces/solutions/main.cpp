// Solutions of the exercises of chapter 12, with the production classes, on the device that is named, or the
// best one.
#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "../../chapter.hpp"
#include "actions/gauge_action.hpp"
#include "app/wording.hpp"
#include "base/error.hpp"
#include "cpu/plaquette.hpp"
#include "field/transfer.hpp"
#include "reference/gauge_force.hpp"
#include "reference/heatbath.hpp"
#include "update/molecular_dynamics.hpp"

namespace {

using namespace glueball;
using chapter::report;

constexpr double kBeta = 5.6;

/// H at the end of tau = 0.5 less H at the beginning: its root mean square over four draws of the momenta.
double energy_error(const DeviceLattice& lattice, const Configuration& u, double beta, Integrator integrator,
                    int steps) {
  double squares = 0;
  constexpr int kDraws = 4;
  for (std::uint32_t draw = 1; draw <= kDraws; ++draw) {
    MolecularDynamics dynamics(lattice, u);
    dynamics.add(std::make_unique<GaugeAction>(lattice, dynamics.links(), dynamics.momenta(),
                                               GaugeCouplings{.beta = beta}));
    const double before = dynamics.refresh(2006, draw);
    dynamics.integrate(integrator, 0.5, steps);
    squares += std::pow(dynamics.hamiltonian() - before, 2);
  }
  return std::sqrt(squares / kDraws);
}

/// The force on one number of one link, by the action on both sides of it.
double slope(const Configuration& u, double eps) {
  const auto moved = [&](double by) {
    Configuration v = u;
    AlgebraVector only{};
    only[2] = 1;
    v.link(5, 1) = reference::exponential(only, by) * v.link(5, 1);
    return cpu::gauge_action(v, kBeta);
  };
  return -(moved(eps) - moved(-eps)) / (2 * eps);
}

}  // namespace

int main(int argc, char** argv) try {
  const auto device = gpu::open_device(argc > 1 ? argv[1] : "auto");
  const Geometry geometry({8, 4, 4, 4});
  const DeviceLattice lattice(*device, geometry, {{}, {.accumulator = device->preferred_accumulator()}});
  Configuration u = hot_configuration(geometry, 3);
  for (std::uint32_t sweep = 1; sweep <= 8; ++sweep) reference::heatbath(u, {.beta = kBeta}, 3, sweep);

  Momenta force(u.geometry());
  reference::gauge_force(u, kBeta, 1, force);
  bool good = report(1, "the force is the slope of the action, to seven digits",
                     std::abs(slope(u, 1e-4) - force.at(5, 1)[2]) < 1e-6);

  const double leapfrog = energy_error(lattice, u, kBeta, Integrator::leapfrog, 16),
               omelyan = energy_error(lattice, u, kBeta, Integrator::omelyan, 8);
  good &= report(2, "with as many forces, the minimal-norm scheme errs less than two thirds",
                 omelyan < leapfrog * 2 / 3);

  good &= report(3, "at beta = 0 links drift freely, and H stays as it is in one step",
                 energy_error(lattice, u, 0, Integrator::leapfrog, 1) < 1e-3);
  return good ? 0 : int(app::Status::self_test);
} catch (const glueball::Error& error) {
  return app::failed("12_forces solutions", error);
}
