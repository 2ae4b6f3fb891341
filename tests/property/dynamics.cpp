// Molecular dynamics with quarks: time can be turned around, and energy is conserved to second order.
#include <doctest/doctest.h>

#include <cmath>
#include <memory>
#include <string>

#include "actions/gauge_action.hpp"
#include "actions/two_flavour_wilson.hpp"
#include "lattice/transfer.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"
#include "update/hmc.hpp"

namespace glueball::test {
namespace {

const Geometry kGeometry({4, 4, 2, 6});
constexpr double kBeta = 5.5, kKappa = 0.12;
constexpr std::uint64_t kSeed = 121;
constexpr std::uint32_t kStarts = 4;

void add_actions(const DeviceLattice& lattice, MolecularDynamics& md) {
  md.add(std::make_unique<GaugeAction>(lattice, md.links(), md.momenta(), GaugeCouplings{.beta = kBeta}));
  md.add(std::make_unique<TwoFlavourWilson>(lattice, md.links(), md.momenta(),
                                            TwoFlavourParameters{.kappa = kKappa, .seed = kSeed}));
}

/// A configuration that the dynamics itself has made, the same for all cases here.
const Configuration& thermalised() {
  static const Configuration u = [] {
    gpu::Device& device = *devices().front();
    Hmc hmc(device, device.preferred_storage(),
            {.beta = kBeta, .kappa = kKappa, .tau = 0.5, .steps = 5, .seed = kSeed},
            weak_configuration(kGeometry, 0.4, 122));
    for (int step = 0; step < 5; ++step) hmc.run(step);
    return hmc.configuration();
  }();
  return u;
}

TEST_SUITE("property") {
  TEST_CASE("dynamics: forward, reversed and back is where it began") {
    for (const Integrator integrator : {Integrator::leapfrog, Integrator::omelyan}) {
      CAPTURE(std::string(to_string(integrator)));
      const Sweep sweep{.storage = false, .reconstruct = integrator == Integrator::omelyan};
      for_each_lattice(kGeometry, sweep, [&](const DeviceLattice& lattice) {
        MolecularDynamics md(lattice, thermalised());
        add_actions(lattice, md);
        const double before = md.refresh(kSeed, 7);
        const Configuration u = download(lattice, md.links());
        const Momenta p = download(lattice, md.momenta());
        md.integrate(integrator, 0.5, 5);
        const double there = md.hamiltonian();
        CHECK(relative_error(download(lattice, md.links()), u) > 0.1);
        md.reverse();
        md.integrate(integrator, 0.5, 5);
        md.reverse();
        const double back = md.hamiltonian();
        CHECK(std::abs(there - before) < 2.0);
        CHECK(std::abs(back - before) < 2e-3);
        CHECK(relative_error(download(lattice, md.links()), u) < 1e-5);
        CHECK(relative_error(download(lattice, md.momenta()), p) < 1e-5);
      });
    }
  }

  TEST_CASE("dynamics: |dH| falls as the square of the step") {
    for (const Integrator integrator : {Integrator::leapfrog, Integrator::omelyan})
      for_each_lattice(kGeometry, {.storage = false}, [&](const DeviceLattice& lattice) {
        CAPTURE(std::string(to_string(integrator)));
        // Slope of log <|dH|> over log eps by least squares; a mean over starts, since dH of one may pass
        // through zero.
        double n = 0, x1 = 0, y1 = 0, xx = 0, xy = 0;
        std::string found;
        MolecularDynamics md(lattice, thermalised());
        add_actions(lattice, md);
        const int coarsest = integrator == Integrator::leapfrog ? 10 : 6;
        for (const int steps : {coarsest, coarsest * 3 / 2, coarsest * 2}) {
          double mean = 0;
          for (std::uint32_t start = 0; start < kStarts; ++start) {
            upload(lattice, thermalised(), md.links());
            const double before = md.refresh(kSeed, 9 + start);
            md.integrate(integrator, 0.6, steps);
            mean += std::abs(md.hamiltonian() - before) / kStarts;
          }
          found += " " + std::to_string(mean);
          const double x = -std::log(double(steps)), y = std::log(mean);
          ++n, x1 += x, y1 += y, xx += x * x, xy += x * y;
        }
        const double exponent = (n * xy - x1 * y1) / (n * xx - x1 * x1);
        MESSAGE(describe(lattice), " ", std::string(to_string(integrator)), ": <|dH|>", found, ", exponent ",
                exponent);
        CHECK(std::abs(exponent - 2) < 0.2);
      });
  }
}

}  // namespace
}  // namespace glueball::test
