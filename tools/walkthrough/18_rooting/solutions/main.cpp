// Solutions of the exercises of chapter 18, on the device that is named, or the best one.
#include <fmt/format.h>

#include <cmath>

#include "actions/rooted_staggered.hpp"
#include "app/wording.hpp"
#include "base/error.hpp"
#include "field/transfer.hpp"
#include "gpu/device.hpp"
#include "reference/heatbath.hpp"

namespace {

using namespace glueball;

const PowerProduct kRoot{power_factor(-1, 2)};

double error(int order) { return minimax(kRoot, {0.01, 10}, order).error; }
std::size_t poles(double mass) {
  return minimax_within(kRoot, {mass * mass, mass * mass + 10}, 1e-12).function.order();
}

/// |F| of two flavours of mass 0.1, over two of the heavier mass where it is one.
double force(const DeviceLattice& lattice, const Configuration& u, double heavy_mass) {
  GaugeField links(lattice);
  MomentumField p(lattice);
  upload(u, links);
  RootedStaggered action({.lattice = lattice, .u = links, .p = p, .seed = 2006},
                         {.action = QuarkAction::hisq, .mass = 0.1},
                         {.flavours = 2, .largest = 10, .heavy_mass = heavy_mass});
  const auto exact = double_links_on_host(u.geometry());
  exact->set(u);
  action.refresh(*exact, 1);
  upload(Momenta(u.geometry()), p);
  action.kick(1);
  double squares = 0;
  const Momenta kicked = download(p);
  for (const auto& link : kicked.values())
    for (const double x : link) squares += x * x;
  return std::sqrt(squares);
}

bool report(int number, const char* what, bool good) {
  fmt::print("exercise {}: {:<74}{}\n", number, what, good ? "yes" : "NO");
  return good;
}

}  // namespace

int main(int argc, char** argv) try {
  const auto device = gpu::open_device(argc > 1 ? argv[1] : "auto");
  const Geometry geometry({4, 4, 4, 4});
  const DeviceLattice lattice(*device, geometry, preferred_options(*device));
  Configuration u(geometry);
  for (std::uint32_t sweep = 1; sweep <= 12; ++sweep) reference::heatbath(u, {.beta = 6}, 1, sweep);

  bool good = report(1, "two more poles divide the error by the same number, within a tenth",
                     std::abs(error(4) * error(8) / (error(6) * error(6)) - 1) < 0.1);
  good &= report(2, "a hundredth of the mass needs less than three times the poles",
                 poles(0.001) < 3 * poles(0.1) && poles(0.001) > poles(0.1));
  good &= report(3, "divided by quarks of mass 0.3, the force of light ones is less than half",
                 force(lattice, u, 0.3) < 0.5 * force(lattice, u, 0));
  return good ? 0 : int(app::Status::self_test);
} catch (const glueball::Error& error) {
  return app::failed("18_rooting solutions", error);
}
