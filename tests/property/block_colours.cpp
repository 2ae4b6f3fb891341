// These tests check for staggered quarks that a hop and a solve for several right-hand sides at once give the
// results of one at a time.
#include <doctest/doctest.h>

#include "cpu/gaussian_fields.hpp"
#include "cpu/linalg.hpp"
#include "fermion/registry.hpp"
#include "kernels/multi.hpp"
#include "solvers/block_cg.hpp"
#include "solvers/quark_solver.hpp"
#include "support/colour_quarks.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"

namespace glueball::test::property_block_colours {
namespace {

using FullColours = std::array<ParityColourField, 2>;

std::vector<ParityColourField> colour_noise(const Geometry& g, std::size_t count) {
  std::vector<ParityColourField> all;
  for (std::uint32_t n = 0; n < count; ++n) all.push_back(cpu::gaussian_colour(g, Parity::even, 310, n));
  return all;
}

MultiColourField together(const DeviceLattice& lattice, const std::vector<ParityColourField>& vectors) {
  MultiColourField all(lattice, std::uint32_t(vectors.size()));
  ColourField one(lattice);
  for (std::uint32_t n = 0; n < vectors.size(); ++n) {
    upload(vectors[n], one);
    kernels::CopyPart::put(lattice, one, n, all);
  }
  return all;
}

ColourField one_of(const DeviceLattice& lattice, const MultiColourField& all, std::size_t n) {
  ColourField one(lattice);
  kernels::CopyPart::take(lattice, all, std::uint32_t(n), one);
  return one;
}

/// Every line of the registry that has a matrix for several.
template <class Test>
void for_each_kind(Test test) {
  for (const auto& kind : operator_kinds<ColourField>()) {
    CAPTURE(kind.name);
    REQUIRE(kind.for_several);
    test(kind);
  }
}

TEST_SUITE("property") {
  TEST_CASE("several staggered right-hand sides: the operator on each is the reference's") {
    struct Case {
      Geometry geometry;
      std::size_t count;
      bool storages;
    };
    int turn = 0;
    for (const Case& c : {Case{kNoTwoAlike, 4, false}, Case{kShort, 2, true}, Case{kShort, 12, false}}) {
      const Configuration u = hot_configuration(c.geometry, 311);
      const auto vectors = colour_noise(c.geometry, c.count);
      for_each_kind([&](const OperatorKind<ColourField>& kind) {
        QuarkParameters quark = kind.example;
        quark.boundary = phases_on(c.geometry);
        const auto pair = kind.pair(u, quark);
        std::vector<ParityColourField> want(c.count, ParityColourField(vectors[0].size()));
        for (std::size_t n = 0; n < c.count; ++n) pair.host->even_odd(vectors[n], want[n]);
        const Sweep sweep{.storage = c.storages,
                          .in_double = true,
                          .split = c.storages,
                          .turn = c.geometry == kNoTwoAlike ? -1 : turn++};
        for_each_lattice(c.geometry, sweep, [&](const DeviceLattice& lattice) {
          const GaugeField field = on_device(lattice, u);
          const auto op = pair.on_device(lattice, field);
          if (lattice.options().storage == gpu::Storage::split &&
              lattice.device().info().limits.storage_blocks < 19) {
            CHECK_THROWS_WITH_AS(op->for_several(2), doctest::Contains("bind 19 buffers"), Error);
            return;
          }
          const auto several = op->for_several(std::uint32_t(c.count));
          const MultiColourField in = together(lattice, vectors);
          MultiColourField out(lattice, std::uint32_t(c.count));
          several->even_odd(in, out);
          for (std::size_t n = 0; n < c.count; ++n)
            CHECK(error_of(one_of(lattice, out, n), want[n]) < tolerance(lattice).field);
          CHECK_THROWS_AS(op->for_several(3), Error);
        });
      });
    }
  }

  TEST_CASE("several staggered right-hand sides: vectors go into their part and come back bit by bit") {
    const auto vectors = colour_noise(kShort, 4);
    for_each_lattice(kShort, {.in_double = true}, [&](const DeviceLattice& lattice) {
      const MultiColourField all = together(lattice, vectors);
      for (std::size_t n = 0; n < vectors.size(); ++n) {
        ColourField one(lattice);
        upload(vectors[n], one);
        ParityColourField want;
        download(one, want);
        CHECK(error_of(one_of(lattice, all, n), want) == 0);
      }
    });
  }

  TEST_CASE("several staggered right-hand sides: each stops by itself, where its own solve would") {
    const Geometry g({4, 6, 2, 8});
    const Configuration u = weak_configuration(g, 0.4, 312);
    auto b = colour_noise(g, 4);
    b[2].assign(b[2].size(), {});  // one that is nothing: it stops at once
    int turn = 0;
    for_each_kind([&](const OperatorKind<ColourField>& kind) {
      const auto pair = kind.pair(u, kind.example);
      const Sweep sweep{.storage = false, .in_double = true, .turn = turn++};
      for_each_lattice(g, sweep, [&](const DeviceLattice& lattice) {
        const double goal = lattice.precision() == gpu::Precision::double_ ? 1e-11 : 1e-5;
        const GaugeField field = on_device(lattice, u);
        const auto op = pair.on_device(lattice, field);
        const auto several = op->for_several(4);
        MultiColourField x(lattice, 4);
        const auto results = BlockCg<ColourField>(*several).solve(together(lattice, b), x, goal, 1000);
        ConjugateGradient<ColourField> alone(*op);
        for (std::size_t n = 0; n < 4; ++n) {
          CHECK(results[n].state == (n == 2 ? SolverState::broken : SolverState::converged));
          if (n == 2) continue;
          ColourField source(lattice), own(lattice);
          upload(b[n], source);
          CHECK(std::abs(alone.solve(source, own, goal, 1000).iterations - results[n].iterations) <= 1);
          ParityColourField want;
          download(own, want);
          CHECK(error_of(one_of(lattice, x, n), want) < 100 * goal);
        }
      });
    });
  }

  TEST_CASE("staggered quarks solved in blocks: every column is what a solve of its own gives") {
    const Geometry g({4, 6, 2, 8});
    const Configuration u = weak_configuration(g, 0.4, 313);
    std::vector<FullColours> b;
    for (std::uint32_t n = 0; n < 5; ++n)
      b.push_back(
          {cpu::gaussian_colour(g, Parity::even, 314, n), cpu::gaussian_colour(g, Parity::odd, 314, n)});
    for_each_kind([&](const OperatorKind<ColourField>& kind) {
      QuarkParameters quark = kind.example;
      quark.boundary.twist = {0.25, 0, 0, 0.5};
      quark.boundary.spread = true;
      quark.boundary.imaginary_mu = 0.1;
      for_each_device([&](gpu::Device& device) {
        for (const gpu::Precision inner : {gpu::Precision::single, gpu::Precision::double_})
          for (const Restart restart : {Restart::cpu, Restart::gpu}) {
            const bool in_double = inner == gpu::Precision::double_;
            if (!device.info().limits.float64 && (in_double || restart == Restart::gpu)) continue;
            if (in_double && restart == Restart::gpu) continue;
            CAPTURE(to_string(inner));
            CAPTURE(int(restart));
            SolverOptions options;
            options.inner = inner;
            options.restart = restart;
            options.block = 4;
            const auto solver = make_staggered_solver(device, u, quark, options);
            CHECK(solver->block() == 4);
            std::vector<FullColours> x(b.size());
            const auto results = solver->solve_all(b, x);
            REQUIRE(results.size() == b.size());
            for (std::size_t n = 0; n < b.size(); ++n) {
              CAPTURE(n);
              CHECK(results[n].block == (n < 3 ? 3 : 2));
              CHECK(results[n].residual_full <= 1e-10);
              if (n == 1 || n == 2) continue;
              FullColours alone;
              CHECK(solver->solve(b[n], alone).block == 1);
              for (std::size_t parity = 0; parity < 2; ++parity)
                CHECK(relative_error(x[n][parity], alone[parity]) < 1e-8);
            }
          }
      });
    });
  }

  TEST_CASE("staggered quarks solved in blocks: half precision solves alone, and what is refused") {
    const Configuration u = weak_configuration(kShort, 0.4, 315);
    for_each_device([&](gpu::Device& device) {
      const QuarkParameters quark{.action = QuarkAction::hisq, .mass = 0.3};
      SolverOptions options;
      options.block = 2;
      options.inner = gpu::Precision::half;
      CHECK(make_staggered_solver(device, u, quark, options)->block() == 1);
      options.inner = gpu::Precision::single;
      const std::vector<FullColours> b(2, {cpu::gaussian_colour(kShort, Parity::even, 316, 0),
                                           cpu::gaussian_colour(kShort, Parity::odd, 316, 0)});
      std::vector<FullColours> x(2);
      options.max_iterations = 3;
      CHECK_THROWS_WITH_AS(make_staggered_solver(device, u, quark, options)->solve_all(b, x),
                           doctest::Contains("out of iterations"), Error);
      options.block = 17;
      CHECK_THROWS_WITH_AS(make_staggered_solver(device, u, quark, options),
                           doctest::Contains("blocks of 17"), Error);
    });
  }
}

}  // namespace

}  // namespace glueball::test::property_block_colours
