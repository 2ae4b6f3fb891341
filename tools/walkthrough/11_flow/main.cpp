// Chapter 11 brings a noisy vacuum to Landau gauge, then smooths it by gradient flow and draws it.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "../picture.hpp"
#include "app/wording.hpp"
#include "base/error.hpp"
#include "cpu/gauge_functional.hpp"
#include "cpu/plaquette.hpp"
#include "field/transfer.hpp"
#include "kernels/heatbath.hpp"
#include "reference/flow.hpp"
#include "reference/gauge_fixing.hpp"

// Returns the SPIR-V of fix.comp, force.comp, move.comp and density.comp, which the build puts into this
// program.
glueball::gpu::ShaderPack walkthrough_11_flow_shaders();

namespace {

using namespace glueball;

constexpr float kOmega = 1.7F;  // overrelaxation parameter
// A "row" is a line of the printed table.
constexpr int kIterationsARow = 4, kRowsOfFixing = 5;
constexpr float kStep = 0.1F;
constexpr int kStepsARow = 5, kRows = 4;  // up to t = 2

struct FixArguments {
  std::uint32_t parity;
  float omega;
};
struct ForceArguments {
  std::uint32_t parity;
  float keep, eps;
};
struct MoveArguments {
  float c;
};
struct DensityArguments {
  std::uint32_t parity;
};
class Density : public BoundMemory {
 public:
  explicit Density(const DeviceLattice& lattice)
      : BoundMemory(lattice.allocate_buffer(lattice.geometry().volume() * sizeof(float))) {}
};
using Fix = Kernel<"11_flow/fix", Shape::sites, FixArguments, InOut<ParityLinks>, InOut<ParityLinks>>;
using Force = Kernel<"11_flow/force", Shape::sites, ForceArguments, In<ParityLinks>, In<ParityLinks>,
                     InOut<ParityMomenta>>;
using Move = Kernel<"11_flow/move", Shape::sites, MoveArguments, InOut<ParityLinks>, In<ParityMomenta>>;
using MakeDensity = Kernel<"11_flow/density", Shape::sites, DensityArguments, In<ParityLinks>,
                           In<ParityLinks>, InOut<Density>>;

/// Fixes Landau gauge and prints how the functional F rises while the plaquette stays. Returns false if the
/// CPU finds another F after the first iteration.
bool fix(const DeviceLattice& lattice, const Configuration& start) {
  GaugeField u(lattice);
  upload(start, u);
  Configuration reference = start;
  for (const Parity this_parity : kParities)
    reference::relax_gauge(reference, Gauge::landau, this_parity,
                           {.kind = reference::GaugeStep::Kind::expanded1, .strength = kOmega});
  const auto functional = [](const Configuration& links) {
    return cpu::gauge_functional(links, Gauge::landau);
  };

  fmt::print("Landau gauge on {}\n\niterations        F\n{:10}{:9.4f}\n", lattice.geometry().to_string(), 0,
             functional(start));
  double after_one = 0;
  for (int iteration = 1; iteration <= kRowsOfFixing * kIterationsARow; ++iteration) {
    for (const Parity this_parity : kParities)
      Fix::run(lattice, {std::uint32_t(this_parity), kOmega}, u[this_parity], u[other(this_parity)]);
    if (iteration == 1) after_one = functional(download_unitary(u));
    if (iteration % kIterationsARow == 0)
      fmt::print("{:10}{:9.4f}\n", iteration, functional(download_unitary(u)));
  }
  fmt::print("plaquette {:.5f} before, {:.5f} after\n\n", cpu::plaquette(start).average(),
             cpu::plaquette(download_unitary(u)).average());
  return std::abs(after_one / functional(reference) - 1) < 1e-5;
}

/// Takes one step of Luescher's third-order scheme (arXiv:1006.4518, eq. C.2). Each stage computes k = keep k
/// + force eps Z(v), then v = exp(move k) v, so that one exponent k is stored.
void flow_step(const DeviceLattice& lattice, GaugeField& v, MomentumField& k, float eps) {
  constexpr struct {
    float keep, force, move;
  } stages[] = {{0, 1, 1.0F / 4}, {-17.0F / 36, 8.0F / 9, 1}, {-1, 3.0F / 4, 1}};
  for (const auto& stage : stages) {
    for (const Parity this_parity : kParities)
      Force::run(lattice, {std::uint32_t(this_parity), stage.keep, stage.force * eps}, v[this_parity],
                 v[other(this_parity)], k[this_parity]);
    for (const Parity this_parity : kParities)
      Move::run(lattice, {stage.move}, v[this_parity], k[this_parity]);
  }
}

std::vector<float> energy_density(const DeviceLattice& lattice, const GaugeField& v, Density& density) {
  for (const Parity this_parity : kParities)
    MakeDensity::run(lattice, {std::uint32_t(this_parity)}, v[this_parity], v[other(this_parity)], density);
  std::vector<float> numbers(lattice.geometry().volume());
  lattice.stream().download(density.memory(), std::as_writable_bytes(std::span(numbers)));
  return numbers;
}

double mean(const std::vector<float>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0) / double(numbers.size());
}

