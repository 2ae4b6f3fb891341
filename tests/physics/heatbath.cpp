// These tests check plaquettes of pure gauge theory by heatbath and overrelaxation against published values,
// a cold against a hot start, and HMC.
#include "update/heatbath.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "measure/statistics.hpp"
#include "support/devices.hpp"
#include "update/hmc.hpp"

namespace glueball::test::physics_heatbath {
namespace {

gpu::Device& device() { return *devices().front(); }

SeriesEstimate plaquette(const Configuration& start, const GaugeCouplings& couplings, int overrelaxation,
                         int thermalization, int steps, const RandomNumbers& random = {}) {
  GaugeHeatbath chain(device(), preferred_options(device()),
                      {.couplings = couplings, .overrelaxation = overrelaxation, .seed = 5, .random = random},
                      start);
  std::vector<double> series;
  for (int step = 1; step <= thermalization + steps; ++step) {
    chain.sweep(step);
    const double p = chain.plaquette().average();
    if (step > thermalization) series.push_back(p);
  }
  return gamma_method(series);
}

double combined(const SeriesEstimate& a, const SeriesEstimate& b) { return std::hypot(a.error, b.error); }

TEST_SUITE("physics") {
  TEST_CASE("heatbath: cold and hot starts meet, with and without overrelaxation, at the known plaquette") {
    // 4^4, beta 6: .59651(27) (our own; the published .5937 is for large lattices).
    const Geometry g({4, 4, 4, 4});
    const auto cold = plaquette(Configuration(g), {.beta = 6.0}, 3, 40, 300);
    const auto hot = plaquette(hot_configuration(g, 3), {.beta = 6.0}, 0, 100, 300);
    MESSAGE("cold ", cold.mean, " +- ", cold.error, ", hot ", hot.mean, " +- ", hot.error);
    CHECK(cold.error < 1.5e-3);
    CHECK(std::abs(cold.mean - hot.mean) < 3.5 * combined(cold, hot));
    CHECK(std::abs(cold.mean - 0.59651) < 3.5 * std::hypot(cold.error, 27e-5));
  }

  TEST_CASE("heatbath: RANLUX finds the same plaquette") {
    const auto p =
        plaquette(Configuration(Geometry({4, 4, 4, 4})), {.beta = 6.0}, 3, 40, 300, {.ranlux = true});
    MESSAGE(p.mean, " +- ", p.error);
    CHECK(p.error < 1.5e-3);
    CHECK(std::abs(p.mean - 0.59651) < 3.5 * std::hypot(p.error, 27e-5));
  }

  TEST_CASE("heatbath: the plaquette of strong coupling that SIMULATeQCD's test of its heatbath has") {
    // SIMULATeQCD's main_hbor_single_test.cpp gives .23439(18) at beta 3.36 on 8^3 x 4.
    const auto p = plaquette(hot_configuration(Geometry({8, 8, 8, 4}), 3), {.beta = 3.36}, 1, 30, 250);
    MESSAGE(p.mean, " +- ", p.error);
    CHECK(p.error < 4e-4);
    CHECK(std::abs(p.mean - 0.23439) < 3 * std::hypot(p.error, 18e-5));
  }
}

TEST_SUITE("slow") {
  TEST_CASE("heatbath: published plaquettes of Wilson's action") {
    // QCDSF, hep-ph/0502212 for large lattices, GPT's series on 8^4 at 5.5. At beta 6.2 a lattice of 12^4 is
    // in the deconfined phase, where the plaquette is higher by some 1e-4: the last column allows for the
    // volume. Each beta is a subcase, so that one can run alone: --subcase="beta 5.5".
    struct Row {
      double beta, value, error, volume;
    };
    for (const Row& row : {Row{5.5, 0.49645, 53e-5, 0},
                           {5.7, 0.549195, 25e-6, 3e-4},
                           {5.8, 0.567651, 21e-6, 3e-4},
                           {6.0, 0.593679, 8e-6, 3e-4},
                           {6.2, 0.613633, 2e-6, 3e-4}}) {
      SUBCASE(fmt::format("beta {}", row.beta).c_str()) {
        const auto p = plaquette(Configuration(Geometry({12, 12, 12, 12})), {.beta = row.beta}, 4, 100, 500);
        MESSAGE("beta ", row.beta, ": ", p.mean, " +- ", p.error, ", published ", row.value);
        CHECK(p.error < 2e-4);
        CHECK(std::abs(p.mean - row.value) < 3 * std::hypot(p.error, row.error) + row.volume);
      }
    }
  }

  TEST_CASE("heatbath: tree-level Symanzik action at beta 4.5 on 8^4, a value of our own") {
    const auto p =
        plaquette(Configuration(Geometry({8, 8, 8, 8})), {.beta = 4.5, .c1 = -1.0 / 12}, 4, 100, 400);
    MESSAGE(p.mean, " +- ", p.error);
    CHECK(std::abs(p.mean - 0.636023) < 3 * std::hypot(p.error, 164e-6));
  }

  TEST_CASE("heatbath and HMC sample the same distribution") {
    // HMC's series decides how long this takes: on 8^4 plaquettes spread by 2.2e-3 to 2.6e-3 with tau_int of
    // 3 to 6 trajectories of length 1. Away from beta 5.6, where the crossover makes it 16, and from 6.06,
    // where eight sites deconfine: at 6 both chains change their Polyakov loop too seldom to be compared
    // after some thousand steps (after 70,000 they agree within 3e-5). The steps are for an acceptance of 0.8
    // to 0.9.
    struct Row {
      GaugeCouplings couplings;
      Geometry geometry;
      int sweeps, steps, trajectories;
      double error;  ///< allowed, of both together
    };
    for (const Row& row : {Row{{.beta = 5.0}, Geometry({8, 8, 8, 8}), 2500, 8, 4000, 2e-4},
                           {{.beta = 5.8}, Geometry({8, 8, 8, 8}), 2500, 8, 5000, 2e-4},
                           {{.beta = 2.4, .c1 = -0.331}, Geometry({4, 4, 4, 8}), 600, 12, 400, 2e-3}}) {
      CAPTURE(row.couplings.beta);
      constexpr int kThermalization = 200;
      const auto heatbath =
          plaquette(hot_configuration(row.geometry, 2), row.couplings, 4, kThermalization, row.sweeps);
      Hmc hmc(device(), preferred_options(device()),
              {.beta = row.couplings.beta, .c1 = row.couplings.c1, .kappa = 0, .steps = row.steps, .seed = 9},
              hot_configuration(row.geometry, 2));
      std::vector<double> series, boltzmann;
      int accepted = 0;
      for (int step = 1; step <= kThermalization + row.trajectories; ++step) {
        const Trajectory t = hmc.run(step);
        if (step <= kThermalization) continue;
        series.push_back(t.plaquette);
        boltzmann.push_back(std::exp(-t.delta_h));
        accepted += t.accepted;
      }
      const auto p = gamma_method(series), one = gamma_method(boltzmann);
      MESSAGE("beta ", row.couplings.beta, ": heatbath ", heatbath.mean, " +- ", heatbath.error, " (tau_int ",
              heatbath.tau_int, "), HMC ", p.mean, " +- ", p.error, " (tau_int ", p.tau_int, "), acceptance ",
              double(accepted) / row.trajectories);
      CHECK(combined(heatbath, p) < row.error);
      CHECK(std::abs(heatbath.mean - p.mean) < 3 * combined(heatbath, p));
      CHECK(std::abs(one.mean - 1) < 3.5 * one.error);
    }
  }
}

}  // namespace

}  // namespace glueball::test::physics_heatbath
