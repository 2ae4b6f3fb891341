// Solutions of the exercises of chapter 11, with the production classes, on the device that is named, or the
// best one.
#include <fmt/format.h>

#include <cmath>

#include "../../chapter.hpp"
#include "app/wording.hpp"
#include "base/error.hpp"
#include "cpu/plaquette.hpp"
#include "flow/flow.hpp"
#include "reference/heatbath.hpp"

namespace {

using namespace glueball;
using chapter::report;

double energy(const Configuration& u) { return 36 * (1 - cpu::plaquette(u).average()); }

/// <E> at t = 0.4, in steps of eps.
double flowed(const DeviceLattice& lattice, const Configuration& u, double eps) {
  GradientFlow flow(lattice, kWilsonFlow);
  flow.start(u);
  for (int step = 0; step < std::lround(0.4 / eps); ++step) flow.step(eps);
  return energy(flow.configuration());
}

}  // namespace

int main(int argc, char** argv) try {
  const auto device = gpu::open_device(argc > 1 ? argv[1] : "auto");
  const Geometry geometry({8, 4, 4, 4});
  Configuration u = hot_configuration(geometry, 3);
  for (std::uint32_t sweep = 1; sweep <= 4; ++sweep) reference::heatbath(u, {.beta = 6.0}, 3, sweep);
  const DeviceLattice lattice(*device, geometry, {{}, {.accumulator = device->preferred_accumulator()}});

  const double exact = flowed(lattice, u, 0.025), coarse = flowed(lattice, u, 0.1),
               fine = flowed(lattice, u, 0.05);
  const double ratio = (coarse - exact) / (fine - exact);
  bool good = report(1, "half the step, at most a fifth of the error", ratio > 5);

  GradientFlow flow(lattice, kWilsonFlow);
  flow.start(u);
  double last = energy(u);
  bool falls = true;
  for (int step = 0; step < 20; ++step) {
    flow.step(0.05);
    const double now = energy(flow.configuration());
    falls = falls && now < last;
    last = now;
  }
  good &= report(2, "the action falls in each of twenty steps", falls);

  GradientFlow symanzik(lattice, kSymanzikFlow);
  symanzik.start(u);
  for (int step = 0; step < 20; ++step) symanzik.step(0.05);
  good &= report(3, "Symanzik's flow has other energies",
                 std::abs(energy(symanzik.configuration()) / last - 1) > 0.01);
  return good ? 0 : int(app::Status::self_test);
} catch (const glueball::Error& error) {
  return app::failed("11_flow solutions", error);
}
