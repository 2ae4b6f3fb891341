// Chapter 17: stout links: what smearing does to plaquettes, and to the force of quarks that move on them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "../chapter.hpp"
#include "../picture.hpp"
#include "actions/two_flavour_wilson.hpp"
#include "app/wording.hpp"
#include "base/error.hpp"
#include "cpu/algebra.hpp"
#include "cpu/loops.hpp"
#include "field/transfer.hpp"
#include "kernels/kernel.hpp"
#include "reference/heatbath.hpp"
#include "reference/smear.hpp"
#include "update/molecular_dynamics.hpp"

// The SPIR-V of stout.comp, put into this program by the build.
glueball::gpu::ShaderPack walkthrough_17_smearing_shaders();

namespace {

using namespace glueball;
using chapter::largest_difference;

constexpr double kBeta = 5.8, kRho = 0.12;
constexpr std::uint64_t kSeed = 2004;
constexpr int kSteps = 8;

struct Arguments {
  std::uint32_t parity;
  float rho;
};
using Stout =
    Kernel<"17_smearing/stout", Shape::sites, Arguments, In<ParityLinks>, In<ParityLinks>, Out<ParityLinks>>;

/// Re Tr P / 3 of all plaquettes: their mean, and how far they are from it.
struct Plaquettes {
  double mean = 0, spread = 0;
};
Plaquettes plaquettes(const Configuration& u) {
  const Geometry& g = u.geometry();
  double sum = 0, squares = 0, count = 0;
  for (std::size_t n = 0; n < g.volume(); ++n)
    for (int mu = 1; mu < 4; ++mu)
      for (int nu = 0; nu < mu; ++nu) {
        const double p = trace(cpu::rectangle(u, g.site(n), {mu, true}, {nu, true})).real() / 3;
        sum += p, squares += p * p, ++count;
      }
  return {sum / count, std::sqrt(squares / count - sum * sum / count / count)};
}

/// Smears step by step, on the device and on the CPU. Returns how far the two are apart at the end.
double show_plaquettes(const DeviceLattice& lattice, const Configuration& links) {
  GaugeField u(lattice), smeared(lattice);
  upload(links, u);
  Configuration expected = links;
  fmt::print("steps   plaquette   spread\n");
  for (int step = 0; step <= kSteps; ++step) {
    if (step > 0) {
      for (const Parity parity : kParities)
        Stout::run(lattice, {std::uint32_t(parity), float(kRho)}, u[parity], u[other(parity)],
                   smeared[parity]);
      std::swap(u, smeared);
      expected = reference::stout_smeared(expected, kRho);
    }
    const auto [mean, spread] = plaquettes(download_unitary(u));
    fmt::print("{:5}{:12.3f}{:9.3f}  |{}\n", step, mean, spread,
               std::string(std::size_t(std::lround(40 * mean)), '#'));
  }
  return largest_difference(download_unitary(u), expected);
}

/// Two flavours on links after so many steps, whose pions have about the same mass.
struct Case {
  int steps;
  double kappa;
};

class Quarks {
 public:
  Quarks(const DeviceLattice& lattice, const Configuration& u, const Case& of) : motion_(lattice, u) {
    LinkSmearing smearing;
    if (of.steps > 0) smearing = {.method = "stout", .rho = kRho, .steps = of.steps};
    DynamicLinks* const fat = motion_.smeared(smearing);
    const ActionContext context{.lattice = lattice,
                                .u = fat ? fat->smeared.links() : motion_.links(),
                                .p = fat ? fat->smeared.force() : motion_.momenta(),
                                .seed = kSeed};
    motion_.add(std::make_unique<TwoFlavourWilson>(context, QuarkParameters{.kappa = of.kappa}), 0, fat);
    motion_.refresh(kSeed, 1);
    upload(Momenta(u.geometry()), motion_.momenta());
  }
  /// On the links that molecular dynamics moves.
  Momenta force() {
    motion_.kick(1);
    Momenta force = download(motion_.momenta());
    upload(Momenta(force.geometry()), motion_.momenta());
    return force;
  }
  /// -dS/domega_3 of a link by two energies, in double precision on the CPU.
  double slope(Configuration u, std::size_t site, int mu) {
    constexpr double kTurn = 1e-3;
    const Matrix3 link = u.link(site, mu);
    double energies[2];
    for (int side = 0; side < 2; ++side) {
      u.link(site, mu) = cpu::exponential({0, 0, 1}, side == 0 ? -kTurn : kTurn) * link;
      upload(u, motion_.links());
      energies[side] = motion_.hamiltonian();
    }
    return (energies[0] - energies[1]) / (2 * kTurn);
  }

