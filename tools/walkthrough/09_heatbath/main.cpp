// Chapter 9: the vacuum at beta = 6 by heatbath, from order and from disorder.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "../chapter.hpp"
#include "../picture.hpp"
#include "app/wording.hpp"
#include "base/error.hpp"
#include "field/transfer.hpp"
#include "kernels/kernel.hpp"
#include "measure/loop_averages.hpp"
#include "reference/heatbath.hpp"

// The SPIR-V of heatbath.comp, put into this program by the build.
glueball::gpu::ShaderPack walkthrough_09_heatbath_shaders();

namespace {

using namespace glueball;
using chapter::largest_difference;

constexpr double kBeta = 6.0;
constexpr std::uint32_t kSeed = 2006;
constexpr int kSweeps = 40, kShown = 10, kCounted = 20;  // the last ones count
/// The plaquette of large lattices at this beta.
constexpr double kKnown = 0.5937;

/// As heatbath.comp has it.
struct Arguments {
  std::uint32_t parity, mu;
  float factor;
  std::uint32_t seed, step;
};
using Heatbath = Kernel<"09_heatbath/heatbath", Shape::sites, Arguments, InOut<ParityLinks>, In<ParityLinks>>;

/// A gauge field on the device, and its chain of configurations.
class Chain {
 public:
  Chain(gpu::Device& device, const Configuration& start)
      : lattice_(device, start.geometry(), {{}, {.accumulator = device.preferred_accumulator()}}),
        u_(lattice_),
        sums_(lattice_) {
    upload(start, u_);
  }

  /// Every link once: eight dispatches, a direction and parity each.
  void sweep(std::uint32_t step) {
    for (std::uint32_t mu = 0; mu < kDirections; ++mu)
      for (const Parity this_parity : {Parity::even, Parity::odd})
        Heatbath::run(lattice_, {std::uint32_t(this_parity), mu, float(2 * kBeta / 3), kSeed, step},
                      u_[this_parity], u_[other(this_parity)]);
  }
  double plaquette() { return glueball::plaquette(lattice_, u_, sums_).average(); }
  Configuration links() const { return download(u_); }

 private:
  DeviceLattice lattice_;
  GaugeField u_;
  GlobalSums sums_;
};

/// The plaquettes of both on a line from 0 to 1.
std::string plotted(double cold, double hot) {
  std::string line(41, ' ');
  line[std::size_t(std::lround(40 * cold))] = 'c';
  char& mark = line[std::size_t(std::lround(40 * std::max(hot, 0.0)))];
  mark = mark == 'c' ? '*' : 'h';
  return line;
}

}  // namespace

int main(int argc, char** argv) try {
  chapter::Picture picture(argc, argv);
  gpu::register_shaders(walkthrough_09_heatbath_shaders());
  const auto device = gpu::open_device(argc > 1 ? argv[1] : "auto");
  const Geometry geometry({8, 8, 8, 8});
  const Configuration disorder = hot_configuration(geometry, kSeed);
  Chain cold(*device, Configuration(geometry)), hot(*device, disorder);

  fmt::print("heatbath at beta = {:.1f} on {}\n\nsweep   cold     hot      0{:>39}1\n", kBeta,
             geometry.to_string(), "");
  double difference = 0, sum = 0;
  LinePlot plot{.title = fmt::format("Heatbath at β = {:.0f} on {}", kBeta, geometry.to_string()),
                .x_label = "sweep",
                .y_label = "plaquette"};
  plot.series = {{.name = "from order"}, {.name = "from disorder"}, {.name = "known", .dashed = true}};
  for (int sweep = 0; sweep <= kSweeps; ++sweep) {
    if (sweep > 0) cold.sweep(std::uint32_t(sweep)), hot.sweep(std::uint32_t(sweep));
    if (sweep == 1) {
      Configuration reference = disorder;
      reference::heatbath(reference, {.beta = kBeta}, kSeed, 1);
      difference = largest_difference(hot.links(), reference);
    }
    const double from_order = cold.plaquette(), from_disorder = hot.plaquette();
    plot.series[0].points.push_back({double(sweep), from_order});
    plot.series[1].points.push_back({double(sweep), from_disorder});
    plot.series[2].points.push_back({double(sweep), kKnown});
    if (sweep <= kShown)
      fmt::print("{:5}{:8.4f}{:8.4f}     |{}|\n", sweep, from_order, from_disorder,
                 plotted(from_order, from_disorder));
    if (sweep > kSweeps - kCounted) sum += from_order;
  }
  picture.draw(plot);
  const double mean = sum / kCounted;
  const bool agree = difference < 1e-3, known = std::abs(mean - kKnown) < 0.005;
  fmt::print("\nThe last {} cold sweeps are {} 0.005 of the known plaquette, {}\n", kCounted,
             known ? "within" : "NOT WITHIN", kKnown);
  fmt::print("{}\n", agree ? "GPU and CPU agree on every link after the first sweep"
                           : fmt::format("GPU AND CPU DIFFER by {:g}", difference));
  return agree && known ? 0 : int(app::Status::self_test);
} catch (const glueball::Error& error) {
  return app::failed("09_heatbath", error);
}
