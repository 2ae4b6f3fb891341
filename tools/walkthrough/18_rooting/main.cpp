// Chapter 18: roots of determinants: rational functions, and a chain with two light quarks and a strange one.
#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "../picture.hpp"
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

constexpr double kLight = 0.2, kStrange = 0.5, kLargest = 10;
constexpr std::uint64_t kSeed = 2006;

/// The relative error of r from x^(-1/2), over log x: a column a place, rows from +error to -error.
void plot(const Minimax& best, const Interval& on) {
  constexpr int kColumns = 64, kRows = 9;
  std::vector<std::string> rows(kRows, std::string(kColumns, ' '));
  for (int column = 0; column < kColumns; ++column) {
    const double x = on.lo * std::pow(on.hi / on.lo, double(column) / (kColumns - 1));
    const double error = (best.function(x) * std::sqrt(x) - 1) / best.error;
    rows[std::size_t(std::lround((1 - error) / 2 * (kRows - 1)))][std::size_t(column)] = '*';
  }
  for (int row = 0; row < kRows; ++row) {
    const std::string label = row == 0             ? fmt::format("{:+.0e}", best.error)
                              : row == kRows - 1   ? fmt::format("{:+.0e}", -best.error)
                              : row == (kRows / 2) ? "0"
                                                   : "";
    std::string line = fmt::format("{:>7} |{}", label, rows[std::size_t(row)]);
    fmt::print("{}\n", line.substr(0, line.find_last_not_of(' ') + 1));
  }
  fmt::print("        x = {:g} {:>{}} {:g}\n\n", on.lo, "to", kColumns - 13, on.hi);
}

/// The same with several numbers of poles, over all of x and with the sign that it has.
LinePlot errors_of(const PowerProduct& root, const Interval& on) {
  constexpr int kPoints = 400;
  LinePlot plot{.title = "Relative error of the best r(x) for 1 / √x",
                .x_label = "x",
                .y_label = "1000 (r √x − 1)",
                .x_logarithmic = true,
                .y_from_zero = false};
  for (const int order : {3, 4}) {
    const Minimax best = minimax(root, on, order);
    Series s{.name = fmt::format("{} poles", order), .marked = false};
    for (int n = 0; n <= kPoints; ++n) {
      const double x = on.lo * std::pow(on.hi / on.lo, double(n) / kPoints);
      s.points.push_back({x, 1000 * (best.function(x) * std::sqrt(x) - 1)});
    }
    plot.series.push_back(std::move(s));
  }
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
                 {"gauge", {{"beta", 3.6}, {"c1", -1.0 / 12}}, 2}};
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
  const Interval on{0.01, 10};
  const PowerProduct root{power_factor(-1, 2)};
  fmt::print("the relative error of the best r(x) with 4 poles for x^(-1/2)\n\n");
  plot(minimax(root, on, 4), on);
  picture.draw(errors_of(root, on));
  fmt::print("poles   largest error\n");
  for (const int order : {2, 4, 8, 12}) fmt::print("{:5}{:16.0e}\n", order, minimax(root, on, order).error);

  const Geometry geometry({4, 4, 4, 4});
  Configuration u(geometry);
  for (std::uint32_t sweep = 1; sweep <= 12; ++sweep) reference::heatbath(u, {.beta = 6}, kSeed, sweep);
  fmt::print("\n2 + 1 flavours of HISQ quarks on {}, beta = 3.6, masses {} and {}\n\n", geometry.to_string(),
             kLight, kStrange);
  chain(*device, u);

  const DeviceLattice lattice(*device, geometry, preferred_options(*device));
  const bool agree = energy_difference(lattice, u) < 1e-8;
  fmt::print("\n{}\n", agree ? "GPU and CPU agree on the energy of the rooted quarks" : "GPU AND CPU DIFFER");
  return agree ? 0 : int(app::Status::self_test);
} catch (const glueball::Error& error) {
  return app::failed("18_rooting", error);
}
