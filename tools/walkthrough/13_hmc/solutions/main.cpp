// Solutions of the exercises of chapter 13, with the production class, on the device that is named, or the
// best one.
#include <fmt/format.h>

#include <cmath>

#include "app/wording.hpp"
#include "base/error.hpp"
#include "reference/heatbath.hpp"
#include "update/hmc.hpp"

namespace {

using namespace glueball;

constexpr double kBeta = 5.6;

struct Run {
  double acceptance = 0, plaquette = 0, dh = 0;
};

/// Averages over trajectories of 0.5 from an equilibrated field.
Run run(gpu::Device& device, const Configuration& start, double beta, int steps, Integrator integrator,
        int trajectories) {
  Hmc hmc(device, preferred_options(device),
          {.beta = beta, .kappa = 0, .tau = 0.5, .steps = steps, .integrator = integrator}, start);
  Run result;
  for (int n = 1; n <= trajectories; ++n) {
    const Trajectory t = hmc.run(n);
    result.acceptance += (t.accepted ? 1.0 : 0.0) / trajectories;
    result.plaquette += t.plaquette / trajectories;
    result.dh += std::abs(t.delta_h) / trajectories;
  }
  return result;
}

bool report(int number, const char* what, bool good, double value) {
  fmt::print("exercise {}: {:<68}{}\n", number, what, good ? "yes" : fmt::format("NO, {:g}", value));
  return good;
}

}  // namespace

int main(int argc, char** argv) try {
  const auto device = gpu::open_device(argc > 1 ? argv[1] : "auto");
  const Geometry geometry({8, 4, 4, 4});
  Configuration u(geometry);
  for (std::uint32_t sweep = 1; sweep <= 20; ++sweep) reference::heatbath(u, {.beta = kBeta}, 1, sweep);

  const Run coarse = run(*device, u, kBeta, 4, Integrator::leapfrog, 12);
  bool good = report(1, "with four steps rather than ten, less than 60 % are accepted",
                     coarse.acceptance < 0.6, coarse.acceptance);

  const Run minimal = run(*device, u, kBeta, 5, Integrator::omelyan, 16);
  good &= report(2, "five minimal-norm steps: 60 % accepted, and the same plaquette",
                 minimal.acceptance > 0.6 && std::abs(minimal.plaquette - 0.5475) < 0.02, minimal.acceptance);

  const Run free = run(*device, u, 1e-9, 1, Integrator::leapfrog, 4);
  good &= report(3, "without an action everything is accepted", free.acceptance > 0.999 && free.dh < 1e-3,
                 free.dh);
  return good ? 0 : int(app::Status::self_test);
} catch (const glueball::Error& error) {
  return app::failed("13_hmc solutions", error);
}
