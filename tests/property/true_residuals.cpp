// These tests check that solvers reach the tolerance: the CPU's operators compute |b - M x| / |b| on all
// sites.
#include <doctest/doctest.h>

#include <cmath>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "base/error.hpp"
#include "comm/domain.hpp"
#include "cpu/linalg.hpp"
#include "eigen/lowest_modes.hpp"
#include "fermion/registry.hpp"
#include "solvers/quark_solver.hpp"
#include "support/dense_matrix.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/quark_operators.hpp"
#include "support/ranks.hpp"

namespace glueball::test::property_true_residuals {
namespace {

using gpu::Precision;

const Geometry kGeometry({4, 2, 6, 4});

/// Whose fields these are.
template <class OneParity>
using FieldOf = std::conditional_t<std::is_same_v<OneParity, ParitySpinorField>, SpinorField, ColourField>;

/// All quarks of the registry, near the critical kappa or of a small mass, where residuals of even-odd forms
/// are much smaller than those of all sites; those with a clover term with and without a twisted mass.
template <class OneParity>
std::vector<QuarkParameters> light_quarks() {
  std::vector<QuarkParameters> all;
  for (const auto& kind : operator_kinds<FieldOf<OneParity>>()) {
    QuarkParameters q = kind.example;
    const bool clover = q.action == QuarkAction::clover;
    q.kappa = clover ? 0.14 : 0.15;
    q.csw = 1.2;
    q.mass = 1e-3;
    q.mu = q.mu != 0 && !clover ? 0.01 : 0.0;
    all.push_back(q);
    if (!clover) continue;
    q.mu = 0.02;
    all.push_back(q);
  }
  return all;
}

/// Returns the CPU's operator, in double.
template <class OneParity>
auto on_cpu(const Configuration& u, const QuarkParameters& q) {
  return operator_kind<FieldOf<OneParity>>(q.action).pair(u, q).host;
}

struct Way {
  Precision inner;
  Restart restart;
  Method method = Method::cg;
  double tolerance = 1e-10;
};
const std::vector<Way> kWays{{Precision::single, Restart::cpu},
                             {Precision::single, Restart::gpu},
                             {Precision::double_, Restart::cpu, Method::cg, 1e-11},
                             {Precision::half, Restart::gpu, Method::cg, 1e-7},
                             {Precision::half, Restart::cpu, Method::cg, 1e-7},
                             {Precision::double_, Restart::gpu},
                             {Precision::single, Restart::cpu, Method::bicgstab},
                             {Precision::half, Restart::gpu, Method::bicgstab, 1e-7},
                             {Precision::single, Restart::cpu, Method::cg, 1e-3}};
const std::vector<std::string> kSources{"point:0,0,0,0", "point:1,0,0,0", "wall:0", "volume", "z2xz2:7"};

/// True if a combination is run. tools/test --slow runs all; otherwise each quark is solved in two ways, and
/// each way is used for one quark.
bool has_time(int number) { return everything() || number % 4 == 0; }

/// The residual that the solver reports must be the true one, and at most the tolerance.
template <class OneParity>
void check(const cpu::EvenOddOperator<OneParity>& m, const FullQuarkField<OneParity>& b,
           const FullQuarkField<OneParity>& x, const SolveResult& result, double tolerance) {
  const double found = residual(m, b, x);
  CHECK(result.residual_full <= tolerance);
  CHECK(found <= tolerance * (1 + 1e-3));
  CHECK(std::abs(found - result.residual_full) <= 1e-3 * tolerance);
}

template <class OneParity>
void every_way(int& variant) {
  const Configuration u = weak_configuration(kGeometry, 0.35, 94);
  for (const QuarkParameters& q : light_quarks<OneParity>()) {
    const auto m = on_cpu<OneParity>(u, q);
    for (const Way& way : kWays) {
      const int turn = variant++;
      if (!has_time(turn / int(kWays.size()) + turn)) continue;
      for_each_device(turn, [&](gpu::Device& device) {
        CAPTURE(int(q.action));
        CAPTURE(to_string(way.inner));
        CAPTURE(int(way.restart));
        CAPTURE(int(way.method));
        if (!device.info().limits.float64 && (way.restart == Restart::gpu || way.inner == Precision::double_))
          return;
        SolverOptions options{
            .method = way.method, .inner = way.inner, .restart = way.restart, .tolerance = way.tolerance};
        options.block = 3;
        const auto solver = make_quark_solver<OneParity>(device, u, q, options);
        std::vector<FullQuarkField<OneParity>> b, x(kSources.size());
        for (const std::string& source : kSources)
          b.push_back(make_source<OneParity>(parse_source(source), kGeometry, 0, 1));
        const auto results = solver->solve_all(b, x);
        for (std::size_t n = 0; n < b.size(); ++n) {
          CAPTURE(kSources[n]);
          check(*m, b[n], x[n], results[n], way.tolerance);
        }
        FullQuarkField<OneParity> alone;
        check(*m, b[1], alone, solver->solve(b[1], alone), way.tolerance);
      });
    }
  }
}

/// Returns all sites and components of a field, one after the other.
template <class OneParity>
Eigen::VectorXcd flat(const FullQuarkField<OneParity>& x) {
  Eigen::VectorXcd all(2 * x[0].size() * kComponents<OneParity>);
  Eigen::Index k = 0;
  for (const OneParity& half : x)
    for (const auto& site : half)
      for (int c = 0; c < kComponents<OneParity>; ++c) all[k++] = component(site, c);
  return all;
}

/// Returns M, with a column for each unit vector.
template <class OneParity>
Dense dense(const cpu::EvenOddOperator<OneParity>& m) {
  FullQuarkField<OneParity> unit, image;
  for (auto* field : {&unit, &image})
    for (OneParity& half : *field) half.resize(m.geometry().half_volume());
  const auto n = Eigen::Index(2 * unit[0].size() * kComponents<OneParity>);
  Dense all(n, n);
  Eigen::Index k = 0;
  for (OneParity& half : unit)
    for (auto& site : half)
      for (int c = 0; c < kComponents<OneParity>; ++c) {
        component(site, c) = 1;
        m.full(unit, image);
        component(site, c) = 0;
        all.col(k++) = flat<OneParity>(image);
      }
  return all;
}

template <class OneParity>
void beside_dense(int& variant) {
  const Geometry geometry({4, 2, 2, 4});
  const Configuration u = weak_configuration(geometry, 0.35, 97);
  const auto b = make_source<OneParity>({.kind = SourceKind::z2xz2, .seed = 5}, geometry, 0, 1);
  for (const QuarkParameters& q : light_quarks<OneParity>()) {
    CAPTURE(int(q.action));
    const auto exact = on_cpu<OneParity>(u, q);
    const Dense m = dense<OneParity>(*exact);
    const Eigen::VectorXcd wanted = solved(m, flat<OneParity>(b));
    for_each_device(variant++, [&](gpu::Device& device) {
      for (const int modes : {0, 4}) {
        CAPTURE(modes);
        SolverOptions options;
        if (modes > 0) {
          const LowModes known = lowest_modes(device, u, q, modes);
          for (std::size_t n = 0; n < known.values.size(); ++n) {
            const OneParity v = known.vector<OneParity>(n);
            OneParity left = v;
            exact->normal(v, left);
            cpu::axpy(-known.values[n], v, left);
            CHECK(std::sqrt(cpu::norm2(left)) <= 1.001e-5 * known.values[n]);
          }
          options.low_modes = std::make_shared<const LowModes>(known);
        }
        FullQuarkField<OneParity> x;
        make_quark_solver<OneParity>(device, u, q, options)->solve(b, x);
        const Eigen::VectorXcd off = flat<OneParity>(x) - wanted;
        CHECK(product(m, off).norm() <= 1.001e-10 * flat<OneParity>(b).norm());
        CHECK(off.norm() <= 1e-6 * wanted.norm());
      }
    });
  }
}

/// Links of a file in single precision are not quite unitary.
template <class OneParity>
void rounded_links(int& variant) {
  Configuration u = weak_configuration(kGeometry, 0.35, 98);
  for (Matrix3& link : u.links())
    for (int row = 0; row < 3; ++row)
      for (Complex& z : link[row]) z = std::complex<float>(z);
  const auto b = make_source<OneParity>(parse_source("point:1,0,0,0"), kGeometry, 0, 1);
  for (const QuarkParameters& q : light_quarks<OneParity>()) {
    CAPTURE(int(q.action));
    const auto m = on_cpu<OneParity>(u, q);
    for_each_device(variant++, [&](gpu::Device& device) {
      if (!device.info().limits.float64) return;
      FullQuarkField<OneParity> x;
      const auto solver = make_quark_solver<OneParity>(device, u, q, {.restart = Restart::gpu});
      check(*m, b, x, solver->solve(b, x), 1e-10);
    });
  }
}

TEST_SUITE("property") {
  TEST_CASE("true residuals: solutions are those of a dense matrix, with low modes too") {
    int variant = 0;
    beside_dense<ParitySpinorField>(variant);
    beside_dense<ParityColourField>(variant);
  }

  TEST_CASE("true residuals: every quark, source, precision, solver, restart and block") {
    int variant = 0;
    every_way<ParitySpinorField>(variant);
    every_way<ParityColourField>(variant);
  }

  TEST_CASE("true residuals: those of the links that are given, not of links stored in fewer reals") {
    int variant = 0;
    rounded_links<ParitySpinorField>(variant);
    rounded_links<ParityColourField>(variant);
  }

  TEST_CASE("true residuals: lists of masses") {
    const Configuration u = weak_configuration(kGeometry, 0.35, 95);
    const std::vector<double> masses{0.1, 1e-3, -0.02};
    int variant = 0;
    for (QuarkParameters q : light_quarks<ParityColourField>())
      for (const Way& way : kWays) {
        if (way.method != Method::cg || (way.inner == Precision::half && q.action == QuarkAction::hisq))
          continue;
        const int turn = variant++;
        if (!has_time(turn / 7 + turn)) continue;
        for_each_device(turn, [&](gpu::Device& device) {
          CAPTURE(int(q.action));
          CAPTURE(to_string(way.inner));
          CAPTURE(int(way.restart));
          if (!device.info().limits.float64 &&
              (way.restart == Restart::gpu || way.inner == Precision::double_))
            return;
          const auto solver = make_multimass_solver(
              device, u, q, masses, {.inner = way.inner, .restart = way.restart, .tolerance = way.tolerance});
          for (const std::string& source : kSources) {
            CAPTURE(source);
            const auto b = make_source<ParityColourField>(parse_source(source), kGeometry, 0, 1);
            std::vector<FullQuarkField<ParityColourField>> x(masses.size());
            const auto results = solver->solve(b, x);
            for (std::size_t n = 0; n < masses.size(); ++n) {
              CAPTURE(masses[n]);
              q.mass = masses[n];
              check(*on_cpu<ParityColourField>(u, q), b, x[n], results[n], way.tolerance);
            }
          }
        });
      }
  }

  TEST_CASE("true residuals: small sources are solved for, or refused, but not taken for nothing") {
    const Configuration u = weak_configuration(kGeometry, 0.35, 98);
    const auto m = quark_operator<ParityColourField>(u, {.mass = 0.1});
    QuarkParameters quark{.action = QuarkAction::staggered};
    quark.mass = 0.1;
    for_each_device([&](gpu::Device& device) {
      for (const Restart restart : {Restart::cpu, Restart::gpu}) {
        if (!device.info().limits.float64 && restart == Restart::gpu) continue;
        const auto solver = make_staggered_solver(device, u, quark, {.restart = restart});
        for (const double scale : {1e-100, 1e-150, 1e-170}) {
          CAPTURE(scale);
          auto b = make_source<ParityColourField>(parse_source("point:0,0,0,0"), kGeometry, 0, 1), x = b;
          b[0][0][0] = scale;
          if (scale > 1e-135)
            check(*m, b, x, solver->solve(b, x), 1e-10);
          else
            CHECK_THROWS_WITH_AS(solver->solve(b, x), doctest::Contains("scale the source"), Error);
        }
      }
    });
  }

  TEST_CASE("true residuals: every rank refuses a small source, which one of them has") {
    const Geometry whole({4, 2, 6, 8});
    for_each_device(1, [&](gpu::Device& device) {
      if (!device.info().limits.float64) return;
      run_ranks(2, [&](Communicator& communicator) {
        const Domain domain(communicator, whole, RankGrid{.ranks = {1, 1, 1, 2}});
        QuarkParameters quark{.action = QuarkAction::staggered};
        quark.mass = 0.1;
        const auto solver = make_staggered_solver(device, hot_configuration(domain.geometry(), 5), quark,
                                                  {.restart = Restart::gpu, .domain = &domain});
        FullQuarkField<ParityColourField> b, x;
        for (auto& half : b) half.resize(domain.geometry().half_volume());
        for (const double scale : {1e-150, 1.0}) {
          if (communicator.first()) b[0][0][0] = scale;
          if (scale == 1)
            CHECK(solver->solve(b, x).residual_full <= 1e-10);
          else
            CHECK_THROWS_WITH_AS(solver->solve(b, x), doctest::Contains("scale the source"), Error);
        }
      });
    });
  }

  TEST_CASE("true residuals: what rounding in double does not allow is refused, not looped for") {
    const Configuration u = hot_configuration(kGeometry, 96);
    const auto b = make_source<ParityColourField>(parse_source("point:1,0,0,0"), kGeometry, 0, 1);
    for_each_device([&](gpu::Device& device) {
      for (const Restart restart : {Restart::cpu, Restart::gpu}) {
        if (!device.info().limits.float64 && restart == Restart::gpu) continue;
        CAPTURE(int(restart));
        QuarkParameters quark{.action = QuarkAction::staggered};
        quark.mass = 1e-6;
        FullQuarkField<ParityColourField> x;
        CHECK_THROWS_WITH_AS(make_staggered_solver(device, u, quark, {.restart = restart})->solve(b, x),
                             doctest::Contains("rounding in double precision ends it here"), Error);
        const double tolerance = 1e-7;
        const auto result =
            make_staggered_solver(device, u, quark, {.restart = restart, .tolerance = tolerance})
                ->solve(b, x);
        check(*quark_operator<ParityColourField>(u, {.mass = quark.mass}), b, x, result, tolerance);
      }
    });
  }
}

}  // namespace

}  // namespace glueball::test::property_true_residuals
