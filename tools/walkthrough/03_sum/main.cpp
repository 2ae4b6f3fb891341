// Chapter 3: the sum over a field, on the GPU in single precision, in two floats and in double, beside the
// CPU.
#include <array>
#include <random>

#include "../chapter.hpp"
#include "tree.hpp"

glueball::gpu::ShaderPack walkthrough_03_sum_shaders();

namespace {

using namespace glueball;
using chapter::in, chapter::out;
using TwoFloats = std::array<float, 2>;

constexpr std::uint32_t kNumbers = 1u << 20, kGroup = 64, kGroups = 64;
constexpr int kRepeats = 5;

/// Multiples of 2^-24 in [0, 1): exact in single precision, and so is their sum in double.
std::vector<float> random_numbers() {
  std::mt19937 generator(3);
  std::vector<float> numbers(kNumbers);
  for (float& number : numbers) number = float(generator() >> 8) * 0x1p-24f;
  return numbers;
}

template <class T>
struct Sum {
  T value{};
  double ms = 0;
};

/// Two dispatches of the same shader: 2^20 numbers to 64, 64 to 1.
template <class T>
Sum<T> sum_on_gpu(gpu::Device& device, const char* shader, const std::vector<T>& numbers) {
  const auto x = chapter::buffer_of(device, numbers), parts = device.allocate({.bytes = kGroups * sizeof(T)}),
             total = device.allocate({.bytes = sizeof(T)});
  chapter::Shader add(device, shader, kGroup);
  Sum<T> sum;
  sum.ms = chapter::milliseconds(
      kRepeats,
      [&] {
        add(kGroups * kGroup, {in(x), out(parts)});
        add(kGroup, {in(parts), out(total)});
      },
      [&] { device.stream().finish(); });
  sum.value = chapter::values_of<T>(device, *total)[0];
  return sum;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<float> x = random_numbers();
  double exact = 0;
  float running = 0;
  for (const float number : x) exact += number, running += number;

  const auto line = [&](const char* how, double sum) {
    fmt::print("{:<26}{:18.8f}   error {:11.4e}\n", how, sum, (sum - exact) / exact);
  };
  fmt::print("the sum of {} numbers in [0, 1)\n\n", kNumbers);
  line("CPU, exact", exact);
  line("CPU, float, one by one", running);
  const float tree = tree_on_cpu(x, kGroups, kGroup);
  line("CPU, float, as a tree", tree);

  return chapter::run("03_sum", walkthrough_03_sum_shaders(), argc, argv, [&](gpu::Device& device) {
    const auto single = sum_on_gpu(device, "03_sum/single", x);
    std::vector<TwoFloats> pairs;
    for (const float number : x) pairs.push_back({number, 0});
    const auto two = sum_on_gpu(device, "03_sum/two_floats", pairs);
    const double two_value = double(two.value[0]) + double(two.value[1]);
    line("GPU, float", single.value);
    line("GPU, two floats", two_value);
    bool agree = single.value == tree && two_value == exact;
    if (device.info().limits.float64) {
      const auto twice = sum_on_gpu(device, "03_sum/double", std::vector<double>(x.begin(), x.end()));
      line("GPU, double", twice.value);
      agree &= twice.value == exact;
      fmt::print("time in ms: float {:.3f}, two floats {:.3f}, double {:.3f}\n", single.ms, two.ms, twice.ms);
    } else {
      fmt::print("time in ms: float {:.3f}, two floats {:.3f}; no double on this device\n", single.ms,
                 two.ms);
    }
    return agree;
  });
}
