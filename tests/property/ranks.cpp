// Algorithms on a lattice that is split: the same bits as on the whole one.
#include "support/ranks.hpp"

#include <doctest/doctest.h>

#include <cstring>

#include "comm/gather.hpp"
#include "field/transfer.hpp"
#include "fix/gauge_fixer.hpp"
#include "flow/flow.hpp"
#include "measure/blocked_correlators.hpp"
#include "measure/correlator.hpp"
#include "measure/polyakov.hpp"
#include "measure/wilson_lines.hpp"
#include "measure/wilson_loops.hpp"
#include "quark/source.hpp"
#include "smear/smearing.hpp"
#include "solvers/quark_solver.hpp"
#include "support/devices.hpp"
#include "update/hmc.hpp"

namespace glueball::test::property_ranks {
namespace {

const Geometry& whole() {
  static const Geometry g({4, 4, 4, 8});
  return g;
}

/// Calls `work(lattice, start)` on the whole lattice, and then on each domain of the grid, where it is to
/// make the same links and the same numbers; of so many time slices each, where domains along t differ.
struct Made {
  Configuration links;
  std::vector<double> numbers;
};
template <class Work>
void check_same(gpu::Device& device, const Site& ranks, int ghosts, Work work, std::uint32_t reals = 12,
                const std::vector<int>& times = {}) {
  const RankGrid grid{ranks, times};
  CAPTURE(grid.to_string());
  LatticeOptions options = preferred_options(device);
  options.reconstruct = reals;
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

/// Computes loops that leave a domain, and all of the Polyakov loops.
Made looped(const DeviceLattice& lattice, const Configuration& start) {
  GaugeField u(lattice);
  upload(start, u);
  Halo(lattice).exchange(u, 1);
  GlobalSums sums(lattice);
  Made made{start, wilson_loops(lattice, u, sums, 4, 5).values};
  const WilsonLines lines = wilson_lines(lattice, u, 3);
  made.numbers.insert(made.numbers.end(), lines.values.begin(), lines.values.end());
  const BlockedCorrelators blocked =
      blocked_correlators(blocked_products(lattice, u, FieldStrength::clover, 2));
  made.numbers.insert(made.numbers.end(), blocked.charge.begin(), blocked.charge.end());
  for (const int mu : {0, 3}) {
    const MatrixSiteField loops = all_loops(polyakov_loops(lattice, u, sums, mu).field, mu);
    for (const Complex c : correlator(loops, loops, Combination::singlet).values)
      made.numbers.insert(made.numbers.end(), {c.real(), c.imag()});
  }
  return made;
}

/// A transformation in place of the links along x, and what is known of the time slices.
Made fixed(const DeviceLattice& lattice, const Configuration& start, Gauge gauge, Grain grain) {
  GaugeFixer fixer(lattice, start, gauge, grain);
  std::vector<bool> resting(8, false);
  resting[5] = true;
  fixer.rest(resting);
  fixer.relax(1.7, 1);
  if (gauge != Gauge::residual && gauge != Gauge::centre) fixer.anneal(0.5, 9, 1);
  if (gauge != Gauge::centre) fixer.relax_stochastic(0.6, 9, 2);
  Made made{start, {}};
  for (const SliceState& s : fixer.measure_slices())
    made.numbers.insert(made.numbers.end(), {s.theta, s.largest, s.functional});
  const Transformation g = fixer.transformation();
  for (std::size_t n = 0; n < g.size(); ++n) made.links.link(n, 0) = g[n];
  return made;
}

/// Checks a short trajectory of the given monomials on all ranks against one rank.
void check_trajectory(gpu::Device& device, const std::vector<Monomial>& monomials) {
  const Site ranks = Hmc::ghosts(monomials) > 2 ? Site{1, 1, 1, 2} : Site{1, 1, 2, 1};
  check_same(device, ranks, Hmc::ghosts(monomials), [&](const DeviceLattice& l, const Configuration& u) {
    HmcParameters p{.tau = 0.05, .steps = 1, .seed = 3};
    p.energies = Energies::device;
    p.monomials = monomials;
    Hmc hmc(l.device(), l.options(), p, u);
    const Trajectory t = hmc.run(1);
    return Made{hmc.configuration(), {t.delta_h, t.plaquette, double(t.accepted), double(t.cg_iterations)}};
  });
}

/// Phases on all links, so that there is a rotation too.
const Boundary kTwisted = [] {
  Boundary b = kAntiperiodicInTime;
  b.twist[0] = 0.3;
  b.imaginary_mu = 0.1;
  return b;
}();

/// How solvers of these tests launch hops.
struct Hops {
  bool fused = false;       ///< sums are fused with them
  std::uint32_t tiles = 1;  ///< of z
  void choose(LatticeOptions& l) const {
    l.fused = fused;
    l.workgroup = 32;
    l.threads_per_site = 1;
    l.tiles = tiles;
    // Only one rank's iterations may share a launch, where a GPU's compiler rounds otherwise.
    l.persistent_cg = false;
  }
};

template <class OneParity>
FullQuarkField<OneParity> propagator(gpu::Device& device, const Configuration& u,
                                     const QuarkParameters& quark, const Hops& hops, const Domain* domain) {
  SolverOptions options{.restart = Restart::gpu, .tolerance = 1e-8};
  options.domain = domain;
  options.choose = [hops](gpu::Device&, const Geometry&, LatticeOptions& l) { hops.choose(l); };
  FullQuarkField<OneParity> x;
  const auto b = make_source<OneParity>(parse_source("z2:7"), u.geometry(), 0, 1);
  if constexpr (kComponents<OneParity> == 12)
    make_spinor_solver(device, u, quark, options)->solve(b, x);
  else
    make_staggered_solver(device, u, quark, options)->solve(b, x);
  return x;
}

template <class OneParity>
void check_propagators(gpu::Device& device, const Geometry& g, const Site& ranks, const Hops& hops,
                       const QuarkParameters& quark) {
  const auto wanted = propagator<OneParity>(device, hot_configuration(g, 5), quark, hops, nullptr);
  const RankGrid grid{ranks};
  CAPTURE(grid.to_string());
  run_ranks(grid.size(), [&](Communicator& communicator) {
    const Domain domain(communicator, g, grid, Transport::best, true);
    LatticeOptions options = preferred_options(device);
    options.domain = &domain;
    hops.choose(options);
    // The lattice must have the options that the test asks for.
    CHECK(DeviceLattice(device, domain.geometry(), options).options().fused == hops.fused);
    const auto part =
        propagator<OneParity>(device, hot_configuration(domain.geometry(), 5), quark, hops, &domain);
    const auto found = gathered(domain, part);
    if (communicator.first())
      for (std::size_t parity = 0; parity < 2; ++parity)
        CHECK(std::memcmp(found[parity].data(), wanted[parity].data(),
                          wanted[parity].size() * sizeof wanted[parity][0]) == 0);
  });
}

const QuarkParameters kTwistedMass{
    .action = QuarkAction::twisted_mass, .kappa = 0.13, .mu = 0.1, .boundary = kTwisted};
const QuarkParameters kClover{
    .action = QuarkAction::clover, .kappa = 0.11, .mu = 0.1, .csw = 0.5, .boundary = kAntiperiodicInTime};
const QuarkParameters kNaik{.action = QuarkAction::naik, .mass = 0.5, .boundary = kTwisted};
const QuarkParameters kStaggered{.action = QuarkAction::staggered, .mass = 0.3, .boundary = kTwisted};

TEST_SUITE("property") {
  TEST_CASE("ranks: gradient flows have the bits of the whole lattice") {
    for_each_device(0, [](gpu::Device& device) {
      const auto flow = [](const FlowAction& action) {
        return [action](const DeviceLattice& l, const Configuration& u) { return flowed(l, u, action); };
      };
      check_same(device, {2, 1, 1, 1}, GradientFlow::layers(kZeuthenFlow), flow(kZeuthenFlow));
    });
  }

  TEST_CASE("ranks: Wilson loops and correlators have the bits of the whole lattice") {
    for_each_device([](gpu::Device& device) {
      for (const std::uint32_t reals : {12u, 18u}) {
        if (!has_turn(device, reals == 12)) continue;
        CAPTURE(reals);
        check_same(device, {2, 1, 1, 2}, 1, looped, reals,
                   reals == 12 ? std::vector<int>() : std::vector{6, 2});
      }
    });
  }

  TEST_CASE("ranks: gauges are fixed with the bits of the whole lattice") {
    for_each_device([](gpu::Device& device) {
      int variant = 0;
      const auto fix = [&](const Site& ranks, Gauge gauge, Grain grain, std::uint32_t reals,
                           const std::vector<int>& times = {}) {
        if (!has_turn(device, variant++)) return;
        check_same(
            device, ranks, 1,
            [&](const DeviceLattice& l, const Configuration& u) { return fixed(l, u, gauge, grain); }, reals,
            times);
      };
      fix({2, 1, 1, 1}, Gauge::coulomb, Grain::site, 18);
      fix({1, 1, 1, 2}, Gauge::coulomb, Grain::link, 12, {2, 6});
      fix({1, 1, 2, 1}, Gauge::maximally_abelian, Grain::site, 12);
      fix({2, 1, 1, 1}, Gauge::centre, Grain::site, 12);
    });
  }

  TEST_CASE("ranks: smeared links have the bits of the whole lattice") {
    for_each_device(1, [](gpu::Device& device) {
      check_same(device, {1, 1, 1, 2}, 1,
                 [](const DeviceLattice& l, const Configuration& u) { return smeared(l, u, 3); }, 12, {6, 2});
    });
  }

  TEST_CASE("ranks: propagators have the bits of the whole lattice") {
    for_each_device(1, [](gpu::Device& device) {
      if (!device.info().limits.float64) return;
      check_propagators<ParityColourField>(device, whole(), {2, 1, 1, 1}, {}, kStaggered);
    });
  }

  TEST_CASE("ranks: sums that are fused with hops are the whole lattice's where domains cut no workgroup") {
    const Geometry g({8, 8, 4, 4});  // a workgroup a plane
    for_each_device(0, [&](gpu::Device& device) {
      if (!device.info().limits.float64) return;
      check_propagators<ParitySpinorField>(device, g, {1, 1, 2, 1}, {.fused = true}, kTwistedMass);
    });
  }

  TEST_CASE("ranks: the interior, then the boundary, of tiles too, with the sums of the whole lattice") {
    const Geometry g({8, 8, 4, 8});
    for_each_device(1, [&](gpu::Device& device) {
      if (!device.info().limits.float64) return;
      check_propagators<ParityColourField>(device, g, {1, 1, 1, 2}, {.fused = true, .tiles = 2}, kStaggered);
    });
  }

  TEST_CASE("ranks: trajectories have the bits of the whole lattice") {
    for_each_device([](gpu::Device& device) {
      check_same(device, {1, 1, 1, 2}, Hmc::ghosts({}), [](const DeviceLattice& l, const Configuration& u) {
        HmcParameters p{.beta = 5, .c1 = -1.0 / 12, .kappa = 0, .tau = 0.2, .steps = 2, .seed = 3};
        p.energies = Energies::device;
        p.reversibility_interval = p.force_interval = 1;
        Hmc hmc(l.device(), l.options(), p, u);
        const Trajectory t = hmc.run(1);
        return Made{hmc.configuration(),
                    {t.delta_h, t.plaquette, t.unitarity_deviation, double(t.accepted),
                     t.reversibility->delta_h, t.reversibility->links, *t.monomials[0].force}};
      });
    });
  }
}

TEST_SUITE("slow") {
  TEST_CASE("ranks: flows, smearings and propagators on four") {
    for_each_device([](gpu::Device& device) {
      check_same(device, {2, 1, 1, 2}, 1,
                 [](const DeviceLattice& l, const Configuration& u) { return flowed(l, u, kWilsonFlow); });
      check_same(device, {1, 2, 1, 2}, 1,
                 [](const DeviceLattice& l, const Configuration& u) { return smeared(l, u, 4); });
      if (!device.info().limits.float64) return;
      check_propagators<ParitySpinorField>(device, whole(), {2, 1, 1, 2}, {}, kTwistedMass);
      check_propagators<ParityColourField>(device, Geometry({8, 8, 4, 4}), {1, 1, 2, 2}, {.fused = true},
                                           kStaggered);
      check_propagators<ParitySpinorField>(device, whole(), {2, 1, 1, 2}, {}, kClover);
      check_propagators<ParityColourField>(device, Geometry({4, 4, 4, 16}), {1, 1, 1, 2}, {}, kNaik);
      check_propagators<ParitySpinorField>(device, Geometry({8, 8, 4, 8}), {1, 1, 1, 2},
                                           {.fused = true, .tiles = 2}, kClover);
    });
  }

  TEST_CASE("ranks: trajectories with quarks have the bits of the whole lattice") {
    for_each_device([](gpu::Device& device) {
      if (!device.info().limits.float64) return;
      check_trajectory(device,
                       {{"gauge", {{"beta", 5.3}, {"c1", 0}}, 0}, {"two-flavour", {{"kappa", 0.12}}, 0}});
      check_trajectory(device, {{"gauge", {{"beta", 5.3}, {"c1", 0}}, 0}, {"staggered", {{"mass", 0.5}}, 0}});
      check_trajectory(device, {{"gauge", {{"beta", 5.3}, {"c1", 0}}, 0}, {"naik", {{"mass", 0.5}}, 0}});
      check_trajectory(device, {{"gauge", {{"beta", 5.3}, {"c1", 0}}, 0},
                                {"clover", {{"kappa", 0.11}, {"csw", 0.5}, {"mu", 0.1}}, 0}});
    });
  }
}

}  // namespace

}  // namespace glueball::test::property_ranks
