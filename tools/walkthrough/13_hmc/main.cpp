// Chapter 13: hybrid Monte Carlo of the gauge field: momenta, a trajectory, and the Metropolis step.
#include <fmt/format.h>

#include <cmath>
#include <random>
#include <vector>

#include "../picture.hpp"
#include "app/wording.hpp"
#include "base/error.hpp"
#include "cpu/algebra.hpp"
#include "cpu/plaquette.hpp"
#include "field/transfer.hpp"
#include "kernels/gauge.hpp"
#include "kernels/heatbath.hpp"
#include "reference/gauge_force.hpp"

namespace {

using namespace glueball;

constexpr double kBeta = 5.6, kTau = 0.5;
constexpr int kSteps = 10, kShown = 8, kTrajectories = 100, kThermalised = 20;
constexpr std::uint64_t kSeed = 2006;

struct Trajectory {
  double dh;
  bool accepted;
  double plaquette;
};

class Hmc {
 public:
  Hmc(gpu::Device& device, const Geometry& geometry)
      : lattice_(device, geometry, {}), u_(lattice_), p_(lattice_), links_(geometry) {
    upload(links_, u_);
    for (std::uint32_t sweep = 1; sweep <= 8; ++sweep)
      kernels::Heatbath::sweep(lattice_, {.beta = kBeta}, kSeed, sweep, u_);
    links_ = download_unitary(u_);
  }

  Trajectory trajectory(std::uint32_t step) {
    draw_momenta(step);
    upload(links_, u_);
    const double before = hamiltonian(links_);
    leapfrog();
    const Configuration proposed = download_unitary(u_);
    const double dh = hamiltonian(proposed) - before;
    // The Metropolis step, with a number uniform in [0, 1).
    const bool accepted = double(random_()) * 0x1p-32 < std::exp(-dh);
    if (accepted) links_ = proposed;
    return {dh, accepted, cpu::plaquette(links_).average()};
  }

  /// p_a drawn from exp(-p_a^2 / 2).
  void draw_momenta(std::uint32_t step) {
    for (const Parity this_parity : kParities)
      kernels::GaussianMomenta::run(lattice_,
                                    {.parity = std::uint32_t(this_parity),
                                     .seed_low = std::uint32_t(kSeed),
                                     .seed_high = std::uint32_t(kSeed >> 32),
                                     .step = step,
                                     .stream = std::uint32_t(Stream::momenta)},
                                    p_[this_parity]);
  }

  const Configuration& links() const { return links_; }
  Momenta momenta() const { return download(p_); }

 private:
  void kick(double eps) {
    for (const Parity this_parity : kParities)
      kernels::GaugeForce::run_all(lattice_, this_parity, -eps * kBeta / 6, 0, u_, p_);
  }
  void drift(double eps) {
    for (const Parity this_parity : kParities)
      kernels::UpdateLinks::run(lattice_, {.parity = std::uint32_t(this_parity), .coefficient = eps},
                                u_[this_parity], p_[this_parity]);
  }
  void leapfrog() {
    constexpr double eps = kTau / kSteps;
    kick(eps / 2);
    for (int step = 1; step <= kSteps; ++step) {
      drift(eps);
      kick(step < kSteps ? eps : eps / 2);
    }
  }
  double hamiltonian(const Configuration& u) const {
    return cpu::kinetic(download(p_)) + cpu::gauge_action(u, kBeta);
  }

  DeviceLattice lattice_;
  GaugeField u_;
  MomentumField p_;
  Configuration links_;  ///< the chain's state
  std::mt19937 random_{kSeed};
};

/// dH of the same trajectory on the CPU, in double precision.
double dh_on_cpu(Configuration u, Momenta p) {
  const double before = cpu::kinetic(p) + cpu::gauge_action(u, kBeta), eps = kTau / kSteps;
  reference::gauge_force(u, kBeta, eps / 2, p);
  for (int step = 1; step <= kSteps; ++step) {
    reference::update_links(u, p, eps);
    reference::gauge_force(u, kBeta, step < kSteps ? eps : eps / 2, p);
  }
  return cpu::kinetic(p) + cpu::gauge_action(u, kBeta) - before;
}

/// Mean of numbers that do not know of each other, and its error.
struct Mean {
  double value, error;
};
Mean mean(const std::vector<double>& numbers) {
  double sum = 0, squares = 0;
  for (const double number : numbers) sum += number, squares += number * number;
  const double n = double(numbers.size()), value = sum / n;
  return {value, std::sqrt((squares / n - value * value) / (n - 1))};
}

}  // namespace

int main(int argc, char** argv) try {
  chapter::Picture picture(argc, argv);
  const auto device = gpu::open_device(argc > 1 ? argv[1] : "auto");
  const Geometry geometry({8, 4, 4, 4});
  Hmc hmc(*device, geometry);
  hmc.draw_momenta(1);
  const double expected = dh_on_cpu(hmc.links(), hmc.momenta());

  fmt::print(
      "HMC on {} at beta = {:.1f}: trajectories of {} in {} steps\n\n           dH   exp(-dH)   accepted   "
      "plaquette\n",
      geometry.to_string(), kBeta, kTau, kSteps);
  std::vector<double> weights;
  double first = 0, plaquettes = 0;
  int accepted = 0;
  LinePlot plot{.title = fmt::format("HMC on {} at β = {:.1f}", geometry.to_string(), kBeta),
                .x_label = "trajectory",
                .y_label = "ΔH"};
  plot.series = {{.name = "accepted", .joined = false}, {.name = "rejected", .joined = false}};
  for (int n = 1; n <= kTrajectories; ++n) {
    const Trajectory t = hmc.trajectory(std::uint32_t(n));
    if (n == 1) first = t.dh;
    plot.series[t.accepted ? 0 : 1].points.push_back({double(n), t.dh});
    if (n <= kShown)
      fmt::print("{:3}{:10.2f}{:11.2f}{:>11}{:12.3f}\n", n, t.dh, std::exp(-t.dh), t.accepted ? "yes" : "no",
                 t.plaquette);
    if (n <= kThermalised) continue;
    weights.push_back(std::exp(-t.dh));
    plaquettes += t.plaquette / (kTrajectories - kThermalised);
    accepted += t.accepted ? 1 : 0;
  }
  picture.draw(plot);
  const Mean weight = mean(weights);
  const double rate = double(accepted) / (kTrajectories - kThermalised);
  const bool one = std::abs(weight.value - 1) < 4 * weight.error, agree = std::abs(first - expected) < 2e-3;
  const bool often = rate > 0.6, known = std::abs(plaquettes - 0.5475) < 0.02;
  fmt::print("\n<exp(-dH)> of {} more is 1 within its error: {}\n", weights.size(),
             one ? "yes" : fmt::format("NO, {:.3f} +- {:.3f}", weight.value, weight.error));
  fmt::print("More than 60 % are accepted: {}\n", often ? "yes" : fmt::format("NO, {:.2f}", rate));
  fmt::print("The plaquette is that of the heatbath, 0.55: {}\n",
             known ? "yes" : fmt::format("NO, {:.3f}", plaquettes));
  fmt::print("{}\n", agree ? "GPU and CPU agree on the first dH"
                           : fmt::format("GPU AND CPU DIFFER: {} {}", first, expected));
  return one && often && known && agree ? 0 : int(app::Status::self_test);
} catch (const glueball::Error& error) {
  return app::failed("13_hmc", error);
}
