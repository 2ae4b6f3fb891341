// Chapter 19: a chain with two light quarks and a strange one, on three time scales.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "../picture.hpp"
#include "actions/gauge_action.hpp"
#include "actions/rooted_staggered.hpp"
#include "app/wording.hpp"
#include "base/error.hpp"
#include "cpu/hisq.hpp"
#include "cpu/linalg.hpp"
#include "field/transfer.hpp"
#include "measure/condensate.hpp"
#include "reference/heatbath.hpp"
#include "reference/multishift_cg.hpp"
#include "reference/wilson_loops.hpp"
#include "update/hmc.hpp"

namespace {

using namespace glueball;

constexpr double kLight = 0.2, kStrange = 0.5, kBeta = 3.6, kImprovement = -1.0 / 12, kLargest = 10;
constexpr std::uint64_t kSeed = 2006;

/// The root of the mean square force on a link, of flavours of one mass over as many of a heavier mass if it
/// is above 0.
double force(const DeviceLattice& lattice, const Configuration& u, int flavours, double mass,
             double heavy_mass) {
  MolecularDynamics motion(lattice, u);
  const ActionContext context{.lattice = lattice, .u = motion.links(), .p = motion.momenta(), .seed = kSeed};
  motion.add(std::make_unique<RootedStaggered>(
      context, QuarkParameters{.action = QuarkAction::hisq, .mass = mass},
      RootedParameters{.flavours = flavours, .largest = kLargest, .heavy_mass = heavy_mass}));
  motion.refresh(kSeed, 1);
  return motion.force_norms().front();
}
double gluon_force(const DeviceLattice& lattice, const Configuration& u) {
  MolecularDynamics motion(lattice, u);
  motion.add(std::make_unique<GaugeAction>(lattice, motion.links(), motion.momenta(),
                                           GaugeCouplings{.beta = kBeta, .c1 = kImprovement}));
  return motion.force_norms().front();
}

LinePlot show_forces(const DeviceLattice& lattice, const Configuration& u) {
  const double alone = force(lattice, u, 2, kLight, 0);
  LinePlot plot{.title = "Force of two light flavours, divided by heavier ones",
                .x_label = "mass of the heavier ones",
                .y_label = "force on a link"};
  plot.series = {{.name = "divided"}, {.name = "alone", .dashed = true}};
  fmt::print("force on a link\ntwo light flavours alone           {:8.3f}\n", alone);
  for (const double heavy : {0.3, kStrange, 1.0, 2.0}) {
    const double divided = force(lattice, u, 2, kLight, heavy);
    fmt::print("divided by two of mass {:3.1f}         {:8.3f}\n", heavy, divided);
    plot.series[0].points.push_back({heavy, divided});
    plot.series[1].points.push_back({heavy, alone});
  }
  fmt::print("three flavours of mass {:3.1f}         {:8.3f}\n", kStrange, force(lattice, u, 3, kStrange, 0));
  fmt::print("gluons                             {:8.3f}\n\n", gluon_force(lattice, u));
  return plot;
}

/// The energy of one field of two flavours by the device, and phi^+ r(A) phi by the CPU's own solver: how far
/// they are apart, relative.
double energy_difference(const DeviceLattice& lattice, const Configuration& u) {
  GaugeField links(lattice);
  MomentumField p(lattice);
  upload(u, links);
  const QuarkParameters quark{.action = QuarkAction::hisq, .mass = kLight};
  RootedStaggered action({.lattice = lattice, .u = links, .p = p, .seed = kSeed}, quark,
                         {.flavours = 2, .largest = kLargest});
  const auto exact = double_links_on_host(u.geometry());
  exact->set(u);
  action.refresh(*exact, 1);
  const double found = action.energy(*exact);

  const ParityColourField phi = action.pseudofermion(0);
  const cpu::HisqOperator a(u, kLight, 0);
  const double squared = kLight * kLight;
  const RationalFunction r =
      minimax_within({power_factor(-1, 2)}, {squared, squared + kLargest}, 1e-12).function;
  std::vector<ParityColourField> x;
  reference::multishift_cg<ParityColourField>(a, phi, r.shifts, x, 1e-12);
  double wanted = r.constant * cpu::dot(phi, phi).real();
  for (std::size_t i = 0; i < x.size(); ++i) wanted += r.numerators[i] * cpu::dot(phi, x[i]).real();
  return std::abs(found / wanted - 1);
}

void chain(gpu::Device& device, const Configuration& start) {
  HmcParameters p{.tau = 0.7, .seed = kSeed, .energies = Energies::host};
  p.levels = {{Integrator::omelyan, 1}, {Integrator::omelyan, 1}, {Integrator::omelyan, 2}};
  p.monomials = {{"rooted-hisq", {{"flavours", 2}, {"mass", kLight}, {"heavy-mass", kStrange}}, 0},
                 {"rooted-hisq", {{"flavours", 3}, {"mass", kStrange}}, 1},
                 {"gauge", {{"beta", kBeta}, {"c1", kImprovement}}, 2}};
  Hmc hmc(device, preferred_options(device), p, start);
  fmt::print("trajectory     dH  accepted  plaquette  Polyakov loop   condensates: light  strange\n");
  for (int n = 1; n <= 3; ++n) {
    const Trajectory t = hmc.run(n);
    const Configuration& u = hmc.configuration();
    const auto condensates = chiral_condensates(
        device, u, {.action = QuarkAction::hisq, .masses = {kLight, kStrange}}, kAntiperiodicInTime, kSeed);
    fmt::print("{:10}{:7.2f}{:>10}{:11.3f}{:15.2f}{:21.2f}{:9.2f}\n", n, t.delta_h, t.accepted ? "yes" : "no",
               t.plaquette, std::abs(reference::polyakov(u)), condensates[0], condensates[1]);
  }
}

}  // namespace

int main(int argc, char** argv) try {
  chapter::Picture picture(argc, argv);
  const auto device = gpu::open_device(argc > 1 ? argv[1] : "auto");
  const Geometry geometry({4, 4, 4, 4});
  Configuration u(geometry);
  for (std::uint32_t sweep = 1; sweep <= 12; ++sweep) reference::heatbath(u, {.beta = 6}, kSeed, sweep);
  fmt::print("2 + 1 flavours of HISQ quarks on {}, beta = {}, masses {} and {}\n\n", geometry.to_string(),
             kBeta, kLight, kStrange);
  const DeviceLattice lattice(*device, geometry, preferred_options(*device));
  picture.draw(show_forces(lattice, u));
  chain(*device, u);
  const bool agree = energy_difference(lattice, u) < 1e-8;
  fmt::print("\n{}\n", agree ? "GPU and CPU agree on the energy of the rooted quarks" : "GPU AND CPU DIFFER");
  return agree ? 0 : int(app::Status::self_test);
} catch (const glueball::Error& error) {
  return app::failed("19_three_flavours", error);
}
