// The tuner of step sizes in closed loop with chains whose dH are known.
#include "update/step_tuner.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

namespace glueball::test::unit_step_tuner {

using doctest::Approx;

namespace {

/// dH of a chain of an integrator of order 2 in equilibrium is normally distributed, its width `width` /
/// steps^2; while it thermalizes, `drift` widths come on top, fewer after each trajectory that is accepted.
struct Chain {
  double width = 90, drift = 0, relaxation = 1.5;
  std::mt19937_64& random;
  double age = 0;

  double sigma(int steps) const { return width / (double(steps) * steps); }
  double run(int steps) {
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> uniform;
    const double s = sigma(steps),
                 dh = s * s / 2 + s * normal(random) + drift * s * std::exp(-age / relaxation);
    if (dh <= 0 || uniform(random) < std::exp(-dh)) ++age;
    return dh;
  }
};

struct Loop {
  double mean = 0;    ///< acceptance of what the tuner settles at
  double within = 0;  ///< share of loops that settle within 0.05 of the target
};

Loop closed_loops(double target, int steps, double width, double drift, std::mt19937_64& random) {
  constexpr int kLoops = 400, kTrajectories = 40;
  Loop all;
  for (int n = 0; n < kLoops; ++n) {
    StepTuner tuner(steps, target);
    Chain chain{.width = width, .drift = drift, .random = random};
    for (int i = 0; i < kTrajectories; ++i) tuner.learn(chain.run(tuner.steps()));
    const double s = chain.sigma(tuner.steps()), acceptance = acceptance_of(s * s);
    all.mean += acceptance / kLoops;
    all.within += double(std::abs(acceptance - target) < 0.05) / kLoops;
  }
  return all;
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("acceptance: erfc of the width of dH, as normally distributed dH have it") {
    CHECK(acceptance_of(0) == 1);
    std::mt19937_64 random(31);
    for (const double variance : {0.05, 0.2567, 2.0}) {
      std::normal_distribution<double> dh(variance / 2, std::sqrt(variance));
      double mean = 0;
      for (int n = 0; n < 200000; ++n) mean += std::min(1.0, std::exp(-dh(random))) / 200000;
      CHECK(acceptance_of(variance) == Approx(mean).epsilon(0.005));
    }
    CHECK(acceptance_of(0.2567) == Approx(0.8).epsilon(1e-3));
  }

  TEST_CASE(
      "step tuner: comes to the target in 40 trajectories from equilibrium, hot and cold starts, from few "
      "and many steps") {
    std::mt19937_64 random(20261122);
    // From a hot start energy falls by many widths of dH, from a cold one it rises: both from real chains on
    // 4^4 (16 and 30) and ten times as much, as lattices a hundred times as large have.
    for (const double width : {90.0, 1000.0})
      for (const double drift : {0.0, -16.0, 30.0, -300.0, 300.0})
        for (const int steps : {3, 10, 100}) {
          CAPTURE(width);
          CAPTURE(drift);
          CAPTURE(steps);
          const Loop loop = closed_loops(0.8, steps, width, drift, random);
          CHECK(std::abs(loop.mean - 0.8) < 0.02);
          // The variance of thirty numbers is known to a quarter: 0.03 of acceptance.
          CHECK(loop.within > 0.75);
        }
    for (const double target : {0.6, 0.7, 0.9}) {
      CAPTURE(target);
      const Loop loop = closed_loops(target, 10, 1000, -16, random);
      CHECK(std::abs(loop.mean - target) < 0.02);
    }
  }

  TEST_CASE("step tuner: it says what acceptance its steps have, and how well it knows") {
    std::mt19937_64 random(8);
    CHECK_FALSE(StepTuner(10, 0.8).expected());
    constexpr int kLoops = 2000;
    for (const int trajectories : {20, 40, 160})
      for (const double drift : {0.0, -16.0}) {
        CAPTURE(trajectories);
        CAPTURE(drift);
        double pulls = 0, within = 0;
        for (int n = 0; n < kLoops; ++n) {
          StepTuner tuner(10, 0.8);
          Chain chain{.width = 1000, .drift = drift, .random = random};
          for (int i = 0; i < trajectories; ++i) tuner.learn(chain.run(tuner.steps()));
          const auto said = tuner.expected().value();
          const double s = chain.sigma(tuner.steps()), is = acceptance_of(s * s);
          pulls += std::pow((said.value - is) / said.error, 2) / kLoops;
          within += double(std::abs(is - 0.8) < 0.05) / kLoops;
          CHECK(std::abs(said.value - 0.8) < 0.01);  // 45 steps: whole numbers are near enough
        }
        MESSAGE(trajectories, " trajectories: pulls of ", std::sqrt(pulls), ", within 0.05: ", within);
        CHECK(std::sqrt(pulls) < 1.2);
        CHECK(std::sqrt(pulls) > 0.7);
        CHECK(within > (trajectories == 160 ? 0.99 : trajectories == 40 ? 0.88 : 0.68));
      }
    // Three steps and four: the nearer of both is as far off as it says.
    StepTuner coarse(4, 0.8);
    Chain chain{.width = 6.8, .random = random};
    for (int i = 0; i < 1000; ++i) coarse.learn(chain.run(coarse.steps()));
    CHECK(coarse.steps() == 4);
    CHECK(coarse.expected()->value == Approx(0.836).epsilon(0.01));
  }

  TEST_CASE("step tuner: losing energy from a hot start is no reason for fewer steps or for many") {
    StepTuner tuner(10, 0.8);
    for (const double dh : {-300.0, -120.0, -50.0}) tuner.learn(dh);
    CHECK(tuner.steps() == 10);
    // And what rises by the same each time is not accepted, however little it varies.
    StepTuner cold(10, 0.8);
    for (int n = 0; n < 4; ++n) cold.learn(20 + 0.1 * n);
    CHECK(cold.steps() > 40);
  }

  TEST_CASE("step tuner: of two neighbours the one whose acceptance is nearer to the target") {
    for (const auto& [its_wanted, steps] : {std::pair{3.45, 4}, {3.3, 3}, {1.45, 2}, {1.05, 1}, {7.9, 8}}) {
      const auto& wanted = its_wanted;
      CAPTURE(wanted);
      StepTuner tuner(8, 0.8);
      for (int n = 0; n < 400; ++n) {
        const double sigma = std::sqrt(0.2567) * std::pow(wanted / tuner.steps(), 2);
        tuner.learn(sigma * sigma / 2 + (n % 2 ? sigma : -sigma));
      }
      CHECK(tuner.steps() == steps);
    }
  }

  TEST_CASE("step tuner: other orders, and the same numbers give the same steps") {
    std::mt19937_64 random(5);
    std::normal_distribution<double> normal;
    for (const int order : {2, 4}) {
      StepTuner tuner(10, 0.8, order), replayed(10, 0.8, order);
      for (int n = 0; n < 60; ++n) {
        const double sigma = 5000 / std::pow(tuner.steps(), order),
                     dh = sigma * sigma / 2 + sigma * normal(random);
        tuner.learn(dh);
        replayed.learn(dh);
        CHECK(tuner.steps() == replayed.steps());
      }
      CHECK(tuner.steps() == Approx(std::pow(5000 / std::sqrt(0.2567), 1.0 / order)).epsilon(0.12));
    }
    StepTuner exact(16, 0.8);  // dH of nothing at all
    for (int n = 0; n < 20; ++n) exact.learn(0);
    CHECK(exact.steps() == 1);
  }
}

}  // namespace glueball::test::unit_step_tuner
