// Chapter 5: the Ising model: ordering in pictures, and its energy beside Onsager's.
#include "../chapter.hpp"
#include "../picture.hpp"
#include "model.hpp"

glueball::gpu::ShaderPack walkthrough_05_ising_shaders();

namespace {

using namespace glueball;
using chapter::in, chapter::inout;
using Sums = std::array<std::int32_t, 2>;

constexpr std::uint32_t kExtent = 64, kSites = kExtent * kExtent, kGroup = 64, kSeed = 1925;
constexpr std::uint32_t kWarmUp = 100, kSweeps = 500, kBlock = 50;

/// A chain on the GPU.
class Chain {
 public:
  Chain(gpu::Device& device, double beta, bool hot)
      : device_(device),
        update_(device, "05_ising/heatbath", kGroup),
        measure_(device, "05_ising/measure", kGroup),
        spins_(chapter::buffer_of(device, ising::start(kExtent, hot, kSeed))),
        heatbath_(ising::heatbath(kExtent, beta, kSeed)) {}

  void sweep() {
    for (heatbath_.parity = 0; heatbath_.parity < 2; ++heatbath_.parity)
      update_(kSites / 2, {inout(spins_)}, heatbath_);
    ++heatbath_.step;
  }
  /// Sums over the lattice after each of `count` sweeps. All of it is sent off at once; only the end is
  /// waited for.
  std::vector<Sums> measure(std::uint32_t count) {
    const auto sums = chapter::buffer_of(device_, std::vector<Sums>(count));
    for (std::uint32_t n = 0; n < count; ++n) {
      sweep();
      const struct { std::uint32_t extent, slot; } arguments{kExtent, n};
      measure_(kSites, {in(spins_), inout(sums)}, arguments);
    }
    return chapter::values_of<Sums>(device_, *sums);
  }
  ising::Spins spins() { return chapter::values_of<std::int32_t>(device_, *spins_); }

 private:
  gpu::Device& device_;
  chapter::Shader update_, measure_;
  std::shared_ptr<gpu::Memory> spins_;
  ising::Heatbath heatbath_;
};

/// Two rows of spins a line of text.
std::string line_of(const ising::Spins& spins, std::uint32_t row, std::uint32_t width) {
  constexpr const char* blocks[] = {" ", "▄", "▀", "█"};
  std::string text;
  for (std::uint32_t x = 0; x < width; ++x)
    text += blocks[(spins[row * kExtent + x] > 0) * 2 + (spins[(row + 1) * kExtent + x] > 0)];
  return text;
}

/// A corner of the lattice as it orders, a hot start thrown into the cold. Whether the CPU sees the same.
bool show_ordering(gpu::Device& device) {
  constexpr double kBeta = 0.6;
  constexpr std::uint32_t kWidth = 27, kRows = 28;
  Chain chain(device, kBeta, true);
  ising::Heatbath heatbath = ising::heatbath(kExtent, kBeta, kSeed);
  ising::Spins cpu = ising::start(kExtent, true, kSeed);
  std::vector<ising::Spins> frames;
  bool same = true;
  for (const std::uint32_t until : {0u, 3u, 12u, 60u}) {
    fmt::print("{:<{}} |", fmt::format("after {} sweeps", until), kWidth);
    for (; heatbath.step < until; ++heatbath.step) {
      chain.sweep();
      ising::sweep(cpu, heatbath);
    }
    frames.push_back(chain.spins());
    same &= frames.back() == cpu;
  }
  fmt::print("\n");
  for (std::uint32_t row = 0; row < kRows; row += 2) {
    for (const auto& frame : frames) fmt::print("{} |", line_of(frame, row, kWidth));
    fmt::print("\n");
  }
  return same;
}

/// Mean and error of what the sums give, from blocks of sweeps that are long beside the memory of the chain.
template <class Value>
std::array<double, 2> average(const std::vector<Sums>& sums, Value value) {
  double mean = 0, square = 0;
  const double blocks = double(sums.size()) / kBlock;
  for (std::size_t first = 0; first < sums.size(); first += kBlock) {
    double block = 0;
    for (std::size_t n = first; n < first + kBlock; ++n) block += value(sums[n]) / kBlock / kSites;
    mean += block / blocks, square += block * block / blocks;
  }
  return {mean, std::sqrt((square - mean * mean) / (blocks - 1))};
}

}  // namespace

int main(int argc, char** argv) try {
  chapter::Picture picture(argc, argv);
  fmt::print("Ising's model on {0} x {0} sites, ordered above beta = {1:.4f}\n", kExtent,
             std::log(1 + std::sqrt(2.0)) / 2);
  return chapter::run("05_ising", walkthrough_05_ising_shaders(), argc, argv, [&](gpu::Device& device) {
    bool agree = show_ordering(device);
    LinePlot plot{.title = "Ising's model in two dimensions", .x_label = "β", .y_label = "|magnetisation|"};
    plot.series = {{.name = "chain", .joined = false}, {.name = "Yang", .dashed = true}};
    for (int n = 0; n <= 400; ++n)
      plot.series[1].points.push_back({0.2 + 0.001 * n, ising::magnetisation(0.2 + 0.001 * n)});
    fmt::print("beta   energy             Onsager   |magnetisation|    Yang\n");
    for (const double beta : {0.2, 0.3, 0.35, 0.5, 0.6}) {
      const bool hot = beta < 0.44;
      Chain chain(device, beta, hot);
      chain.measure(kWarmUp);
      const auto sums = chain.measure(kSweeps);
      const auto [e, e_error] = average(sums, [](const Sums& s) { return double(s[0]); });
      const auto [m, m_error] = average(sums, [](const Sums& s) { return std::abs(double(s[1])); });
      fmt::print("{:4.2f}  {:7.4f} +- {:.4f}   {:7.4f}   {:6.4f} +- {:.4f}  {:6.4f}\n", beta, e, e_error,
                 ising::energy(beta), m, m_error, ising::magnetisation(beta));
      plot.series[0].points.push_back({beta, m});
      plot.series[0].errors.push_back(m_error);
      agree &= std::abs(e - ising::energy(beta)) < 5 * e_error;
    }
    picture.draw(plot);
    return agree;
  });
} catch (const glueball::Error& error) {
  return glueball::app::failed("05_ising", error);
}
