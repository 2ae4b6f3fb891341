// These tests check solves for several masses at once: every answer is that of a solve for its mass alone,
// judged in double on the CPU.
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "base/error.hpp"
#include "lattice/quark_field.hpp"
#include "solvers/quark_solver.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/quark_operators.hpp"

namespace glueball::test::property_multimass {
namespace {

using gpu::HalfFormat;
using gpu::Precision;
using Full = FullQuarkField<ParityColourField>;

const Geometry kGeometry({4, 6, 4, 8});
// The masses are neither sorted nor all of one sign: a mass and its negative are the same shift.
const std::vector<double> kMasses{0.4, 0.05, -0.05, 2, 0.1};

QuarkParameters quark(QuarkAction action = QuarkAction::staggered) {
  QuarkParameters q;
  q.action = action;
  q.mass = 17;  // is not looked at
  q.boundary.twist = {0.25, 0, 0, 0.5};
  q.boundary.imaginary_mu = 0.1;
  return q;
}

/// Solves for all masses; true residuals are `tolerance` or less.
std::vector<Full> check(gpu::Device& device, const Configuration& u, const Full& b,
                        const SolverOptions& options, QuarkAction action = QuarkAction::staggered) {
  std::vector<Full> x(kMasses.size());
  const auto solver = make_multimass_solver(device, u, quark(action), kMasses, options);
  const auto results = solver->solve(b, x);
  REQUIRE(results.size() == kMasses.size());
  for (std::size_t n = 0; n < kMasses.size(); ++n) {
    CAPTURE(kMasses[n]);
    const SolveResult& r = results[n];
    const auto m = quark_operator<ParityColourField>(
        u, {.mass = kMasses[n],
            .boundary = quark().boundary,
            .naik = action == QuarkAction::naik,
            .hisq_epsilon = action == QuarkAction::hisq ? std::optional(0.0) : std::nullopt});
    CHECK(std::abs(residual(*m, b, x[n]) - r.residual_full) <= 1e-3 * r.residual_full + 1e-14);
    CHECK(r.residual_full <= options.tolerance);
    CHECK(r.shared > 0);
    CHECK(r.shared == results[0].shared);
    CHECK(r.iterations >= r.shared);
    CHECK(r.flops > 0);
    CHECK(r.seconds > 0);
    CHECK(r.history.back() == r.residual);
    CHECK(r.history.size() == std::size_t(r.restarts) + 1);
  }
  return x;
}

TEST_SUITE("property") {
  TEST_CASE("multi-mass: every mass to its true residual, in each precision, with residuals here and there") {
    const Configuration u = weak_configuration(kGeometry, 0.35, 94);
    const Full b{random_colour_field(kGeometry, 95), random_colour_field(kGeometry, 96)};
    for_each_device([&](gpu::Device& device) {
      int row = 0;
      for (const auto& [its_inner, its_format] : {std::pair{Precision::half, HalfFormat::fixed},
                                                  {Precision::half, HalfFormat::floating},
                                                  {Precision::single, HalfFormat::fixed},
                                                  {Precision::double_, HalfFormat::fixed}}) {
        const auto& inner = its_inner;
        const auto& format = its_format;
        ++row;
        for (const Restart restart : {Restart::cpu, Restart::gpu}) {
          if (!device.info().limits.float64 && (inner == Precision::double_ || restart == Restart::gpu))
            continue;
          if (!has_turn(device, row + int(restart))) continue;
          CAPTURE(to_string(inner));
          CAPTURE(to_string(format));
          CAPTURE(int(restart));
          check(device, u, b, {.inner = inner, .half_format = format, .restart = restart});
          // For the other actions one precision is enough.
          if (inner == Precision::single)
            for (const QuarkAction other : {QuarkAction::naik, QuarkAction::hisq})
              check(device, u, b, {.inner = inner, .restart = restart}, other);
        }
      }
    });
  }

  TEST_CASE("multi-mass: as a solve for each mass alone would have it, and with less work") {
    const Configuration u = weak_configuration(kGeometry, 0.35, 97);
    const Full both{random_colour_field(kGeometry, 98), random_colour_field(kGeometry, 99)};
    const ParityColourField nothing(both[0].size());
    for_each_device([&](gpu::Device& device) {
      const SolverOptions options{.inner =
                                      device.info().limits.float64 ? Precision::double_ : Precision::single};
      int variant = 0;
      for (const Full& b : {both, Full{both[0], nothing}, Full{nothing, both[1]}}) {
        if (!has_turn(device, variant++)) continue;
        const std::vector<Full> x = check(device, u, b, options);
        int alone = 0, first = 0;
        for (std::size_t n = 0; n < kMasses.size(); ++n) {
          QuarkParameters q = quark();
          q.mass = kMasses[n];
          Full y;
          const SolveResult r = make_staggered_solver(device, u, q, options)->solve(b, y);
          alone += r.iterations;
          if (n == 1) first = r.iterations;
          for (std::size_t parity = 0; parity < 2; ++parity)
            CHECK(relative_error(x[n][parity], y[parity]) < 2e-8 / std::abs(kMasses[n]));
        }
        CHECK(alone > 2 * first);
        std::vector<Full> again(kMasses.size());
        const auto solver = make_multimass_solver(device, u, quark(), kMasses, options);
        int together = 0;
        for (const SolveResult& r : solver->solve(b, again)) together += r.iterations - r.shared;
        together += solver->solve(b, again)[0].shared;
        CHECK(together < alone);
        // The second column of a solver finds nothing left of the first.
        for (std::size_t n = 0; n < kMasses.size(); ++n)
          for (std::size_t parity = 0; parity < 2; ++parity)
            CHECK(relative_error(again[n][parity], x[n][parity]) == 0);
      }
    });
  }

  TEST_CASE("multi-mass: no source, one mass, and what cannot be done") {
    const Configuration u = weak_configuration(kGeometry, 0.35, 94);
    const ParityColourField nothing(kGeometry.half_volume());
    const Full b{random_colour_field(kGeometry, 95), nothing};
    for_each_device([&](gpu::Device& device) {
      SolverOptions options;
      const auto solver = [&](const std::vector<double>& masses) {
        return make_multimass_solver(device, u, quark(), masses, options);
      };
      std::vector<Full> x(2);
      for (const SolveResult& r : solver({0.1, 0.2})->solve({nothing, nothing}, x)) {
        CHECK(r.iterations == 0);
        CHECK(r.residual_full == 0);
      }
      CHECK(norm2(x[0]) + norm2(x[1]) == 0);
      x.resize(1);
      CHECK(solver({0.3})->solve(b, x)[0].residual_full <= options.tolerance);

      CHECK_THROWS_WITH_AS(solver({}), doctest::Contains("no mass"), Error);
      CHECK_THROWS_WITH_AS(solver({0.1, 0.2, 0.1}), doctest::Contains("0.1 is given twice"), Error);
      CHECK_THROWS_WITH_AS(solver({0.1, 0}), doctest::Contains("is 0"), Error);
      CHECK_THROWS_WITH_AS(solver({0.1, NAN}), doctest::Contains("no number"), Error);
      CHECK_THROWS_WITH_AS(make_multimass_solver(device, u, {}, {0.1, 0.2}, options),
                           doctest::Contains("not staggered"), Error);
      x.resize(2);
      Full wrong = b;
      wrong[0][3][1] = INFINITY;
      CHECK_THROWS_WITH_AS(solver({0.1, 0.2})->solve(wrong, x), doctest::Contains("not finite"), Error);
      options.max_iterations = 5;
      CHECK_THROWS_WITH_AS(solver({0.1, 0.2})->solve(b, x), doctest::Contains("out of iterations"), Error);
      options.max_iterations = 10000;
      options.method = Method::bicgstab;
      CHECK_THROWS_WITH_AS(solver({0.1, 0.2}), doctest::Contains("conjugate gradients"), Error);
    });
  }
}

}  // namespace

}  // namespace glueball::test::property_multimass