/// Draws the plane z = t = 0, one row for each y. The lowest density is blank, the highest is '@'.
std::vector<std::string> picture(const Geometry& geometry, const std::vector<float>& density) {
  constexpr std::string_view shades = " .:-=+*#%@";
  const std::size_t width = std::size_t(geometry.extent(0)), plane = width * std::size_t(geometry.extent(1));
  const auto [least, most] = std::minmax_element(density.begin(), density.begin() + std::ptrdiff_t(plane));
  std::vector<std::string> rows(plane / width);
  for (std::size_t i = 0; i < plane; ++i) {
    const float height = (density[i] - *least) / (*most - *least);
    rows[i / width] +=
        std::string(2, shades[std::min(std::size_t(height * float(shades.size())), shades.size() - 1)]);
  }
  return rows;
}

}  // namespace

int main(int argc, char** argv) try {
  chapter::Picture curve(argc, argv);
  gpu::register_shaders(walkthrough_11_flow_shaders());
  const auto device = gpu::open_device(argc > 1 ? argv[1] : "auto");
  const Geometry geometry({16, 16, 4, 4});
  const DeviceLattice lattice(*device, geometry, {});
  GaugeField v(lattice);
  MomentumField k(lattice);
  upload(Momenta(geometry), k);
  Density density(lattice);
  upload(Configuration(geometry), v);
  for (std::uint32_t sweep = 1; sweep <= 10; ++sweep)
    kernels::Heatbath::sweep(lattice, {.beta = 6.0}, 2006, sweep, v);

  // The CPU takes the first step too. E = 2 sum over the six planes of Re Tr(1 - P) = 36 (1 - plaquette).
  Configuration reference = download_unitary(v);
  const bool fixed_alike = fix(lattice, reference);
  reference::flow_step(reference, kWilsonFlow, kStep);
  const double expected = 36 * (1 - cpu::plaquette(reference).average());

  const auto before = energy_density(lattice, v, density);
  fmt::print("gradient flow on {}\n\n   t      <E>   t^2 <E>\n", geometry.to_string());
  fmt::print("{:4.1f}{:9.3f}{:10.4f}\n", 0.0, mean(before), 0.0);
  double after_one = 0;
  LinePlot plot{
      .title = "Gradient flow on " + geometry.to_string(), .x_label = "t / a²", .y_label = "t² ⟨E⟩"};
  plot.series.push_back({.name = "t² ⟨E⟩", .points = {{0, 0}}});
  for (int step = 1; step <= kRows * kStepsARow; ++step) {
    flow_step(lattice, v, k, kStep);
    const double t = double(step) * double(kStep);
    const double energy = mean(energy_density(lattice, v, density));
    plot.series[0].points.push_back({t, t * t * energy});
    if (step != 1 && step % kStepsARow != 0) continue;
    if (step == 1)
      after_one = energy;
    else
      fmt::print("{:4.1f}{:9.3f}{:10.4f}\n", t, energy, t * t * energy);
  }
  curve.draw(plot);
  const auto rough = picture(geometry, before),
             smooth = picture(geometry, energy_density(lattice, v, density));
  fmt::print("\n{:<40}t = 2\n", "t = 0");
  for (std::size_t y = 0; y < rough.size(); ++y) fmt::print("|{}|      |{}|\n", rough[y], smooth[y]);
  const bool agree = fixed_alike && std::abs(after_one / expected - 1) < 1e-5;
  fmt::print("\n{}\n",
             agree ? "GPU and CPU agree" : fmt::format("GPU AND CPU DIFFER: {} {}", after_one, expected));
  return agree ? 0 : int(app::Status::self_test);
} catch (const glueball::Error& error) {
  return app::failed("11_flow", error);
}
