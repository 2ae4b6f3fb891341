// Solutions of the exercises of chapter 17, with the production classes, on the device that is named, or the
// best one.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "../../08_plaquette/fields.hpp"
#include "../../chapter.hpp"
#include "app/wording.hpp"
#include "base/error.hpp"
#include "cpu/plaquette.hpp"
#include "field/transfer.hpp"
#include "reference/flow.hpp"
#include "reference/heatbath.hpp"
#include "smear/link_smearing.hpp"

namespace {

using namespace glueball;
using chapter::largest_difference;
using chapter::report;

/// 1 - Re Tr P / 3, averaged.
double roughness(const Configuration& u) { return 1 - cpu::plaquette(u).average(); }

}  // namespace

int main(int argc, char** argv) try {
  const auto device = gpu::open_device(argc > 1 ? argv[1] : "auto");
  const Geometry geometry({4, 4, 4, 4});
  const DeviceLattice lattice(*device, geometry, {{}, {.accumulator = device->preferred_accumulator()}});
  Configuration u(geometry);
  for (std::uint32_t sweep = 1; sweep <= 12; ++sweep) reference::heatbath(u, {.beta = 5.8}, 1, sweep);
  const auto stout = [&](const Configuration& links, double rho, int steps) {
    return LinkSmearing{.method = "stout", .rho = rho, .steps = steps}(lattice, links);
  };

  const Configuration gauge = hot_configuration(geometry, 17);
  bool good = report(1, "smeared and turned, or turned and smeared: the same to 1e-5",
                     largest_difference(fields::transformed(stout(u, 0.12, 3), gauge),
                                        stout(fields::transformed(u, gauge), 0.12, 3)) < 1e-5);

  good &= report(2, "eight steps of 0.3 leave the links rougher than eight of 0.1",
                 roughness(stout(u, 0.3, 8)) > roughness(stout(u, 0.1, 8)));

  Configuration flowed = u;
  for (int step = 0; step < 16; ++step) reference::flow_step(flowed, kWilsonFlow, 0.01);
  good &= report(3, "sixteen steps of 0.01 are the flow to t = 0.16 within 3 %",
                 std::abs(roughness(stout(u, 0.01, 16)) / roughness(flowed) - 1) < 0.03);
  return good ? 0 : int(app::Status::self_test);
} catch (const glueball::Error& error) {
  return app::failed("17_smearing solutions", error);
}
