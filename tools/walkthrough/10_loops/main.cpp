// Chapter 10: Polyakov loops on both sides of the deconfinement transition.
#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "../picture.hpp"
#include "app/wording.hpp"
#include "base/error.hpp"
#include "field/transfer.hpp"
#include "kernels/heatbath.hpp"
#include "reference/wilson_loops.hpp"

// The SPIR-V of polyakov.comp, put into this program by the build.
glueball::gpu::ShaderPack walkthrough_10_loops_shaders();

namespace {

using namespace glueball;

constexpr std::uint64_t kSeed = 2006;
constexpr int kSweeps = 12;

/// A complex number for every point of space.
class Loops : public BoundMemory {
 public:
  explicit Loops(const DeviceLattice& lattice)
      : BoundMemory(lattice.allocate_buffer(points(lattice.geometry()) * sizeof(std::complex<float>))) {}
  static std::size_t points(const Geometry& g) { return g.volume() / std::size_t(g.extent(3)); }
};

using Polyakov =
    Kernel<"10_loops/polyakov", Shape::sites, args::None, In<ParityLinks>, In<ParityLinks>, Out<Loops>>;

/// Averaged over space.
Complex polyakov_loop(const DeviceLattice& lattice, const GaugeField& u, Loops& loops) {
  Polyakov::run(lattice, {}, u[Parity::even], u[Parity::odd], loops);
  std::vector<std::complex<float>> traces(Loops::points(lattice.geometry()));
  lattice.stream().download(loops.memory(), std::as_writable_bytes(std::span(traces)));
  Complex sum = 0;
  for (const auto& trace : traces) sum += Complex(trace);
  return sum / double(traces.size());
}

/// |P| sweep by sweep from a cold start; how far GPU and CPU are apart at the end is added to `difference`.
std::vector<double> history(gpu::Device& device, const Geometry& geometry, double beta, double& difference) {
  const DeviceLattice lattice(device, geometry, {{}, {.accumulator = device.preferred_accumulator()}});
  GaugeField u(lattice);
  Loops loops(lattice);
  upload(Configuration(geometry), u);
  std::vector<double> sizes{std::abs(polyakov_loop(lattice, u, loops))};
  for (std::uint32_t sweep = 1; sweep <= kSweeps; ++sweep) {
    kernels::Heatbath::sweep(lattice, {.beta = beta}, kSeed, sweep, u);
    sizes.push_back(std::abs(polyakov_loop(lattice, u, loops)));
  }
  difference += std::abs(polyakov_loop(lattice, u, loops) - reference::polyakov(download(u)));
  return sizes;
}

std::string bar(double size) { return std::string(std::size_t(std::lround(30 * size)), '#'); }

}  // namespace

int main(int argc, char** argv) try {
  chapter::Picture picture(argc, argv);
  gpu::register_shaders(walkthrough_10_loops_shaders());
  const auto device = gpu::open_device(argc > 1 ? argv[1] : "auto");
  const Geometry geometry({8, 8, 8, 4});
  double difference = 0;
  const auto cold = history(*device, geometry, 5.2, difference),
             hot = history(*device, geometry, 6.2, difference);

  fmt::print("|Polyakov loop| on {} from a cold start\n\nsweep  beta = 5.2{:29}beta = 6.2\n",
             geometry.to_string(), "");
  for (std::size_t sweep = 0; sweep < cold.size(); ++sweep)
    fmt::print("{:5}  {:.3f} {:<32} {:.3f} {}\n", sweep, cold[sweep], bar(cold[sweep]), hot[sweep],
               bar(hot[sweep]));
  picture.draw([&] {
    LinePlot plot{.title = "|Polyakov loop| from a cold start, with four sites in time",
                  .x_label = "sweep",
                  .y_label = "|P|"};
    plot.series = {{.name = "beta = 5.2"}, {.name = "beta = 6.2"}};
    for (std::size_t sweep = 0; sweep < cold.size(); ++sweep) {
      plot.series[0].points.push_back({double(sweep), cold[sweep]});
      plot.series[1].points.push_back({double(sweep), hot[sweep]});
    }
    return plot;
  });
  const bool agree = difference < 1e-5;
  fmt::print("\n{}\n", agree ? "GPU and CPU agree" : fmt::format("GPU AND CPU DIFFER by {:g}", difference));
  return agree ? 0 : int(app::Status::self_test);
} catch (const glueball::Error& error) {
  return app::failed("10_loops", error);
}
