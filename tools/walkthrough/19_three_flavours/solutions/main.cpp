// Solutions of the exercises of chapter 19, on the device that is named, or the best one.
#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "../../chapter.hpp"
#include "actions/rooted_staggered.hpp"
#include "app/wording.hpp"
#include "base/error.hpp"
#include "field/transfer.hpp"
#include "measure/condensate.hpp"
#include "reference/heatbath.hpp"
#include "update/molecular_dynamics.hpp"

namespace {

using namespace glueball;
using chapter::report;

/// The root of the mean square force on a link: two flavours of mass 0.1 by so many fields.
double force(const DeviceLattice& lattice, const Configuration& u, int fields, double heavy_mass) {
  MolecularDynamics motion(lattice, u);
  const ActionContext context{.lattice = lattice, .u = motion.links(), .p = motion.momenta(), .seed = 2006};
  motion.add(std::make_unique<RootedStaggered>(
      context, QuarkParameters{.action = QuarkAction::hisq, .mass = 0.1},
      RootedParameters{.flavours = 2, .pseudofermions = fields, .largest = 10, .heavy_mass = heavy_mass}));
  motion.refresh(2006, 1);
  return motion.force_norms().front();
}

}  // namespace

int main(int argc, char** argv) try {
  const auto device = gpu::open_device(argc > 1 ? argv[1] : "auto");
  const Geometry geometry({4, 4, 4, 4});
  const DeviceLattice lattice(*device, geometry, preferred_options(*device));
  Configuration u(geometry);
  for (std::uint32_t sweep = 1; sweep <= 12; ++sweep) reference::heatbath(u, {.beta = 6}, 1, sweep);

  const double alone = force(lattice, u, 1, 0);
  bool good = report(1, "divided by quarks of mass 0.3, the force of light ones is less than half",
                     force(lattice, u, 1, 0.3) < 0.5 * alone);
  good &= report(2, "with two fields, each the root of a root, the force is smaller",
                 force(lattice, u, 2, 0) < alone);
  const double heavy = 20;
  const auto condensate = chiral_condensates(*device, u, {.action = QuarkAction::hisq, .masses = {heavy}},
                                             kAntiperiodicInTime, 2006);
  good &= report(3, "quarks of mass 20 have the condensate 3 / 20, within a hundredth",
                 std::abs(condensate.front() * heavy / 3 - 1) < 0.01);
  return good ? 0 : int(app::Status::self_test);
} catch (const glueball::Error& error) {
  return app::failed("19_three_flavours solutions", error);
}
