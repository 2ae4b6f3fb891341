// These tests check integrators and their nesting on a particle in one dimension: exact maps, orders,
// reversibility, area.
#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "update/integrator.hpp"

namespace glueball::test::unit_integrators {
namespace {

/// The Hamiltonian is H = p^2 / 2 + sum over levels of V_l(q).
struct Particle {
  std::vector<double (*)(double)> potentials, forces;
  double q = 0.8, p = 0.3;

  double energy() const {
    double h = p * p / 2;
    for (const auto& v : potentials) h += v(q);
    return h;
  }
  void run(const std::vector<Move>& moves) {
    for (const Move& m : moves) {
      if (m.level == Move::kDrift) {
        q += m.length * p;
      } else {
        const auto force = forces[std::size_t(m.level)];
        p += m.length * force(q + m.shift * force(q));
      }
    }
  }
};

const Particle kHarmonic{{[](double q) { return q * q / 2; }}, {[](double q) { return -q; }}};
const Particle kAnharmonic{{[](double q) { return q * q * q * q / 4 - std::cos(q); }},
                           {[](double q) { return -q * q * q - std::sin(q); }}};
/// A weak force is on the outer level, a stiff one on the inner.
const Particle kTwoScales{
    {[](double q) { return 0.3 * std::sin(2 * q); }, [](double q) { return 5 * q * q * q * q; }},
    {[](double q) { return -0.6 * std::cos(2 * q); }, [](double q) { return -20 * q * q * q; }}};

double energy_error(Particle particle, const std::vector<Level>& levels, double tau) {
  const double before = particle.energy();
  particle.run(trajectory_moves(levels, tau));
  return std::abs(particle.energy() - before);
}

double error_order(const Particle& particle, std::vector<Level> levels, double tau) {
  const double coarse = energy_error(particle, levels, tau);
  for (Level& level : levels)
    level.steps *= &level == &levels.front() ? 2 : 1;  // inner drifts are half as long, too
  return std::log2(coarse / energy_error(particle, levels, tau));
}

int kicks(const std::vector<Move>& moves, int level) {
  int n = 0;
  for (const Move& m : moves) n += m.level == level;
  return n;
}

TEST_SUITE("unit") {
  TEST_CASE("integrators: the order that the registry says") {
    for (const IntegratorKind& kind : integrator_kinds()) {
      CAPTURE(std::string(kind.name));
      CHECK(&integrator_kind(kind.name) == &kind);
      CHECK(error_order(kAnharmonic, {{kind.id, 40}}, 1.3) == doctest::Approx(kind.order).epsilon(0.05));
      CHECK(error_order(kHarmonic, {{kind.id, 40}}, 1.3) == doctest::Approx(kind.order).epsilon(0.05));
      CHECK(error_order(kTwoScales, {{kind.id, 40}, {kind.id, 4}}, 1.3) ==
            doctest::Approx(kind.order).epsilon(0.1));
    }
  }

  TEST_CASE(
      "integrators: of a harmonic oscillator the map is linear, of unit area and of the known frequency") {
    for (const IntegratorKind& kind : integrator_kinds()) {
      CAPTURE(std::string(kind.name));
      const double h = 0.3;
      Particle x = kHarmonic, y = kHarmonic;
      x.q = 1, x.p = 0, y.q = 0, y.p = 1;
      const auto moves = trajectory_moves({{kind.id, 1}}, h);
      x.run(moves);
      y.run(moves);
      CHECK(x.q * y.p - x.p * y.q == doctest::Approx(1).epsilon(1e-14));
      CHECK(x.q == doctest::Approx(y.p).epsilon(1e-14));  // the same backwards
      const double cosine = (x.q + y.p) / 2;
      if (kind.id == Integrator::leapfrog) CHECK(cosine == doctest::Approx(1 - h * h / 2).epsilon(1e-14));
      CHECK(std::abs(std::acos(cosine) - h) < (kind.order == 2 ? 0.05 : 0.005) * h * h * h);
    }
  }

  TEST_CASE("integrators: time turned around leads back, on any number of levels") {
    for (const IntegratorKind& outer : integrator_kinds())
      for (const IntegratorKind& inner : integrator_kinds()) {
        CAPTURE(std::string(outer.name) + " " + std::string(inner.name));
        const auto moves = trajectory_moves({{outer.id, 3}, {inner.id, 2}}, 0.9);
        Particle particle = kTwoScales;
        particle.run(moves);
        CHECK(std::abs(particle.q - kTwoScales.q) > 0.01);
        particle.p = -particle.p;
        particle.run(moves);
        CHECK(particle.q == doctest::Approx(kTwoScales.q).epsilon(1e-12));
        CHECK(particle.p == doctest::Approx(-kTwoScales.p).epsilon(1e-12));
        double drifted = 0, kicked[2] = {0, 0};
        for (const Move& m : moves) (m.level == Move::kDrift ? drifted : kicked[m.level]) += m.length;
        for (const double length : {drifted, kicked[0], kicked[1]})
          CHECK(length == doctest::Approx(0.9).epsilon(1e-13));
      }
  }

  TEST_CASE("integrators: forces are computed once where no drift lies between") {
    const std::vector<std::pair<Integrator, int>> expected = {{Integrator::leapfrog, 6},
                                                              {Integrator::omelyan, 11},
                                                              {Integrator::omelyan_position, 10},
                                                              {Integrator::omelyan4, 26},
                                                              {Integrator::force_gradient, 11}};
    for (const auto& [its_id, count] : expected) {
      const auto& id = its_id;
      CAPTURE(std::string(to_string(id)));
      CHECK(kicks(trajectory_moves({{id, 5}}, 1), 0) == count);
    }
    const auto nested = trajectory_moves({{Integrator::leapfrog, 2}, {Integrator::leapfrog, 3}}, 1);
    CHECK(kicks(nested, 0) == 3);
    CHECK(kicks(nested, 1) == 7);
    CHECK(kicks(nested, Move::kDrift) == 6);
  }

  TEST_CASE("integrators: lambda is free, and 2MN at 1/6 has the error of its kind alone") {
    const auto error = [](double lambda) {
      return energy_error(kAnharmonic, {{Integrator::omelyan, 20, lambda}}, 1.3);
    };
    CHECK(error(kOmelyanLambda) == energy_error(kAnharmonic, {{Integrator::omelyan, 20}}, 1.3));
    CHECK(error(0.25) > 2 * error(kOmelyanLambda));
    // At 1/4 the integrator is two leapfrogs of half the step.
    CHECK(error(0.25) ==
          doctest::Approx(energy_error(kAnharmonic, {{Integrator::leapfrog, 40}}, 1.3)).epsilon(1e-9));
  }

  TEST_CASE("integrators: an unknown name is told the nearest") {
    CHECK_THROWS_WITH_AS(integrator_kind("omelian"),
                         "no integrator is called 'omelian'; did you mean 'omelyan'?", Error);
  }
}

}  // namespace

}  // namespace glueball::test::unit_integrators
