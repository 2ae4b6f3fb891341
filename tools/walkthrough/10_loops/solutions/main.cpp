// Solutions of the exercises of chapter 10, with the production kernels, on the device that is named, or the
// best one.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "../../chapter.hpp"
#include "app/wording.hpp"
#include "base/error.hpp"
#include "cpu/plaquette.hpp"
#include "reference/wilson_loops.hpp"
#include "update/heatbath.hpp"

namespace {

using namespace glueball;
using chapter::report;

/// After a few sweeps at beta = 6.2 from a cold start.
Configuration deconfined(gpu::Device& device, const Geometry& geometry) {
  GaugeHeatbath chain(device, preferred_options(device), {.couplings = {.beta = 6.2}},
                      Configuration(geometry));
  for (int sweep = 1; sweep <= 4; ++sweep) chain.sweep(sweep);
  return chain.configuration();
}

/// U_mu(x) -> g(x) U_mu(x) g(x + mu)^+ with g drawn at random.
Configuration transformed(const Configuration& u) {
  const Geometry& geometry = u.geometry();
  const Configuration g = hot_configuration(geometry, 7);
  Configuration v(geometry);
  for (std::size_t n = 0; n < geometry.volume(); ++n) {
    const Site x = geometry.site(n);
    for (int mu = 0; mu < kDirections; ++mu)
      v.link(n, mu) = g.link(n, 0) * u.link(n, mu) * adjoint(g.link(geometry.neighbour(x, mu), 0));
  }
  return v;
}

}  // namespace

int main(int argc, char** argv) try {
  const auto device = gpu::open_device(argc > 1 ? argv[1] : "auto");
  const Geometry geometry({8, 8, 8, 4});
  const Configuration u = deconfined(*device, geometry);
  const Complex loop = reference::polyakov(u);

  const Complex z = std::polar(1.0, 2 * std::numbers::pi / 3);
  Configuration turned = u;
  for (std::size_t n = 0; n < geometry.volume(); ++n)
    if (geometry.site(n)[3] == 0) turned.link(n, 3) *= z;
  const double change = cpu::plaquette(turned).average() - cpu::plaquette(u).average();
  bool good = report(1, "with z on one time slice the plaquette stays and the loop takes z",
                     std::abs(change) < 1e-12 && std::abs(reference::polyakov(turned) - z * loop) < 1e-12);

  good &= report(2, "a gauge transformation leaves the loop as it is",
                 std::abs(reference::polyakov(transformed(u)) - loop) < 1e-6);

  good &= report(3, "round space, eight links long, the loop is smaller",
                 std::abs(reference::polyakov(u, 0)) < std::abs(loop));
  return good ? 0 : int(app::Status::self_test);
} catch (const glueball::Error& error) {
  return app::failed("10_loops solutions", error);
}
