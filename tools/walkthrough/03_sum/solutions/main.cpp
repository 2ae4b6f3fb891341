// Solutions of the exercises of chapter 3.
#include <algorithm>
#include <array>
#include <random>

#include "../../chapter.hpp"
#include "../tree.hpp"

glueball::gpu::ShaderPack walkthrough_03_sum_solutions_shaders();

namespace {

using namespace glueball;
using chapter::in, chapter::out;
using Moments = std::array<float, 4>;  // n, mean, sum of squared deviations, nothing

constexpr std::uint32_t kNumbers = 1u << 18, kGroup = 64;

template <class T>
T reduce(gpu::Device& device, const char* shader, const std::vector<T>& numbers, std::uint32_t groups,
         std::uint32_t lanes = kGroup) {
  const auto x = chapter::buffer_of(device, numbers), parts = device.allocate({.bytes = groups * sizeof(T)}),
             total = device.allocate({.bytes = sizeof(T)});
  chapter::Shader add(device, shader, lanes);
  add(groups * lanes, {in(x), out(parts)});
  add(lanes, {in(parts), out(total)});
  return chapter::values_of<T>(device, *total)[0];
}

bool solve(gpu::Device& device) {
  std::mt19937 generator(3);
  std::vector<float> x(kNumbers);
  for (float& number : x) number = float(generator() >> 8) * 0x1p-24f;

  const float largest = reduce(device, "03_sum/solutions/maximum", x, 16);
  bool good = chapter::agrees(1, fmt::format("the largest is {:.6f}", largest),
                              largest == *std::max_element(x.begin(), x.end()));

  double exact = 0;
  for (const float number : x) exact += number;
  std::string errors;
  bool same = true;
  for (const auto [groups, lanes] : {std::array{1u, 8u}, {1u, kGroup}, {64u, kGroup}}) {
    const float sum = reduce(device, "03_sum/solutions/single", x, groups, lanes);
    errors += fmt::format(" {}: {:.1e}", groups * lanes, std::abs(sum - exact) / exact);
    same &= sum == tree_on_cpu(x, groups, lanes);
  }
  good &= chapter::agrees(2, "error by invocations" + errors, same);

  std::vector<Moments> samples;
  double mean = 0, variance = 0;
  for (const float number : x) {
    samples.push_back({1, 1000 + number, 0, 0});
    mean += double(samples.back()[1]) / kNumbers;
  }
  for (const Moments& sample : samples) variance += std::pow(sample[1] - mean, 2) / kNumbers;
  const Moments all = reduce(device, "03_sum/solutions/variance", samples, 16);
  good &= chapter::agrees(3, fmt::format("mean {:.3f}, variance {:.4f}", all[1], all[2] / kNumbers),
                          std::abs(all[1] - mean) < 1e-3 && std::abs(all[2] / kNumbers - variance) < 1e-5);
  return good;
}

}  // namespace

int main(int argc, char** argv) {
  return chapter::run_solutions("03_sum", walkthrough_03_sum_solutions_shaders(), argc, argv, solve);
}
