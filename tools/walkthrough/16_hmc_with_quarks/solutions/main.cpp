// Solutions of the exercises of chapter 16, with the production classes, on the device that is named, or the
// best one.
#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "../../chapter.hpp"
#include "actions/gauge_action.hpp"
#include "actions/two_flavour_wilson.hpp"
#include "app/wording.hpp"
#include "base/error.hpp"
#include "reference/heatbath.hpp"
#include "update/molecular_dynamics.hpp"

namespace {

using namespace glueball;
using chapter::report;

constexpr double kBeta = 5.3;

struct Outcome {
  double dh = 0;
  int iterations = 0;
};

/// One trajectory of 0.5 from the momenta of number `step`; without quarks where `quarks` is false.
Outcome trajectory(const DeviceLattice& lattice, const Configuration& u, double kappa, int steps,
                   bool quarks = true, std::uint32_t step = 1) {
  MolecularDynamics dynamics(lattice, u);
  dynamics.add(std::make_unique<GaugeAction>(lattice, dynamics.links(), dynamics.momenta(),
                                             GaugeCouplings{.beta = kBeta}));
  if (quarks)
    dynamics.add(std::make_unique<TwoFlavourWilson>(lattice, dynamics.links(), dynamics.momenta(),
                                                    TwoFlavourParameters{.kappa = kappa}));
  Outcome outcome;
  const double before = dynamics.refresh(2006, step);
  dynamics.integrate(Integrator::leapfrog, 0.5, steps);
  for (const int iterations : dynamics.take_iterations()) outcome.iterations += iterations;
  outcome.dh = dynamics.hamiltonian() - before;
  return outcome;
}

/// The root of the mean of dH^2 over four trajectories: one alone may have next to no dH by accident.
double typical_dh(const DeviceLattice& lattice, const Configuration& u, int steps) {
  double squares = 0;
  for (std::uint32_t step = 1; step <= 4; ++step)
    squares += std::pow(trajectory(lattice, u, 0.15, steps, true, step).dh, 2);
  return std::sqrt(squares / 4);
}

}  // namespace

int main(int argc, char** argv) try {
  const auto device = gpu::open_device(argc > 1 ? argv[1] : "auto");
  const Geometry geometry({4, 4, 4, 4});
  const DeviceLattice lattice(*device, geometry, {{}, {.accumulator = device->preferred_accumulator()}});
  Configuration u(geometry);
  for (std::uint32_t sweep = 1; sweep <= 12; ++sweep) reference::heatbath(u, {.beta = kBeta}, 1, sweep);

  const double ratio = typical_dh(lattice, u, 16) / typical_dh(lattice, u, 32);
  bool good = report(1, "with quarks too, half the step makes a quarter of dH, within a fifth",
                     std::abs(ratio / 4 - 1) < 0.2);

  const double heavy = trajectory(lattice, u, 1e-4, 8).dh, none = trajectory(lattice, u, 0, 8, false).dh;
  good &= report(2, "quarks at kappa = 0.0001 leave dH as it is without them", std::abs(heavy - none) < 0.01);

  good &= report(3, "lighter quarks, kappa = 0.16 rather than 0.12, need more iterations",
                 trajectory(lattice, u, 0.16, 8).iterations > trajectory(lattice, u, 0.12, 8).iterations);
  return good ? 0 : int(app::Status::self_test);
} catch (const glueball::Error& error) {
  return app::failed("16_hmc_with_quarks solutions", error);
}
