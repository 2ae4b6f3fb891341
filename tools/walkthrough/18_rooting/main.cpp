// Chapter 18: roots of determinants: the best rational functions, and the energy of rooted quarks.
#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "../picture.hpp"
#include "actions/rooted_staggered.hpp"
#include "app/wording.hpp"
#include "base/error.hpp"
#include "cpu/linalg.hpp"
#include "cpu/staggered.hpp"
#include "field/transfer.hpp"
#include "reference/heatbath.hpp"
#include "reference/multishift_cg.hpp"

namespace {

using namespace glueball;

constexpr double kMass = 0.2, kLargest = 16;
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

/// The energy of two rooted flavours: phi^+ r(A) phi by the CPU's own matrix and solver, with several numbers
/// of poles. Returns how far the device's energy is from the best of them, relative.
double show_energies(const DeviceLattice& lattice, const Configuration& u) {
  GaugeField links(lattice);
  MomentumField p(lattice);
  upload(u, links);
  RootedStaggered action({.lattice = lattice, .u = links, .p = p, .seed = kSeed},
                         {.action = QuarkAction::staggered, .mass = kMass},
                         {.flavours = 2, .largest = kLargest});
  const auto exact = double_links_on_host(u.geometry());
  exact->set(u);
  action.refresh(*exact, 1);
  const double found = action.energy(*exact);

  const ParityColourField phi = action.pseudofermion(0);
  const cpu::StaggeredOperator a(u, kMass);
  const auto energy = [&](const RationalFunction& r) {
    std::vector<ParityColourField> x;
    reference::multishift_cg<ParityColourField>(a, phi, r.shifts, x, 1e-12);
    double sum = r.constant * cpu::dot(phi, phi).real();
    for (std::size_t i = 0; i < x.size(); ++i) sum += r.numerators[i] * cpu::dot(phi, x[i]).real();
    return sum;
  };
  const PowerProduct root{power_factor(-1, 2)};
  const Interval on{kMass * kMass, kMass * kMass + kLargest};
  const double wanted = energy(minimax_within(root, on, 1e-12).function);
  fmt::print("poles   error of the energy\n");
  for (const int order : {2, 4, 8})
    fmt::print("{:5}{:22.0e}\n", order, std::abs(energy(minimax(root, on, order).function) / wanted - 1));
  return std::abs(found / wanted - 1);
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
  fmt::print("\ntwo flavours of staggered quarks of mass {} on {}\n\n", kMass, geometry.to_string());
  const DeviceLattice lattice(*device, geometry, preferred_options(*device));
  const bool agree = show_energies(lattice, u) < 1e-8;
  fmt::print("\n{}\n", agree ? "GPU and CPU agree on the energy of the rooted quarks" : "GPU AND CPU DIFFER");
  return agree ? 0 : int(app::Status::self_test);
} catch (const glueball::Error& error) {
  return app::failed("18_rooting", error);
}
