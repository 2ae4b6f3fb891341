// These tests compare rooted staggered quarks, naive and HISQ, and odd numbers of clover quarks, on their
// links or on stout ones, by rational HMC with pure gauge theory reweighted with their exact determinant.
// Heavy quarks are little more than a shift of beta. Configurations are therefore taken at the shifted beta,
// and weights undo the shift.
#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "cpu/plaquette.hpp"
#include "fermion/registry.hpp"
#include "lattice/quark_field.hpp"
#include "measure/jackknife.hpp"
#include "reference/smear.hpp"
#include "support/dense_matrix.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "update/heatbath.hpp"
#include "update/hmc.hpp"

namespace glueball::test::physics_rooted_reweighting {
namespace {

const Geometry kGeometry({4, 4, 4, 4});

gpu::Device& device() { return *devices().front(); }

/// Describes staggered quarks of one mass.
struct Flavours {
  double mass;
  int count;
};

/// Returns the logarithm of the quarks' determinants.
using LogDeterminant = std::function<double(const Configuration&)>;

/// Quarks over the Wilson action, and the terms of rational HMC that they are made of.
struct Theory {
  LogDeterminant log_determinant;
  double beta;
  double
      near_beta;  ///< where pure gauge theory has nearly the same plaquettes: weights vary little from there
  std::vector<Monomial> monomials;  ///< but the gauge action
  int steps;                        ///< of a trajectory of length `tau`
  double tau;
};

/// Returns the sum over quarks of N_f / 4 log det (m^2 - D^2), by Cholesky decomposition of the dense matrix.
double log_determinant(QuarkAction action, const std::vector<Flavours>& quarks, const Configuration& u) {
  const auto pair = operator_kind<ColourField>(action).pair(
      u, {.action = action, .mass = 0, .boundary = kAntiperiodicInTime});
  const std::size_t half = kGeometry.half_volume();
  Eigen::MatrixXcd massless(3 * half, 3 * half);
  ParityColourField unit(half), column(half);
  for (std::size_t n = 0; n < 3 * half; ++n) {
    unit[n / 3][int(n % 3)] = 1.0;
    pair.host->even_odd(unit, column);
    unit[n / 3][int(n % 3)] = 0.0;
    for (std::size_t k = 0; k < 3 * half; ++k)
      massless(Eigen::Index(k), Eigen::Index(n)) = column[k / 3][int(k % 3)];
  }
  double sum = 0;
  for (const Flavours& f : quarks) {
    Eigen::MatrixXcd a = massless;
    a.diagonal().array() += f.mass * f.mass;
    const Eigen::LLT<Eigen::MatrixXcd> factors(a);
    for (std::size_t n = 0; n < 3 * half; ++n)
      sum += f.count / 2.0 * std::log(factors.matrixL()(Eigen::Index(n), Eigen::Index(n)).real());
  }
  return sum;
}

LogDeterminant staggered(QuarkAction action, const std::vector<Flavours>& quarks) {
  return [=](const Configuration& u) { return log_determinant(action, quarks, u); };
}

/// Returns N_f log |det M| on stout links, by the dense matrix of the even-odd form.
LogDeterminant clover(double kappa, double csw, int count, double rho = 0) {
  return [=](const Configuration& u) {
    const QuarkParameters quark{
        .action = QuarkAction::clover, .kappa = kappa, .csw = csw, .boundary = kAntiperiodicInTime};
    const auto pair =
        operator_kind<SpinorField>(quark.action).pair(rho != 0 ? reference::stout_smeared(u, rho) : u, quark);
    const std::size_t half = kGeometry.half_volume();
    Dense m(12 * half, 12 * half);
    ParitySpinorField unit(half), column(half);
    for (std::size_t n = 0; n < 12 * half; ++n) {
      component(unit[n / 12], int(n % 12)) = 1.0;
      pair.host->even_odd(unit, column);
      component(unit[n / 12], int(n % 12)) = 0.0;
      for (std::size_t k = 0; k < 12 * half; ++k)
        m(Eigen::Index(k), Eigen::Index(n)) = component(column[k / 12], int(k % 12));
    }
    return count * (log_det(m) + pair.host->log_det());
  };
}

LogDeterminant sum(const LogDeterminant& a, const LogDeterminant& b) {
  return [=](const Configuration& u) { return a(u) + b(u); };
}

struct Reweighted {
  SeriesEstimate quenched, plaquette;
  double spread = 0;  ///< standard deviation of the logarithm of the weight
};

/// <w P> / <w> with w = det A^(N_f / 4) exp((beta - near_beta) sum P) over quenched configurations at
/// near_beta, `apart` sweeps one from the next.
Reweighted reweighted(const Theory& theory, int count, int apart) {
  GaugeHeatbath chain(device(), preferred_options(device()),
                      {.couplings = {.beta = theory.near_beta}, .overrelaxation = 4, .seed = 501},
                      hot_configuration(kGeometry, 502));
  std::vector<double> logs, plaquettes;
  for (int step = 1; step <= 100 + apart * count; ++step) {
    chain.sweep(step);
    if (step <= 100 || step % apart != 0) continue;
    const Configuration u = chain.configuration();
    plaquettes.push_back(cpu::plaquette(u).average());
    const double sum = 6.0 * double(kGeometry.volume()) * plaquettes.back();
    logs.push_back(theory.log_determinant(u) + (theory.beta - theory.near_beta) * sum);
  }
  const double mean = std::accumulate(logs.begin(), logs.end(), 0.0) / double(logs.size());
  Reweighted r{.quenched = gamma_method(plaquettes)};
  std::vector<std::vector<double>> samples;
  for (std::size_t n = 0; n < logs.size(); ++n) {
    const double weight = std::exp(logs[n] - mean);
    samples.push_back({weight * plaquettes[n], weight});
    r.spread += (logs[n] - mean) * (logs[n] - mean) / double(logs.size());
  }
  r.spread = std::sqrt(r.spread);
  r.plaquette = gamma_method(samples, [](std::span<const double> means) { return means[0] / means[1]; });
  return r;
}

SeriesEstimate dynamical(const Theory& theory, int count) {
  HmcParameters p{.tau = theory.tau, .seed = 503};
  p.levels = {{Integrator::omelyan, theory.steps}, {Integrator::omelyan, 3}};
  p.monomials = theory.monomials;
  p.monomials.push_back({"gauge", {{"beta", theory.beta}}, 1});
  Hmc hmc(device(), preferred_options(device()), p, weak_configuration(kGeometry, 0.45, 504));
  constexpr int kWarmUp = 60;
  std::vector<double> plaquettes;
  int accepted = 0;
  double sum = 0, squares = 0;
  for (int step = 1; step <= kWarmUp + count; ++step) {
    const Trajectory t = hmc.run(step);
    if (step <= kWarmUp) continue;
    plaquettes.push_back(t.plaquette);
    accepted += t.accepted;
    sum += std::exp(-t.delta_h);
    squares += std::exp(-2 * t.delta_h);
  }
  const double mean = sum / count, error = std::sqrt((squares / count - mean * mean) / (count - 1));
  MESSAGE("acceptance ", accepted / double(count), ", <exp(-dH)> = ", mean, " +- ", error);
  CHECK(std::abs(mean - 1) < 3.5 * error);
  return gamma_method(plaquettes);
}

void compare(const Theory& theory, const Reweighted& exact, int trajectories, double largest_error) {
  const SeriesEstimate found = dynamical(theory, trajectories);
  MESSAGE("rational HMC ", found.mean, " +- ", found.error, " (tau_int ", found.tau_int, ")");
  CHECK(found.error < largest_error);
  CHECK(std::abs(found.mean - exact.plaquette.mean) < 3.5 * std::hypot(found.error, exact.plaquette.error));
}

Reweighted exact_of(const Theory& theory, int configurations, int apart, double largest_error) {
  const Reweighted exact = reweighted(theory, configurations, apart);
  MESSAGE("quenched ", exact.quenched.mean, " +- ", exact.quenched.error, ", reweighted ",
          exact.plaquette.mean, " +- ", exact.plaquette.error, ", log weight +- ", exact.spread);
  CHECK(exact.plaquette.error < largest_error);
  return exact;
}

TEST_SUITE("slow") {
  TEST_CASE("rational HMC of two flavours is pure gauge theory reweighted with the exact determinant") {
    Theory theory{.log_determinant = staggered(QuarkAction::staggered, {{0.5, 2}}),
                  .beta = 5.0,
                  .near_beta = 5.04,
                  .monomials = {{"rooted-staggered", {{"mass", 0.5}, {"flavours", 2}}, 0}},
                  .steps = 3,
                  .tau = 1.5};
    // Each can run by itself with --subcase: a run of four fields takes an hour of one core.
    double& pseudofermions = theory.monomials.front().values["pseudofermions"];
    SUBCASE("one field") { pseudofermions = 1; }
    SUBCASE("four fields") { pseudofermions = 4; }
    compare(theory, exact_of(theory, 2500, 2, 5e-4), 3000, 5e-4);
  }

  TEST_CASE("rational HMC of two HISQ flavours is pure gauge theory reweighted with the exact determinant") {
    const Theory theory{.log_determinant = staggered(QuarkAction::hisq, {{0.5, 2}}),
                        .beta = 5.0,
                        .near_beta = 5.07,
                        .monomials = {{"rooted-hisq", {{"mass", 0.5}, {"flavours", 2}}, 0}},
                        .steps = 3,
                        .tau = 1};
    compare(theory, exact_of(theory, 2000, 3, 5e-4), 3500, 5e-4);
  }

  // The light ones over as many heavy ones, and three of these.
  TEST_CASE(
      "rational HMC of 2 + 1 HISQ flavours is pure gauge theory reweighted with the exact determinant") {
    const Theory theory{.log_determinant = staggered(QuarkAction::hisq, {{0.5, 2}, {1, 1}}),
                        .beta = 5.0,
                        .near_beta = 5.08,
                        .monomials = {{"rooted-hisq", {{"mass", 0.5}, {"flavours", 2}, {"heavy-mass", 1}}, 0},
                                      {"rooted-hisq", {{"mass", 1}, {"flavours", 3}}, 0}},
                        .steps = 3,
                        .tau = 1};
    compare(theory, exact_of(theory, 3000, 3, 5e-4), 3500, 5e-4);
  }

  TEST_CASE("rational HMC of one clover flavour is pure gauge theory reweighted with the exact determinant") {
    const Theory theory{
        .log_determinant = clover(0.12, 1, 1),
        .beta = 5.4,
        .near_beta = 5.43,
        .monomials = {{"rational-clover", {{"kappa", 0.12}, {"csw", 1}, {"lowest", 0.02}}, 0}},
        .steps = 3,
        .tau = 1};
    compare(theory, exact_of(theory, 1000, 3, 7e-4), 2500, 7e-4);
  }

  // The light ones over heavier ones, these, and a single quark in between, on stout links.
  TEST_CASE(
      "HMC of 2 + 1 clover flavours on stout links is pure gauge theory reweighted with the exact "
      "determinants") {
    const LinkSmearing smear{.method = "stout", .rho = 0.1};
    const Theory theory{
        .log_determinant = sum(clover(0.12, 1, 2, smear.rho), clover(0.116, 1, 1, smear.rho)),
        .beta = 5.3,
        .near_beta = 5.4,
        .monomials = {{"clover-ratio", {{"kappa", 0.12}, {"heavy-kappa", 0.11}, {"csw", 1}}, 0, smear},
                      {"clover", {{"kappa", 0.11}, {"csw", 1}}, 0, smear},
                      {"rational-clover", {{"kappa", 0.116}, {"csw", 1}, {"lowest", 0.02}}, 0, smear}},
        .steps = 3,
        .tau = 1};
    compare(theory, exact_of(theory, 1000, 3, 7e-4), 2500, 7e-4);
  }
}

}  // namespace

}  // namespace glueball::test::physics_rooted_reweighting
