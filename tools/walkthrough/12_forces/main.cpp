// Chapter 12: links that move like particles. How well is energy conserved, and does time run backwards?
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "../chapter.hpp"
#include "../picture.hpp"
#include "app/wording.hpp"
#include "base/error.hpp"
#include "cpu/algebra.hpp"
#include "cpu/gaussian_fields.hpp"
#include "cpu/plaquette.hpp"
#include "field/transfer.hpp"
#include "kernels/heatbath.hpp"
#include "reference/gauge_force.hpp"

// The SPIR-V of force.comp and drift.comp, put into this program by the build.
glueball::gpu::ShaderPack walkthrough_12_forces_shaders();

namespace {

using namespace glueball;
using chapter::largest_difference;

constexpr float kBeta = 5.6F, kTau = 0.5F;

struct ForceArguments {
  std::uint32_t parity;
  float eps, beta;
};
struct DriftArguments {
  float eps;
};
using Force = Kernel<"12_forces/force", Shape::sites, ForceArguments, In<ParityLinks>, In<ParityLinks>,
                     InOut<ParityMomenta>>;
using Drift = Kernel<"12_forces/drift", Shape::sites, DriftArguments, InOut<ParityLinks>, In<ParityMomenta>>;

/// Links and momenta on the device.
struct State {
  const DeviceLattice& lattice;
  GaugeField u;
  MomentumField p;

  State(const DeviceLattice& l, const Configuration& links, const Momenta& momenta) : lattice(l), u(l), p(l) {
    upload(links, u);
    upload(momenta, p);
  }
  void kick(float eps) {
    for (const Parity this_parity : kParities)
      Force::run(lattice, {std::uint32_t(this_parity), eps, kBeta}, u[this_parity], u[other(this_parity)],
                 p[this_parity]);
  }
  void drift(float eps) {
    for (const Parity this_parity : kParities) Drift::run(lattice, {eps}, u[this_parity], p[this_parity]);
  }
  /// Leapfrog: half a kick, then drifts and kicks in turn, and half a kick at the end.
  void run(int steps) {
    const float eps = kTau / float(steps);
    kick(eps / 2);
    for (int step = 1; step <= steps; ++step) {
      drift(eps);
      kick(step < steps ? eps : eps / 2);
    }
  }
  /// p -> -p.
  void turn_round() {
    Momenta back = download(p);
    for (auto& link : back.values())
      for (double& number : link) number = -number;
    upload(back, p);
  }
  /// H, in double precision on the CPU: a small difference of large numbers is to be taken of it.
  double energy() const {
    return cpu::kinetic(download(p)) + cpu::gauge_action(download_unitary(u), double(kBeta));
  }
};

double largest_difference(const Momenta& a, const Momenta& b) {
  double largest = 0;
  for (std::size_t n = 0; n < a.values().size(); ++n)
    for (std::size_t k = 0; k < 8; ++k)
      largest = std::max(largest, std::abs(a.values()[n][k] - b.values()[n][k]));
  return largest;
}

}  // namespace

int main(int argc, char** argv) try {
  chapter::Picture picture(argc, argv);
  gpu::register_shaders(walkthrough_12_forces_shaders());
  const auto device = gpu::open_device(argc > 1 ? argv[1] : "auto");
  const Geometry geometry({8, 4, 4, 4});
  const DeviceLattice lattice(*device, geometry, {});
  GaugeField vacuum(lattice);
  upload(hot_configuration(geometry, 2006), vacuum);
  for (std::uint32_t sweep = 1; sweep <= 8; ++sweep)
    kernels::Heatbath::sweep(lattice, {.beta = kBeta}, 2006, sweep, vacuum);
  const Configuration links = download_unitary(vacuum);
  Momenta momenta(geometry);
  cpu::gaussian_momenta(momenta, 2006, 1);

  fmt::print("leapfrog over tau = {} on {} at beta = {:.1f}\n\nsteps      dH     dH steps^2\n", kTau,
             geometry.to_string(), kBeta);
  LinePlot plot{.title = "Leapfrog: the change of H",
                .x_label = "steps",
                .y_label = "|dH|",
                .x_logarithmic = true,
                .y_logarithmic = true,
                .x_ticks = {{4, "4"}, {8, "8"}, {16, "16"}, {32, "32"}}};
  plot.series = {{.name = "leapfrog"}, {.name = "1 / steps²", .dashed = true}};
  for (const int steps : {4, 8, 16, 32}) {
    State state(lattice, links, momenta);
    const double before = state.energy();
    state.run(steps);
    const double dh = state.energy() - before;
    fmt::print("{:5}{:9.2f}{:11.0f}   {}\n", steps, dh, dh * steps * steps,
               std::string(std::size_t(std::lround(8 * std::abs(dh))), '#'));
    plot.series[0].points.push_back({double(steps), std::abs(dh)});
    plot.series[1].points.push_back({double(steps), 32.0 / (steps * steps)});
  }
  picture.draw(plot);

  State state(lattice, links, momenta);
  state.run(8);
  const double away = largest_difference(download(state.u), links);
  state.turn_round();
  state.run(8);
  const double left = largest_difference(download(state.u), links);
  const bool reversible = left < 1e-5;
  fmt::print("\nThere: links have moved by up to {:.2f}. And back: {}\n", away,
             reversible ? "less than 0.00001 is left of that" : fmt::format("{:g} IS LEFT", left));

  State kicked(lattice, links, Momenta(geometry));
  kicked.kick(1);
  Momenta force(geometry);
  reference::gauge_force(links, double(kBeta), 1, force);
  const double difference = largest_difference(download(kicked.p), force);
  const bool agree = difference < 1e-4;
  fmt::print("{}\n", agree ? "GPU and CPU agree on the force"
                           : fmt::format("GPU AND CPU DIFFER by {:g}", difference));
  return reversible && agree ? 0 : int(app::Status::self_test);
} catch (const glueball::Error& error) {
  return app::failed("12_forces", error);
}
