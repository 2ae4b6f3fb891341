// Chapter 6: random SU(3) matrices, the shape of their traces, and what rounding does to long products.
#include <algorithm>

#include "../chapter.hpp"
#include "../picture.hpp"
#include "on_cpu.hpp"

glueball::gpu::ShaderPack walkthrough_06_su3_shaders();

namespace {

using namespace glueball;
using chapter::in, chapter::out;
using on_cpu::Stored;

constexpr std::uint32_t kMatrices = 1u << 16, kGroup = 64, kFactors = 1000, kProducts = 64;

/// How often Tr U falls into each cell of the complex plane.
void draw(const std::vector<Complex>& traces) {
  constexpr int kColumns = 56, kRows = 25;
  std::array<std::array<int, kColumns>, kRows> counts{};
  for (const Complex z : traces) {
    const int column = int(std::floor((z.real() + 1.6) / 4.7 * kColumns)),
              row = int(std::floor((2.7 - z.imag()) / 5.4 * kRows));
    ++counts[std::size_t(row)][std::size_t(column)];
  }
  for (const auto& row : counts) {
    std::string line;
    for (const int count : row) line += " .:-=+*#%@"[std::min(9, int(std::ceil(std::sqrt(count) / 2.2)))];
    line.erase(line.find_last_not_of(' ') + 1);
    fmt::print("|{}\n", line);
  }
}

/// The same as a map.
chapter::Map density(const std::vector<Complex>& traces) {
  constexpr int kColumns = 94, kRows = 108;
  std::vector<int> counts(kColumns * kRows);
  for (const Complex z : traces)
    ++counts[std::size_t(int((z.imag() + 2.7) / 5.4 * kRows) * kColumns +
                         int((z.real() + 1.6) / 4.7 * kColumns))];
  const double most = *std::max_element(counts.begin(), counts.end());
  return {"Tr U, random U", kColumns, kRows, [counts, most](int x, int y) {
            return chapter::shade(std::sqrt(counts[std::size_t(y * kColumns + x)] / most));
          }};
}

bool show(gpu::Device& device, chapter::Picture& picture) {
  const auto u = device.allocate({.bytes = kMatrices * sizeof(Stored)}),
             p = device.allocate({.bytes = kProducts * sizeof(Stored)});
  chapter::Shader(device, "06_su3/haar", kGroup)(kMatrices, {out(u)});
  const auto stored = chapter::values_of<Stored>(device, *u);
  std::vector<Complex> traces;
  double wrong = 0, off_group = 0, second = 0, fourth = 0;
  Complex first = 0, third = 0;
  for (std::uint32_t i = 0; i < kMatrices; ++i) {
    const Matrix3 m = on_cpu::load(stored[i]);
    wrong = std::max(wrong, on_cpu::distance(m, on_cpu::haar(i)));
    off_group = std::max(off_group, unitarity_deviation(m));
    const Complex z = trace(m);
    first += z, second += std::norm(z), third += z * z * z, fourth += std::norm(z) * std::norm(z);
    traces.push_back(z);
  }
  draw(traces);
  picture.draw([&] { return std::vector{density(traces)}; });
  const double n = kMatrices;
  fmt::print(
      "<Re Tr U> = {:.3f}, <|Tr U|^2> = {:.3f}, <Re (Tr U)^3> = {:.3f}, <|Tr U|^4> = {:.3f}; expected 0, 1, "
      "1, 2\n",
      first.real() / n, second / n, third.real() / n, fourth / n);

  const auto strayed = [&](std::uint32_t project_all, double& error) {
    const struct { std::uint32_t count, project_all; } arguments{kFactors, project_all};
    chapter::Shader(device, "06_su3/products", kGroup)(kProducts, {in(u), out(p)}, arguments);
    const auto products = chapter::values_of<Stored>(device, *p);
    double largest = 0;
    for (std::uint32_t i = 0; i < kProducts; ++i) {
      Matrix3 m = on_cpu::load(stored[i]);
      for (std::uint32_t k = 1; k < kFactors; ++k) m = m * on_cpu::load(stored[i + k]);
      error = std::max(error, on_cpu::distance(on_cpu::load(products[i]), m));
      largest = std::max(largest, unitarity_deviation(on_cpu::load(products[i])));
    }
    return largest;
  };
  double error = 0;
  const double free = strayed(0, error), held = strayed(1, error);
  constexpr double kLimit = 5e-6;
  const auto below = [](double x) { return x < kLimit ? "yes" : "no"; };
  fmt::print("off the group by less than {:.0e}: one matrix {}, a product of {} {}, with projections {}\n",
             kLimit, below(off_group), kFactors, below(free), below(held));
  return wrong < 1e-4 && error < 1e-3 && off_group < kLimit && held < kLimit && free < 1e-3;
}

}  // namespace

int main(int argc, char** argv) try {
  chapter::Picture picture(argc, argv);
  fmt::print("Tr U of {} random SU(3) matrices in the complex plane, -1.6 to 3.1 times -2.7 i to 2.7 i\n",
             kMatrices);
  return chapter::run("06_su3", walkthrough_06_su3_shaders(), argc, argv,
                      [&](gpu::Device& device) { return show(device, picture); });
} catch (const glueball::Error& error) {
  return glueball::app::failed("06_su3", error);
}
