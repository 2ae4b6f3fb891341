// Overlap quarks on a lattice that is split: the same bits as on the whole one.
#include <doctest/doctest.h>

#include <cstring>

#include "actions/overlap_action.hpp"
#include "comm/gather.hpp"
#include "field/transfer.hpp"
#include "linalg/copy.hpp"
#include "overlap/sign_function.hpp"
#include "quark/source.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/ranks.hpp"
#include "update/molecular_dynamics.hpp"

namespace glueball::test::property_ranks_overlap {
namespace {

/// As users have them, but that sums are not fused with hops on GPUs: domains as small as these cut
/// workgroups there.
LatticeOptions options_of(const gpu::Device& device, gpu::Precision precision, const Geometry& g) {
  LatticeOptions options = preferred_options(device, precision, g);
  options.fused = false;
  return options;
}

/// Fields of the whole lattice, and numbers, that all ranks are to have.
struct Found {
  FullQuarkField<ParitySpinorField> field;
  std::vector<double> numbers;
};

/// Calls `work(options, geometry)` for the whole lattice, and for each domain of a grid with its options.
/// Returns what it makes on one rank.
template <class Work>
Found check_same(const Geometry& whole, const Site& ranks, const LatticeOptions& options, Work work) {
  const Found wanted = work(options, whole);
  const RankGrid grid{ranks};
  CAPTURE(grid.to_string());
  run_ranks(grid.size(), [&](Communicator& communicator) {
    const Domain domain(communicator, whole, grid, Transport::best, true);
    LatticeOptions own = options;
    own.domain = &domain;
    Found found = work(own, domain.geometry());
    CHECK(found.numbers == wanted.numbers);
    if (wanted.field[0].empty()) return;
    found.field = gathered(domain, std::move(found.field));
    if (!communicator.first()) return;
    for (std::size_t parity = 0; parity < 2; ++parity)
      CHECK(std::memcmp(found.field[parity].data(), wanted.field[parity].data(),
                        wanted.field[parity].size() * sizeof wanted.field[parity][0]) == 0);
  });
  return wanted;
}

FullQuarkField<ParitySpinorField> on_host(const FieldVector<SpinorField>& v) {
  FullQuarkField<ParitySpinorField> full;
  for (std::size_t part = 0; part < 2; ++part) {
    full[part].resize(v[part].lattice().geometry().half_volume());
    download(v[part], full[part]);
  }
  return full;
}

/// Returns links near 1 on a domain, or on the whole lattice.
Configuration weak_part(const LatticeOptions& options, const Geometry& g, double width, std::uint64_t seed) {
  const Configuration whole = weak_configuration(g.whole(), width, seed);
  return options.domain ? scattered(*options.domain, &whole) : whole;
}

/// Returns (M^+ M + s)^-1 of a vector, summed over s.
Found summed(gpu::Device& device, const LatticeOptions& options, const Geometry& g) {
  const DeviceLattice lattice(device, g, options);
  GaugeField u(lattice);
  upload(hot_configuration(g, 5), u);
  Halo(lattice).exchange(u);
  PoleSum poles(lattice, u, 0.19, kAntiperiodicInTime, 3);
  poles.set({.numerators = {0.3, 0.5, 1.2}, .shifts = {0.05, 0.4, 3}});
  FieldVector<SpinorField> b = full_vector(lattice), x = full_vector(lattice);
  const auto noise = make_source<ParitySpinorField>(parse_source("z2:7"), g, 0, 1);
  for (std::size_t part = 0; part < 2; ++part) upload(noise[part], b[part]);
  const DeviceCgResult result = poles.apply(b, x, 1e-5, 1000);
  CHECK(result.state == SolverState::converged);
  return {on_host(x), {double(result.iterations), result.residual}};
}

/// Returns the sign of H in either precision.
Found sign_of(gpu::Device& device, const LatticeOptions& options, const Geometry& g) {
  const Configuration u = weak_part(options, g, 0.5, 71);
  SignFunction sign(device, u, {.sign_error = 1e-6, .low_modes = 1, .mode_tolerance = 1e-6}, options);
  const auto noise = make_source<ParitySpinorField>(parse_source("z2:7"), g, 0, 1);
  FieldVector<SpinorField> b = full_vector(sign.lattice()), x = full_vector(sign.lattice());
  for (std::size_t part = 0; part < 2; ++part) upload(noise[part], b[part]);
  for (const double accuracy : {1e-3, 1e-6}) {
    sign.apply(b, x, accuracy);
    copy(x, b);
  }
  return {on_host(x), sign.modes().values};
}

/// Runs a trajectory of overlap quarks alone.
Found moved(gpu::Device& device, const LatticeOptions& options, const Geometry& g) {
  const DeviceLattice lattice(device, g, options);
  MolecularDynamics md(lattice, weak_part(options, g, 0.9, 1));
  md.energies_on_device();
  auto made = std::make_unique<OverlapAction>(
      ActionContext{.lattice = lattice,
                    .u = md.links(),
                    .p = md.momenta(),
                    .seed = 5,
                    .solves = {.force_tolerance = 1e-4, .action_tolerance = 1e-5}},
      OverlapParameters{.m0 = 1.9, .mass = 0.5, .flavours = 1, .sign_error = 1e-6, .low_modes = 6});
  OverlapAction* const action = made.get();
  md.add(std::move(made));
  const double before = md.refresh(5, 0);
  md.integrate(Integrator::leapfrog, 0.2, 1);
  const Crossings crossings = action->take_crossings();
  return {{},
          {before, md.hamiltonian(), double(action->index()), double(crossings.refracted),
           double(crossings.reflected), double(action->take_iterations())}};
}

TEST_SUITE("property") {
  TEST_CASE("ranks: sums of poles have the bits of the whole lattice, where a rank fills no workgroups too") {
    const Geometry g({4, 6, 2, 4});
    for_each_device([&](gpu::Device& device) {
      for (const gpu::Precision precision : {gpu::Precision::single, gpu::Precision::double_}) {
        if (precision == gpu::Precision::double_ && !device.info().limits.float64) continue;
        if (!has_turn(device, int(precision == gpu::Precision::double_))) continue;
        check_same(g, {2, 1, 1, 2}, options_of(device, precision, g),
                   [&](const LatticeOptions& l, const Geometry& own) { return summed(device, l, own); });
      }
    });
  }

  TEST_CASE(
      "ranks: sums of poles of the interior, then of the boundary, have the bits of the whole lattice") {
    const Geometry g({4, 4, 4, 8});
    for_each_device(1, [&](gpu::Device& device) {
      LatticeOptions options = options_of(device, gpu::Precision::single, g);
      options.workgroup = 32;
      options.threads_per_site = 1;
      check_same(g, {1, 1, 1, 2}, options, [&](const LatticeOptions& l, const Geometry& own) {
        // The lattice must have the options that the test asks for.
        CHECK(DeviceLattice(device, own, l).has_parts(Shape::hops, 1) == own.is_part());
        return summed(device, l, own);
      });
    });
  }

  TEST_CASE("ranks: sums of poles do not depend on the domains, which cut the workgroups of hops") {
    const Geometry g({4, 4, 2, 4});
    for_each_device(0, [&](gpu::Device& device) {
      LatticeOptions options = preferred_options(device, gpu::Precision::single, g);
      options.threads_per_site = 2;
      const Found one = summed(device, options, g);
      std::vector<FullQuarkField<ParitySpinorField>> all;
      for (const Site& ranks : {Site{1, 1, 1, 2}, Site{2, 1, 1, 1}}) {
        const RankGrid grid{ranks};
        run_ranks(grid.size(), [&](Communicator& communicator) {
          const Domain domain(communicator, g, grid);
          LatticeOptions own = options;
          own.domain = &domain;
          const auto whole = gathered(domain, summed(device, own, domain.geometry()).field);
          if (communicator.first()) all.push_back(whole);
        });
      }
      for (std::size_t parity = 0; parity < 2; ++parity) {
        CHECK(std::memcmp(all[0][parity].data(), all[1][parity].data(),
                          all[0][parity].size() * sizeof all[0][parity][0]) == 0);
        CHECK(relative_error(all[0][parity], one.field[parity]) < 1e-5);
      }
    });
  }

  TEST_CASE("ranks: signs of H by either precision have the bits of the whole lattice") {
    gpu::Device& device = *devices().front();
    const Geometry g({2, 2, 2, 4});
    check_same(g, {1, 1, 1, 2}, options_of(device, gpu::Precision::double_, g),
               [&](const LatticeOptions& l, const Geometry& own) { return sign_of(device, l, own); });
  }
}

TEST_SUITE("slow") {
  TEST_CASE("ranks: overlap quarks pass a sector boundary with the bits of the whole lattice") {
    gpu::Device& device = *devices().front();
    const Geometry g({2, 2, 2, 4});
    const Found found =
        check_same(g, {1, 1, 1, 2}, options_of(device, gpu::Precision::double_, g),
                   [&](const LatticeOptions& l, const Geometry& own) { return moved(device, l, own); });
    CHECK(found.numbers[3] == 1);
  }
}

}  // namespace

}  // namespace glueball::test::property_ranks_overlap
