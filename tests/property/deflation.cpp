// Solves deflated by eigenvectors: to the same true residual, in fewer iterations, and in none at all where
// all eigenvectors are known.
#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "base/error.hpp"
#include "eigen/lowest_modes.hpp"
#include "fermion/registry.hpp"
#include "solvers/quark_solver.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/quark_operators.hpp"

namespace glueball::test::property_deflation {
namespace {

using gpu::Precision;

const Geometry kGeometry({4, 2, 2, 4});

Boundary phases() {
  Boundary b = kAntiperiodicInTime;
  b.twist = {0.25, 0, 0, 0.5};
  b.imaginary_mu = 0.1;
  return b;
}

struct Case {
  QuarkParameters quark;
  QuarkArguments words;
};

template <class OneParity>
FullQuarkField<OneParity> source(std::uint64_t seed) {
  return make_source<OneParity>({.kind = SourceKind::z2xz2, .seed = seed}, kGeometry, 0, 1);
}

std::shared_ptr<const LowModes> modes(gpu::Device& device, const Configuration& u,
                                      const QuarkParameters& quark, int count) {
  return std::make_shared<const LowModes>(lowest_modes(device, u, quark, count));
}

/// Solves with this many eigenvectors of the matrix, in every precision and way to restart.
template <class OneParity>
void check(gpu::Device& device, const Configuration& u, const Case& c, int count) {
  const auto b = source<OneParity>(31);
  const auto known = modes(device, u, c.quark, count);
  const auto m = quark_operator<OneParity>(u, c.words);
  struct Way {
    Precision inner;
    Restart restart;
    Method method;
  };
  for (const auto& way :
       {Way{Precision::half, Restart::cpu, Method::cg}, Way{Precision::single, Restart::cpu, Method::cg},
        Way{Precision::single, Restart::gpu, Method::bicgstab},
        Way{Precision::double_, Restart::gpu, Method::cg}}) {
    if (!device.info().limits.float64 && (way.inner == Precision::double_ || way.restart == Restart::gpu))
      continue;
    if (way.inner == Precision::half && c.quark.action == QuarkAction::hisq) continue;
    CAPTURE(to_string(way.inner));
    CAPTURE(int(way.restart));
    CAPTURE(int(way.method));
    const auto solver = make_quark_solver<OneParity>(
        device, u, c.quark,
        {.method = way.method, .inner = way.inner, .restart = way.restart, .low_modes = known});
    FullQuarkField<OneParity> x;
    const SolveResult with = solver->solve(b, x);
    CHECK(with.residual_full <= 1e-10);
    CHECK(residual(*m, b, x) < 1.001e-10);
    if (with.iterations > 0) CHECK(with.history.back() == with.residual);
    solver->deflate(false);
    const SolveResult without = solver->solve(b, x);
    CHECK(residual(*m, b, x) < 1.001e-10);
    if (way.method == Method::cg) CHECK(with.iterations < without.iterations);
    solver->deflate(true);
    CHECK(solver->solve(b, x).iterations == with.iterations);
  }
}

}  // namespace

TEST_SUITE("property") {
  TEST_CASE("deflation: every quark to its true residual, in fewer iterations") {
    const Configuration u = weak_configuration(kGeometry, 0.4, 71);
    for_each_device([&](gpu::Device& device) {
      CAPTURE(device.info().id());
      const Boundary b = phases();
      if (has_turn(device, 0))
        check<ParitySpinorField>(
            device, u,
            {{.action = QuarkAction::clover, .kappa = 0.13, .mu = 0.05, .csw = 1.2, .boundary = b},
             {.kappa = 0.13, .mu = 0.05, .csw = 1.2, .boundary = b}},
            16);
      if (has_turn(device, 1))
        check<ParityColourField>(device, u,
                                 {{.action = QuarkAction::hisq, .mass = 0.1, .boundary = b},
                                  {.mass = 0.1, .boundary = b, .hisq_epsilon = 0}},
                                 16);
    });
  }

  TEST_CASE("deflation: where all eigenvectors are known, there is nothing to iterate for") {
    const Configuration u = weak_configuration(kGeometry, 0.4, 72);
    const QuarkParameters quark{.action = QuarkAction::staggered, .mass = 0.2, .boundary = phases()};
    for_each_device(1, [&](gpu::Device& device) {
      if (!device.info().limits.float64) return;
      const auto known = modes(device, u, quark, 96);
      const auto b = source<ParityColourField>(33);
      const SolverOptions options{.inner = Precision::double_, .low_modes = known};
      FullQuarkField<ParityColourField> x;
      // The values are of another mass.
      for (const double mass : {0.2, 0.05, -0.7}) {
        QuarkParameters other = quark;
        other.mass = mass;
        const auto result = make_staggered_solver(device, u, other, options)->solve(b, x);
        CHECK(result.iterations == 0);
        const auto m = quark_operator<ParityColourField>(u, {.mass = mass, .boundary = phases()});
        CHECK(residual(*m, b, x) < 1.001e-10);
      }
    });
  }

  TEST_CASE("deflation: of several right-hand sides, and of several masses at once") {
    const Configuration u = weak_configuration(kGeometry, 0.4, 73);
    const QuarkParameters quark{.action = QuarkAction::staggered, .mass = 0.3, .boundary = phases()};
    for_each_device(0, [&](gpu::Device& device) {
      CAPTURE(device.info().id());
      const auto known = modes(device, u, quark, 20);
      const std::vector<FullQuarkField<ParityColourField>> b{
          source<ParityColourField>(34), source<ParityColourField>(36), source<ParityColourField>(38)};
      std::vector<FullQuarkField<ParityColourField>> x(3);
      const auto m = [&](double mass) {
        return quark_operator<ParityColourField>(u, {.mass = mass, .boundary = phases()});
      };
      const auto block = make_staggered_solver(device, u, quark, {.block = 4, .low_modes = known});
      const auto with = block->solve_all(b, x);
      for (std::size_t n = 0; n < 3; ++n) CHECK(residual(*m(0.3), b[n], x[n]) < 1.001e-10);
      block->deflate(false);
      const auto without = block->solve_all(b, x);
      for (std::size_t n = 0; n < 3; ++n) {
        CHECK(with[n].block == 3);
        CHECK(with[n].iterations < without[n].iterations);
      }
      const std::vector<double> masses{0.4, 0.02, 0.1};
      for (const Precision inner : {Precision::half, Precision::single}) {
        CAPTURE(to_string(inner));
        const auto several =
            make_multimass_solver(device, u, quark, masses, {.inner = inner, .low_modes = known});
        const auto deflated = several->solve(b[0], x);
        for (std::size_t n = 0; n < 3; ++n) {
          CAPTURE(masses[n]);
          CHECK(deflated[n].residual_full <= 1e-10);
          CHECK(residual(*m(masses[n]), b[0], x[n]) < 1.001e-10);
        }
        several->deflate(false);
        const auto plain = several->solve(b[0], x);
        CHECK(deflated[0].shared < plain[0].shared);
        CHECK(deflated[1].iterations < plain[1].iterations);
      }
    });
  }

  TEST_CASE("deflation: what are no eigenvectors of the matrix, and more than there are, is refused") {
    gpu::Device& device = *devices().front();
    const Configuration u = weak_configuration(kGeometry, 0.4, 74),
                        other = weak_configuration(kGeometry, 0.4, 75);
    const QuarkParameters quark{.action = QuarkAction::staggered, .mass = 0.1, .boundary = phases()};
    const auto known = modes(device, other, quark, 2);
    for (const Restart restart : {Restart::cpu, Restart::automatic})
      CHECK_THROWS_WITH_AS(make_staggered_solver(device, u, quark, {.restart = restart, .low_modes = known}),
                           doctest::Contains("eigenvector 1 is none of this quark"), Error);
    CHECK_THROWS_WITH_AS(make_multimass_solver(device, u, quark, {0.1, 0.2}, {.low_modes = known}),
                         doctest::Contains("eigenvector 1 is none of this quark"), Error);
    CHECK_THROWS_WITH_AS(lowest_modes(device, u, quark, 97), doctest::Contains("a matrix that has 96"),
                         Error);
  }
}

}  // namespace glueball::test::property_deflation
