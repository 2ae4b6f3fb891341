// Algorithms on a lattice that is split: the same bits as on the whole one.
#include "support/ranks.hpp"

#include <doctest/doctest.h>

#include "field/transfer.hpp"
#include "flow/flow.hpp"
#include "flow/smearing.hpp"
#include "support/devices.hpp"
#include "update/hmc.hpp"

namespace glueball::test {
namespace {

const Geometry& whole() {
  static const Geometry g({4, 4, 4, 8});
  return g;
}

/// Calls `work(lattice, start)` on the whole lattice, and then on each domain of the grid, where it is to
/// make the same links and the same numbers.
struct Made {
  Configuration links;
  std::vector<double> numbers;
};
template <class Work>
void check_same(gpu::Device& device, const Site& ranks, int ghosts, Work work) {
  const RankGrid grid{ranks};
  CAPTURE(grid.to_string());
  LatticeOptions options = preferred_options(device);
  const DeviceLattice all(device, whole(), options);
  const Made wanted = work(all, hot_configuration(whole(), 5));
  run_ranks(grid.size(), [&](Communicator& communicator) {
    const Domain domain(communicator, whole(), grid);
    LatticeOptions own = options;
    own.domain = &domain;
    own.ghosts = std::uint32_t(ghosts);
    const DeviceLattice lattice(device, domain.geometry(), own);
    const Made found = work(lattice, hot_configuration(domain.geometry(), 5));
    CHECK(other_links(found.links, wanted.links) == 0);
    CHECK(found.numbers == wanted.numbers);
  });
}

Made flowed(const DeviceLattice& lattice, const Configuration& start, const FlowAction& action) {
  GradientFlow flow(lattice, action);
  flow.start(start);
  flow.step(0.02);
  const auto attempt = flow.try_step(0.01, 1);
  return {download(flow.links()), {attempt.distance}};
}

Made smeared(const DeviceLattice& lattice, const Configuration& start, int dimensions) {
  Smearing smearing(lattice);
  GaugeField u(lattice);
  upload(start, u);
  Halo(lattice).exchange(u, 1);
  smearing.hyp(u, {.dimensions = dimensions});
  smearing.ape(u, ape_alpha(0.5, dimensions));
  smearing.stout(u, 0.1, dimensions);
  return {download(u), {}};
}

TEST_SUITE("property") {
  TEST_CASE("ranks: gradient flows have the bits of the whole lattice") {
    for_each_device([](gpu::Device& device) {
      const auto flow = [](const FlowAction& action) {
        return [action](const DeviceLattice& l, const Configuration& u) { return flowed(l, u, action); };
      };
      check_same(device, {1, 1, 1, 2}, GradientFlow::layers(kWilsonFlow), flow(kWilsonFlow));
      check_same(device, {2, 1, 1, 1}, GradientFlow::layers(kZeuthenFlow), flow(kZeuthenFlow));
    });
  }

  TEST_CASE("ranks: smeared links have the bits of the whole lattice") {
    for_each_device([](gpu::Device& device) {
      check_same(device, {1, 2, 1, 2}, 1,
                 [](const DeviceLattice& l, const Configuration& u) { return smeared(l, u, 4); });
      check_same(device, {1, 1, 2, 1}, 1,
                 [](const DeviceLattice& l, const Configuration& u) { return smeared(l, u, 3); });
    });
  }

  TEST_CASE("ranks: trajectories have the bits of the whole lattice") {
    for_each_device([](gpu::Device& device) {
      check_same(device, {1, 1, 1, 2}, Hmc::kGhosts, [](const DeviceLattice& l, const Configuration& u) {
        HmcParameters p{.beta = 5, .c1 = -1.0 / 12, .kappa = 0, .tau = 0.2, .steps = 2, .seed = 3};
        p.energies = Energies::device;
        p.reversibility_interval = p.force_interval = 1;
        p.domain = l.domain();
        Hmc hmc(l.device(), l.options().storage, p, u);
        const Trajectory t = hmc.run(1);
        return Made{hmc.configuration(),
                    {t.delta_h, t.plaquette, t.unitarity_deviation, double(t.accepted),
                     t.reversibility->delta_h, t.reversibility->links, *t.monomials[0].force}};
      });
    });
  }
}

}  // namespace
}  // namespace glueball::test
