// A Markov chain is a function of its start and its seed.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "cpu/plaquette.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "update/heatbath.hpp"
#include "update/hmc.hpp"
#include "update/step_tuner.hpp"

namespace glueball::test::property_chain {
namespace {

using doctest::Approx;

const Geometry kGeometry({4, 2, 4, 6});
const HmcParameters kParameters{
    .beta = 5.5, .kappa = 0.11, .tau = 0.5, .steps = 4, .force_tolerance = 1e-5, .seed = 131};

struct Chain {
  std::vector<Trajectory> history;
  Configuration end{kGeometry};
};

LatticeOptions options_of(const gpu::Device& device, gpu::Storage storage,
                          gpu::Precision precision = gpu::Precision::single) {
  LatticeOptions options = preferred_options(device);
  options.storage = storage;
  options.precision = precision;
  return options;
}

Chain run(gpu::Device& device, const LatticeOptions& options, const HmcParameters& parameters, int first = 0,
          int count = 3) {
  Hmc hmc(device, options, parameters, weak_configuration(kGeometry, 0.4, 132));
  std::vector<Trajectory> history;
  for (int step = first; step < first + count; ++step) history.push_back(hmc.run(step));
  return {history, hmc.configuration()};
}

bool same(const Chain& a, const Chain& b) {
  bool equal = a.end.links() == b.end.links() && a.history.size() == b.history.size();
  for (std::size_t n = 0; equal && n < a.history.size(); ++n)
    equal = a.history[n].delta_h == b.history[n].delta_h &&
            a.history[n].plaquette == b.history[n].plaquette &&
            a.history[n].accepted == b.history[n].accepted &&
            a.history[n].cg_iterations == b.history[n].cg_iterations;
  return equal;
}

TEST_SUITE("property") {
  TEST_CASE("chain: the lattice is made with all options that it is given, but for its layers of ghosts") {
    for_each_device([](gpu::Device& device) {
      LatticeOptions options = preferred_options(device);
      options.workgroup = 64;
      options.persistent_cg = false;
      options.tiles = 2;
      options.site_block = 2;
      options.shared_sums = options.fused = device.info().type == gpu::DeviceType::software;
      options.ghosts = 1;
      const Configuration start(kGeometry);
      const auto kept = [&](const DeviceLattice& lattice) {
        CHECK(lattice.plan() == static_cast<const LaunchPlan&>(options));
        CHECK(lattice.format() == static_cast<const FieldFormat&>(options));
      };
      kept(Hmc(device, options, {.kappa = 0}, start).lattice());
      kept(GaugeHeatbath(device, options, {}, start).lattice());
    });
  }

  TEST_CASE("chain: the same seed gives the same bits twice, another seed does not") {
    std::vector<std::pair<std::string, Chain>> chains;
    for_each_device([&](gpu::Device& device) {
      for (const gpu::Storage storage : {gpu::Storage::buffer, gpu::Storage::texel, gpu::Storage::image}) {
        if (storage != device.preferred_storage() && !has_turn(device, storage == gpu::Storage::buffer))
          continue;
        CAPTURE(std::string(to_string(storage)));
        Chain one = run(device, options_of(device, storage), kParameters);
        CHECK(same(one, run(device, options_of(device, storage), kParameters)));
        HmcParameters other = kParameters;
        other.seed += std::uint64_t(1) << 32;  // the high half of the seed counts, too
        CHECK_FALSE(same(one, run(device, options_of(device, storage), other, 0, 1)));
        chains.emplace_back(device.info().id() + " " + std::string(to_string(storage)), std::move(one));
      }
    });
    for (const auto& [name, chain] : chains) {
      const Chain& first = chains.front().second;
      MESSAGE(name, " against ", chains.front().first, ": ",
              std::string(same(chain, first) ? "the same bits" : "not the same bits"),
              ", relative distance of the links ", relative_error(chain.end, first.end));
      // Rounding differs between drivers, decisions in so short a chain do not.
      for (std::size_t n = 0; n < first.history.size(); ++n) {
        CHECK(std::abs(chain.history[n].delta_h - first.history[n].delta_h) < 5e-3);
        CHECK(chain.history[n].accepted == first.history[n].accepted);
      }
      CHECK(relative_error(chain.end, first.end) < 1e-4);
    }
  }

  TEST_CASE("chain: trajectories do what they say, whether accepted or not") {
    for_each_device([](gpu::Device& device) {
      const Configuration start = weak_configuration(kGeometry, 0.4, 132);
      const gpu::Storage storage = device.preferred_storage();
      // One step is far too long: the energy grows without bound, so the trajectory must be refused and leave
      // no trace.
      HmcParameters wild = kParameters;
      wild.tau = 2;
      wild.steps = 1;
      const Chain refused = run(device, options_of(device, storage), wild, 0, 1);
      CHECK_FALSE(refused.history[0].accepted);
      CHECK(refused.history[0].delta_h > 20);
      CHECK(refused.end.links() == start.links());
      CHECK(refused.history[0].plaquette == Approx(cpu::plaquette(refused.end).average()).epsilon(1e-13));

      const Chain moved = run(device, options_of(device, storage), kParameters, 0, 1);
      CHECK(moved.history[0].accepted);
      CHECK(relative_error(moved.end, start) > 0.1);
      CHECK(moved.history[0].plaquette == Approx(cpu::plaquette(moved.end).average()).epsilon(1e-13));
      CHECK(moved.history[0].cg_iterations > 0);
      CHECK(moved.history[0].unitarity_deviation > 0);
      CHECK(moved.history[0].unitarity_deviation < 2e-6);
    });
  }

  TEST_CASE("chain: the second trajectory has timestamps, the first has none, nor has the next") {
    gpu::Device& device = *devices().front();
    Hmc hmc(device, preferred_options(device), kParameters, weak_configuration(kGeometry, 0.4, 132));
    hmc.lattice().stream().clear_times();  // of other chains on this device
    const auto kernels = [&] { return hmc.times().size(); };
    hmc.run(0);
    CHECK(hmc.profiled() == 0);
    CHECK(kernels() == 0);
    hmc.run(1);
    CHECK(hmc.profiled() == 1);
    CHECK((device.info().limits.timestamp_ns == 0 || kernels() > 5));
    hmc.run(2);
    CHECK(hmc.profiled() == 1);
  }

  TEST_CASE("chain: trajectories run back, forces and watchers leave it alone") {
    for_each_device([](gpu::Device& device) {
      HmcParameters watched = kParameters;
      watched.reversibility_interval = 2;
      watched.force_interval = 1;
      Hmc hmc(device, preferred_options(device), watched, weak_configuration(kGeometry, 0.4, 132));
      std::vector<int> seen;
      hmc.after_trajectory([&](const Trajectory& t) {
        seen.push_back(t.step);
        CHECK(t.plaquette == Approx(cpu::plaquette(hmc.configuration()).average()).epsilon(1e-13));
      });
      Chain chain;
      for (int step = 0; step < 3; ++step) {
        const Trajectory t = hmc.run(step);
        chain.history.push_back(t);
        CHECK(t.reversibility.has_value() == (step % 2 == 0));
        if (t.reversibility) CHECK(t.reversibility->links < 1e-4);
        REQUIRE(t.monomials.size() == 2);
        for (const auto& m : t.monomials) CHECK(m.force.value() > 0);
        CHECK(t.monomials[0].cg_iterations == 0);
        CHECK(t.monomials[1].cg_iterations == t.cg_iterations);
      }
      chain.end = hmc.configuration();
      CHECK(seen == std::vector<int>{0, 1, 2});
      CHECK(same(chain, run(device, preferred_options(device), kParameters)));
    });
  }

  TEST_CASE(
      "chain: goes on from a configuration with the same bits, wherever its energies are, accepted or "
      "refused") {
    for_each_device([](gpu::Device& device) {
      for (const Energies energies : {Energies::host, Energies::device}) {
        if (energies == Energies::device && !device.info().limits.float64) continue;
        CAPTURE(int(energies));
        // From a hot start energy falls at first; long steps then have it rise too often.
        HmcParameters p{
            .beta = 5.5, .kappa = 0, .tau = 1, .steps = 4, .integrator = Integrator::leapfrog, .seed = 17};
        p.energies = energies;
        Configuration last = hot_configuration(kGeometry, 134);
        Hmc whole(device, preferred_options(device), p, last);
        int accepted = 0;
        for (int step = 0; step < 10; ++step) {
          Hmc part(device, preferred_options(device), p, last);
          CHECK(part.energies_on_device() == (energies == Energies::device));
          const Trajectory t = part.run(step), then = whole.run(step);
          CHECK(t.delta_h == then.delta_h);
          CHECK(t.accepted == then.accepted);
          CHECK(t.plaquette == then.plaquette);
          CHECK(t.unitarity_deviation == then.unitarity_deviation);
          last = part.configuration();
          accepted += t.accepted;
        }
        CHECK(last.links() == whole.configuration().links());
        CHECK(accepted > 0);
        CHECK(accepted < 10);
      }
    });
  }

  TEST_CASE("chain: energies on the device decide as the host's do") {
    for_each_device([](gpu::Device& device) {
      if (!device.info().limits.float64) return;
      HmcParameters p = kParameters;
      p.energies = Energies::host;
      const Chain host = run(device, preferred_options(device), p);
      p.energies = Energies::device;
      const Chain there = run(device, preferred_options(device), p);
      // Rounding of the pseudofermions and of the links may differ in the last bit that single precision has.
      for (std::size_t n = 0; n < host.history.size(); ++n) {
        CHECK(std::abs(there.history[n].delta_h - host.history[n].delta_h) < 1e-4);
        CHECK(there.history[n].accepted == host.history[n].accepted);
        CHECK(there.history[n].unitarity_deviation ==
              Approx(host.history[n].unitarity_deviation).epsilon(1e-6));
      }
      CHECK(relative_error(there.end, host.end) < 1e-4);
    });
  }

  TEST_CASE("chain: RANLUX goes on from where it was, in single and in double precision") {
    for_each_device([](gpu::Device& device) {
      for (const auto precision : {gpu::Precision::single, gpu::Precision::double_}) {
        if (precision == gpu::Precision::double_ && !device.info().limits.float64) continue;
        if (!has_turn(device, int(precision == gpu::Precision::double_))) continue;
        HmcParameters p = kParameters;
        p.random.ranlux = true;
        const LatticeOptions options = options_of(device, device.preferred_storage(), precision);
        const Chain whole = run(device, options, p);
        CHECK(same(whole, run(device, options, p)));
        CHECK_FALSE(same(whole, run(device, preferred_options(device), kParameters)));
        Hmc first(device, options, p, weak_configuration(kGeometry, 0.4, 132));
        first.run(0);
        Hmc second(device, options, p, first.configuration());
        second.ranlux()->restore(first.ranlux()->state());
        for (int step = 1; step < 3; ++step)
          CHECK(second.run(step).delta_h == whole.history[std::size_t(step)].delta_h);
        CHECK(second.configuration().links() == whole.end.links());
      }
    });
  }

  TEST_CASE(
      "chain: steps are tuned to the acceptance that was asked for, from a hot start, a cold one and "
      "between") {
    gpu::Device& device = *devices().front();
    const Geometry g({4, 4, 4, 4});
    double mean = 0;
    for (const auto& [its_name, start] : {std::pair{"hot", hot_configuration(g, 133)},
                                          {"cold", Configuration(g)},
                                          {"between", weak_configuration(g, 0.4, 133)}})
      for (const int steps : {3, 30}) {
        const auto& name = its_name;
        CAPTURE(name);
        CAPTURE(steps);
        const HmcParameters p{
            .beta = 5.6, .kappa = 0, .tau = 1, .steps = steps, .integrator = Integrator::leapfrog, .seed = 8};
        Hmc hmc(device, preferred_options(device), p, start);
        StepTuner tuner(p.steps, 0.8);
        constexpr int kLearned = 40, kMeasured = 160;
        double acceptance = 0;
        for (int step = 0; step < kLearned + kMeasured; ++step) {
          hmc.set_steps(tuner.steps());
          const Trajectory t = hmc.run(step);
          CHECK(t.steps == tuner.steps());
          if (step < kLearned)
            tuner.learn(t.delta_h);
          else
            acceptance += std::min(1.0, std::exp(-t.delta_h)) / kMeasured;
        }
        MESSAGE("acceptance ", acceptance, " at ", tuner.steps(), " steps");
        // The variance of thirty dH and the acceptance of 160 leave 0.03 each, and dH of so small a lattice
        // are not quite normal.
        CHECK(std::abs(acceptance - 0.8) < 0.15);
        mean += acceptance / 6;
      }
    CHECK(std::abs(mean - 0.8) < 0.05);
  }

  TEST_CASE(
      "chain: a trajectory that runs away is stopped before it is accepted, with links and generators as "
      "they were") {
    gpu::Device& device = *devices().front();
    for (const bool ranlux : {false, true})
      for (const int interval : {0, 1}) {  // also where links are kept for other reasons
        CAPTURE(ranlux);
        CAPTURE(interval);
        // From a hot start H falls, by more than the limit at first; later it rises now and then, a little,
        // and is accepted.
        HmcParameters p{
            .beta = 5.6, .kappa = 0, .tau = 1, .steps = 8, .integrator = Integrator::leapfrog, .seed = 9};
        p.random.ranlux = ranlux;
        p.force_interval = interval;
        const Configuration start = hot_configuration(kGeometry, 134);
        Hmc free(device, preferred_options(device), p, start);
        int bad = 0;
        double dh = 0;
        for (int step = 1; step < 60 && bad == 0; ++step) {
          const Trajectory t = free.run(step);
          if (t.accepted && t.delta_h > 0) bad = step, dh = t.delta_h;
        }
        REQUIRE(bad > 1);
        p.runaway = dh / double(kGeometry.volume()) / 2;
        Hmc hmc(device, preferred_options(device), p, start);
        double plaquette = 0;
        int step = 1;
        const auto resume = [&] {
          for (; step <= bad; ++step) plaquette = hmc.run(step).plaquette;
        };
        CHECK_THROWS_WITH_AS(resume(), doctest::Contains("above the limit"), Error);
        CHECK(hmc.configuration().links() != start.links());
        CHECK(cpu::plaquette(hmc.configuration()).average() == doctest::Approx(plaquette).epsilon(1e-12));
        // The same trajectory with the same numbers, as a run that goes on has it.
        HmcParameters without = p;
        without.runaway = std::numeric_limits<double>::infinity();
        Hmc again(device, preferred_options(device), without, hmc.configuration());
        if (ranlux) again.ranlux()->restore(hmc.ranlux()->state());
        for (; step < bad; ++step) again.run(step);
        const Trajectory t = again.run(bad);
        if (step == bad) CHECK(t.delta_h == dh);
      }
  }

  TEST_CASE("chain: a fault of the device's memory ends the trajectory and keeps the links") {
    for_each_device([](gpu::Device& device) {
      HmcParameters faulty = kParameters;
      faulty.inject_fault = true;
      const Configuration start = weak_configuration(kGeometry, 0.4, 132);
      Hmc hmc(device, preferred_options(device), faulty, start);
      try {
        hmc.run(0);
        FAIL_CHECK("the fault went unnoticed");
      } catch (const Error& error) {
        CHECK(error.kind() == ErrorKind::not_converged);
      }
      CHECK(hmc.configuration().links() == start.links());
    });
  }
}

}  // namespace

}  // namespace glueball::test::property_chain
