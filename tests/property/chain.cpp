// A Markov chain is a function of its start and its seed.
#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "reference/plaquette.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "update/hmc.hpp"

namespace glueball::test {
namespace {

const Geometry kGeometry({4, 4, 2, 6});
const HmcParameters kParameters{
    .beta = 5.5, .kappa = 0.11, .tau = 0.5, .steps = 4, .force_tolerance = 1e-5, .seed = 131};

struct Chain {
  std::vector<Trajectory> history;
  Configuration end;
};

Chain run(gpu::Device& device, gpu::Storage storage, const HmcParameters& parameters, int first = 0,
          int count = 3) {
  Hmc hmc(device, storage, parameters, weak_configuration(kGeometry, 0.4, 132));
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
  TEST_CASE("chain: the same seed gives the same bits twice, another seed does not") {
    std::vector<std::pair<std::string, Chain>> chains;
    for_each_device([&](gpu::Device& device) {
      for (const gpu::Storage storage : {gpu::Storage::buffer, gpu::Storage::texel, gpu::Storage::image}) {
        CAPTURE(std::string(to_string(storage)));
        Chain one = run(device, storage, kParameters);
        CHECK(same(one, run(device, storage, kParameters)));
        HmcParameters other = kParameters;
        other.seed += std::uint64_t(1) << 32;  // the high half of the seed counts, too
        CHECK_FALSE(same(one, run(device, storage, other, 0, 1)));
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
      // One step far too long: energy is lost from all bounds, the trajectory must be refused and leave no
      // trace.
      HmcParameters wild = kParameters;
      wild.tau = 2;
      wild.steps = 1;
      const Chain refused = run(device, storage, wild, 0, 1);
      CHECK_FALSE(refused.history[0].accepted);
      CHECK(refused.history[0].delta_h > 20);
      CHECK(refused.end.links() == start.links());
      CHECK(refused.history[0].plaquette == reference::plaquette(refused.end).average());

      const Chain moved = run(device, storage, kParameters, 0, 1);
      CHECK(moved.history[0].accepted);
      CHECK(relative_error(moved.end, start) > 0.1);
      CHECK(moved.history[0].plaquette == reference::plaquette(moved.end).average());
      CHECK(moved.history[0].cg_iterations > 0);
      CHECK(moved.history[0].unitarity_deviation > 0);
      CHECK(moved.history[0].unitarity_deviation < 2e-6);
    });
  }

  TEST_CASE("chain: a fault of the device's memory ends the trajectory and keeps the links") {
    for_each_device([](gpu::Device& device) {
      HmcParameters faulty = kParameters;
      faulty.inject_fault = true;
      const Configuration start = weak_configuration(kGeometry, 0.4, 132);
      Hmc hmc(device, device.preferred_storage(), faulty, start);
      try {
        hmc.run(0);
        FAIL_CHECK("the fault went unnoticed");
      } catch (const Error& error) {
        CHECK(error.status() == Status::not_converged);
      }
      CHECK(hmc.configuration().links() == start.links());
    });
  }
}

}  // namespace
}  // namespace glueball::test