 private:
  MolecularDynamics motion_;
};

/// |F| of all links, in ascending order.
std::vector<double> sizes(const Momenta& force) {
  std::vector<double> found;
  for (const auto& link : force.values()) {
    double square = 0;
    for (const double f : link) square += f * f;
    found.push_back(std::sqrt(square));
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// The share of links whose force is larger than x, over x.
Series tail(const std::vector<double>& ascending, const std::string& name) {
  Series series{.name = name, .marked = false};
  const double count = double(ascending.size());
  for (std::size_t n = 0; n < ascending.size(); n += n + 200 < ascending.size() ? 50 : 1)
    series.points.push_back({ascending[n], 1 - double(n) / count});
  return series;
}

}  // namespace

int main(int argc, char** argv) try {
  chapter::Picture picture(argc, argv);
  gpu::register_shaders(walkthrough_17_smearing_shaders());
  const auto device = gpu::open_device(argc > 1 ? argv[1] : "auto");
  const Geometry geometry({6, 6, 6, 12});
  const DeviceLattice lattice(*device, geometry, {{}, {.accumulator = device->preferred_accumulator()}});
  Configuration u(geometry);
  for (std::uint32_t sweep = 1; sweep <= 20; ++sweep) reference::heatbath(u, {.beta = kBeta}, kSeed, sweep);

  fmt::print("stout smearing on {} at beta = {}, rho = {}\n\n", geometry.to_string(), kBeta, kRho);
  const double links_differ = show_plaquettes(lattice, u);

  fmt::print(
      "\nthe force of two flavours on a link, by the links that they see\n\nsteps   kappa    mean   1 in 100 "
      "  largest\n");
  LinePlot plot{.title = "Force of two flavours on a link",
                .x_label = "|F|",
                .y_label = "share of links above",
                .y_logarithmic = true};
  double force_differs = 0;
  for (const Case& of : {Case{0, 0.15}, {1, 0.135}, {3, 0.1255}}) {
    Quarks quarks(lattice, u, of);
    const Momenta force = quarks.force();
    const std::vector<double> f = sizes(force);
    double mean = 0;
    for (const double x : f) mean += x / double(f.size());
    fmt::print("{:5}{:8}{:8.2f}{:11.2f}{:10.2f}\n", of.steps, of.kappa, mean, f[f.size() * 99 / 100],
               f.back());
    plot.series.push_back(tail(f, fmt::format("{} step{}", of.steps, of.steps == 1 ? "" : "s")));
    const double slope = quarks.slope(u, 77, 2), wanted = force.at(77, 2)[2];
    force_differs = std::max(force_differs, std::abs(slope - wanted));
  }
  picture.draw(plot);
  const bool links = links_differ < 1e-5, force = force_differs < 1e-3;
  fmt::print("\n{}\n", links ? "GPU and CPU agree on the smeared links"
                             : fmt::format("GPU AND CPU DIFFER by {:g}", links_differ));
  fmt::print("{}\n", force ? "the force is the slope of the CPU's energy"
                           : fmt::format("THE FORCE IS OFF by {:g}", force_differs));
  return links && force ? 0 : int(app::Status::self_test);
} catch (const glueball::Error& error) {
  return app::failed("17_smearing", error);
}
