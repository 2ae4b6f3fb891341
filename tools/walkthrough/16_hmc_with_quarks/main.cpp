// Chapter 16: hybrid Monte Carlo with two flavours of quarks: energy flows between momenta, gluons and
// quarks.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <utility>

#include "../picture.hpp"
#include "actions/gauge_action.hpp"
#include "actions/two_flavour_wilson.hpp"
#include "app/wording.hpp"
#include "base/error.hpp"
#include "cpu/plaquette.hpp"
#include "field/transfer.hpp"
#include "reference/cg.hpp"
#include "reference/fermion_force.hpp"
#include "reference/heatbath.hpp"
#include "update/molecular_dynamics.hpp"

namespace {

using namespace glueball;

constexpr double kBeta = 5.3, kKappa = 0.15, kTau = 0.5;
constexpr std::uint64_t kSeed = 2006;
constexpr int kSteps = 5, kTrajectories = 3;

/// Links, momenta and the two actions; what they are at any time.
class Dynamics {
 public:
  Dynamics(const DeviceLattice& lattice, const Configuration& start)
      : lattice_(lattice),
        motion_(lattice, start),
        gluons_(add<GaugeAction>(GaugeCouplings{.beta = kBeta})),
        quarks_(add<TwoFlavourWilson>(TwoFlavourParameters{.kappa = kKappa, .seed = kSeed})) {}

  struct Energies {
    double momenta, gluons, quarks;
    double sum() const { return momenta + gluons + quarks; }
  };
  Energies energies() {
    DoubleLinks& u = motion_.exact();
    return {u.kinetic(motion_.momenta()), gluons_.energy(u), quarks_.energy(u)};
  }

  /// New momenta, and new pseudofermions from their heatbath.
  void refresh(std::uint32_t step) { motion_.refresh(kSeed, step); }
  /// Momenta are kicked by both forces, links drift with the momenta.
  void leapfrog(int steps, double tau) { motion_.integrate(Integrator::leapfrog, tau, steps); }

  Configuration links() { return motion_.configuration(); }
  void set_links(const Configuration& u) { upload(u, motion_.links()); }
  /// How far GPU and CPU are apart in the quarks' force, on the number that differs most.
  double force_difference();

 private:
  template <class A, class Parameters>
  A& add(const Parameters& parameters) {
    auto action = std::make_unique<A>(lattice_, motion_.links(), motion_.momenta(), parameters);
    A& added = *action;
    motion_.add(std::move(action));
    return added;
  }

  const DeviceLattice& lattice_;
  MolecularDynamics motion_;
  GaugeAction& gluons_;
  TwoFlavourWilson& quarks_;
};

double Dynamics::force_difference() {
  const Configuration u = links();
  Momenta expected(u.geometry());
  upload(expected, motion_.momenta());
  quarks_.kick(1);
  const cpu::WilsonOperator<double> m(u, kKappa);
  ParitySpinorField x(u.geometry().half_volume());
  reference::conjugate_gradient(m, quarks_.phi(), x, 1e-10);
  const auto fields = reference::force_fields(m, x);
  reference::fermion_force(u, kAntiperiodicInTime, kKappa, fields.x, fields.y, 1, expected);
  const Momenta force = download(motion_.momenta());
  double largest = 0;
  for (std::size_t n = 0; n < force.values().size(); ++n)
    for (std::size_t a = 0; a < 8; ++a)
      largest = std::max(largest, std::abs(force.values()[n][a] - expected.values()[n][a]));
  return largest;
}

}  // namespace

int main(int argc, char** argv) try {
  chapter::Picture picture(argc, argv);
  const auto device = gpu::open_device(argc > 1 ? argv[1] : "auto");
  const Geometry geometry({4, 4, 4, 8});
  const DeviceLattice lattice(*device, geometry, {{}, {.accumulator = device->preferred_accumulator()}});
  Configuration u(geometry);
  for (std::uint32_t sweep = 1; sweep <= 12; ++sweep) reference::heatbath(u, {.beta = kBeta}, kSeed, sweep);
  Dynamics dynamics(lattice, u);

  fmt::print(
      "HMC with two flavours on {}, beta = {:.1f}, kappa = {:.2f}\n\n  tau   momenta    gluons    quarks     "
      "    H\n",
      geometry.to_string(), kBeta, kKappa);
  dynamics.refresh(1);
  LinePlot plot{.title = "Energy along a trajectory", .x_label = "tau", .y_label = "energy gained"};
  plot.series = {{.name = "momenta"}, {.name = "gluons"}, {.name = "quarks"}, {.name = "H", .dashed = true}};
  Dynamics::Energies start{};
  for (int n = 0; n <= kSteps; ++n) {
    if (n > 0) dynamics.leapfrog(2, kTau / kSteps);
    const auto e = dynamics.energies();
    fmt::print("{:5.1f}{:10.0f}{:10.0f}{:10.0f}{:10.0f}\n", n * kTau / kSteps, e.momenta, e.gluons, e.quarks,
               e.sum());
    if (n == 0) start = e;
    const double gained[] = {e.momenta - start.momenta, e.gluons - start.gluons, e.quarks - start.quarks,
                             e.sum() - start.sum()};
    for (std::size_t k = 0; k < plot.series.size(); ++k)
      plot.series[k].points.push_back({n * kTau / kSteps, gained[k]});
  }
  picture.draw(plot);
  const double difference = dynamics.force_difference();

  fmt::print("\ntrajectory      dH   accepted   plaquette\n");
  dynamics.set_links(u);
  std::mt19937 random(kSeed);
  for (int n = 1; n <= kTrajectories; ++n) {
    dynamics.refresh(std::uint32_t(n));
    const double before = dynamics.energies().sum();
    dynamics.leapfrog(2 * kSteps, kTau);
    const double dh = dynamics.energies().sum() - before;
    const bool accepted = double(random()) * 0x1p-32 < std::exp(-dh);
    if (accepted)
      u = dynamics.links();
    else
      dynamics.set_links(u);
    fmt::print("{:10}{:8.2f}{:>11}{:12.3f}\n", n, dh, accepted ? "yes" : "no", cpu::plaquette(u).average());
  }
  const bool agree = difference < 1e-3;
  fmt::print("\n{}\n", agree ? "GPU and CPU agree on the force of the quarks"
                             : fmt::format("GPU AND CPU DIFFER by {:g}", difference));
  return agree ? 0 : int(app::Status::self_test);
} catch (const glueball::Error& error) {
  return app::failed("16_hmc_with_quarks", error);
}
