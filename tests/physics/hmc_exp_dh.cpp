// Tests of Creutz's equality: in equilibrium the mean of exp(-dH) is 1 for any step size.
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "actions/registry.hpp"
#include "fermion/registry.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "update/hmc.hpp"

namespace glueball::test::physics_hmc_exp_dh {
namespace {

/// Checks the mean of exp(-dH) over `count` trajectories on 4^4 after `warm_up`, with its naive error. The
/// force's solve has a loose tolerance. The result stays exact, because the force is still a function of the
/// links and the Metropolis step decides in double precision.
void check(gpu::Device& device, int warm_up, int count) {
  const Geometry g({4, 4, 4, 4});
  Hmc hmc(device, preferred_options(device),
          {.beta = 5.5, .kappa = 0.1, .tau = 0.5, .steps = 3, .force_tolerance = 1e-3, .seed = 141},
          weak_configuration(g, 0.45, 142));
  for (int step = 0; step < warm_up; ++step) hmc.run(step);
  double sum = 0, squares = 0, dh2 = 0;
  int accepted = 0;
  for (int step = warm_up; step < warm_up + count; ++step) {
    const Trajectory t = hmc.run(step);
    const double e = std::exp(-t.delta_h);
    sum += e;
    squares += e * e;
    dh2 += t.delta_h * t.delta_h;
    accepted += t.accepted;
  }
  const double mean = sum / count, error = std::sqrt((squares / count - mean * mean) / (count - 1));
  MESSAGE(device.info().id(), ": <exp(-dH)> = ", mean, " +- ", error, ", acceptance ",
          double(accepted) / count, ", rms dH ", std::sqrt(dh2 / count), " over ", count, " trajectories");
  CHECK(std::abs(mean - 1) < 3 * error);
  // The check can fail: dH is larger than rounding, and small enough that the error of the mean is small.
  CHECK(std::sqrt(dh2 / count) > 0.1);
  CHECK(error < 0.5 / std::sqrt(count));
  CHECK(accepted > 0.8 * count);
}

TEST_SUITE("physics") {
  TEST_CASE("hmc: <exp(-dH)> = 1 over 200 trajectories, and over 60 on every further device") {
    bool first = true;
    for_each_device([&](gpu::Device& device) {
      check(device, 15, first ? 200 : 60);
      first = false;
    });
  }
}

TEST_SUITE("slow") {
  TEST_CASE("hmc: <exp(-dH)> = 1 over 2000 trajectories on every device") {
    for_each_device([](gpu::Device& device) { check(device, 50, 2000); });
  }

  TEST_CASE("hmc: <exp(-dH)> = 1 and the acceptance that <dH> implies, for every action of the registry") {
    gpu::Device& device = *devices().front();
    const Geometry g({4, 4, 4, 4});
    constexpr int kWarmUp = 40, kCount = 1000;
    for (const ActionKind& kind : action_kinds()) {
      if (kind.overlap) continue;  // see tests/property/overlap_dynamics.cpp
      SUBCASE(std::string(kind.name).c_str()) {
        // The gauge force has its own time scale, so that dH comes from the action under test.
        HmcParameters p{.tau = 0.5, .force_tolerance = 1e-4, .seed = 143};
        const bool gauge = kind.name == "gauge";
        // Staggered quarks need more steps: four heavy flavours have a larger force. With two steps dH of
        // clover quarks was 1.4, and a few trajectories dominated the mean of exp(-dH).
        const bool staggered = kind.quark && is_staggered(kind.quark(kind.example).action);
        p.levels = {{Integrator::leapfrog, gauge                                        ? 6
                                           : staggered                                  ? 8
                                           : kind.name.find("clover") != kind.name.npos ? 4
                                                                                        : 2}};
        p.monomials = {{std::string(kind.name), kind.example, 0}};
        if (!gauge) {
          p.levels.push_back({Integrator::leapfrog, 3});
          p.monomials.push_back({"gauge", {{"beta", 5.5}}, 1});
        }
        Hmc hmc(device, preferred_options(device), p, weak_configuration(g, 0.45, 142));
        for (int step = 0; step < kWarmUp; ++step) hmc.run(step);
        double sum = 0, squares = 0, mean_dh = 0, squares_dh = 0;
        int accepted = 0;
        for (int step = kWarmUp; step < kWarmUp + kCount; ++step) {
          const Trajectory t = hmc.run(step);
          const double e = std::exp(-t.delta_h);
          sum += e, squares += e * e, mean_dh += t.delta_h / kCount,
              squares_dh += t.delta_h * t.delta_h / kCount;
          accepted += t.accepted;
        }
        const double mean = sum / kCount, error = std::sqrt((squares / kCount - mean * mean) / (kCount - 1));
        // Gaussian dH of mean m has variance 2 m (Creutz) and is accepted with probability erfc(sqrt(m) / 2).
        const double acceptance = double(accepted) / kCount,
                     expected = std::erfc(std::sqrt(std::max(mean_dh, 0.0) / 4));
        const double of_dh = std::sqrt((squares_dh - mean_dh * mean_dh) / kCount);
        const double slope =
            std::abs(expected - std::erfc(std::sqrt(std::max(mean_dh, 0.0) / 4 + of_dh / 4)));
        const double spread = std::hypot(std::sqrt(expected * (1 - expected) / kCount), slope);
        MESSAGE(std::string(kind.name), ": <exp(-dH)> = ", mean, " +- ", error, ", <dH> = ", mean_dh,
                ", acceptance ", acceptance, ", expected ", expected, " +- ", spread);
        CHECK(std::abs(mean - 1) < 2 * error);
        CHECK(std::abs(acceptance - expected) < 2.5 * spread);
        CHECK(std::sqrt(squares_dh) > 0.02);  // more than noise
      }
    }
  }
}

}  // namespace

}  // namespace glueball::test::physics_hmc_exp_dh
