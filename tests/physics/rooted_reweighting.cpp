// Rooted staggered quarks by rational HMC against pure gauge theory reweighted with their exact determinant.
#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "measure/jackknife.hpp"
#include "reference/plaquette.hpp"
#include "reference/staggered.hpp"
#include "support/devices.hpp"
#include "update/heatbath.hpp"
#include "update/hmc.hpp"

namespace glueball::test {
namespace {

const Geometry kGeometry({4, 4, 4, 4});
constexpr double kBeta = 5.0, kMass = 0.5;
constexpr int kFlavours = 2;

gpu::Device& device() { return *devices().front(); }

/// log det A of all eigenvalues, by Cholesky decomposition of the dense matrix.
double log_det(const Configuration& u) {
  const reference::StaggeredOperator m(u, kMass);
  const std::size_t half = kGeometry.half_volume();
  Eigen::MatrixXcd a(3 * half, 3 * half);
  ParityColourField unit(half), column(half);
  for (std::size_t n = 0; n < 3 * half; ++n) {
    unit[n / 3][int(n % 3)] = 1.0;
    m.even_odd(unit, column);
    unit[n / 3][int(n % 3)] = 0.0;
    for (std::size_t k = 0; k < 3 * half; ++k)
      a(Eigen::Index(k), Eigen::Index(n)) = column[k / 3][int(k % 3)];
  }
  const Eigen::LLT<Eigen::MatrixXcd> factors(a);
  double sum = 0;
  for (std::size_t n = 0; n < 3 * half; ++n)
    sum += 2 * std::log(factors.matrixL()(Eigen::Index(n), Eigen::Index(n)).real());
  return sum;
}

struct Reweighted {
  SeriesEstimate quenched, plaquette;
  double spread = 0;  ///< standard deviation of the logarithm of the weight
};

/// <w P> / <w> with w = det A^(N_f / 4) over quenched configurations.
Reweighted reweighted(int count) {
  GaugeHeatbath chain(device(), device().preferred_storage(),
                      {.couplings = {.beta = kBeta}, .overrelaxation = 4, .seed = 501},
                      hot_configuration(kGeometry, 502));
  std::vector<double> logs, plaquettes;
  for (int step = 1; step <= 100 + 2 * count; ++step) {
    chain.sweep(step);
    if (step <= 100 || step % 2 != 0) continue;
    const Configuration u = chain.configuration();
    logs.push_back(kFlavours / 4.0 * log_det(u));
    plaquettes.push_back(reference::plaquette(u).average());
  }
  const double mean = std::accumulate(logs.begin(), logs.end(), 0.0) / double(count);
  Reweighted r{.quenched = gamma_method(plaquettes)};
  std::vector<std::vector<double>> samples;
  for (std::size_t n = 0; n < logs.size(); ++n) {
    const double weight = std::exp(logs[n] - mean);
    samples.push_back({weight * plaquettes[n], weight});
    r.spread += (logs[n] - mean) * (logs[n] - mean) / double(count);
  }
  r.spread = std::sqrt(r.spread);
  r.plaquette = gamma_method(samples, [](std::span<const double> means) { return means[0] / means[1]; });
  return r;
}

SeriesEstimate dynamical(int count, int pseudofermions) {
  HmcParameters p{.tau = 1.5, .seed = 503};
  p.levels = {{Integrator::omelyan, 3}, {Integrator::omelyan, 3}};
  p.monomials = {{"rooted-staggered",
                  {{"mass", kMass}, {"flavours", kFlavours}, {"pseudofermions", double(pseudofermions)}},
                  0},
                 {"gauge", {{"beta", kBeta}}, 1}};
  Hmc hmc(device(), device().preferred_storage(), p, hot_configuration(kGeometry, 504));
  constexpr int kWarmUp = 60;
  std::vector<double> plaquettes;
  int accepted = 0;
  for (int step = 1; step <= kWarmUp + count; ++step) {
    const Trajectory t = hmc.run(step);
    if (step <= kWarmUp) continue;
    plaquettes.push_back(t.plaquette);
    accepted += t.accepted;
  }
  MESSAGE("acceptance ", accepted / double(count));
  return gamma_method(plaquettes);
}

void compare(int configurations, int trajectories, double largest_error) {
  const Reweighted exact = reweighted(configurations);
  MESSAGE("quenched ", exact.quenched.mean, " +- ", exact.quenched.error, ", reweighted ",
          exact.plaquette.mean, " +- ", exact.plaquette.error, ", log weight +- ", exact.spread);
  // Quarks make a difference, which the weights can carry.
  CHECK(std::abs(exact.plaquette.mean - exact.quenched.mean) > 8 * exact.quenched.error);
  CHECK(exact.plaquette.error < largest_error);
  for (const int pseudofermions : {1, 2}) {
    CAPTURE(pseudofermions);
    const SeriesEstimate found = dynamical(trajectories, pseudofermions);
    MESSAGE("rational HMC ", found.mean, " +- ", found.error, " (tau_int ", found.tau_int, ")");
    CHECK(found.error < largest_error);
    CHECK(std::abs(found.mean - exact.plaquette.mean) < 3.5 * std::hypot(found.error, exact.plaquette.error));
  }
}

TEST_SUITE("slow") {
  TEST_CASE("rational HMC of two flavours is pure gauge theory reweighted with the exact determinant") {
    compare(3000, 3000, 5e-4);
  }
}

}  // namespace
}  // namespace glueball::test
