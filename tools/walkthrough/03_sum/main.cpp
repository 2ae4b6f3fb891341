// Chapter 3: the sum over a field, on the GPU in single precision, in two floats and in double, beside the
// CPU.
#include <algorithm>
#include <array>
#include <random>

#include "../chapter.hpp"
#include "../picture.hpp"
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

/// The relative errors of sums of ever more numbers, one by one and as a tree on the device.
LinePlot errors_of_sums(gpu::Device& device, const std::vector<float>& numbers) {
  LinePlot plot{.title = "Rounding of a sum in single precision",
                .x_label = "numbers",
                .y_label = "relative error",
                .x_logarithmic = true,
                .y_logarithmic = true};
  plot.series = {{.name = "one by one"}, {.name = "as a tree"}};
  for (std::uint32_t count = 1U << 10; count <= kNumbers; count *= 2) {
    const std::vector<float> first(numbers.begin(), numbers.begin() + count);
    double exact = 0;
    float running = 0;
    for (const float number : first) exact += number, running += number;
    const double tree = sum_on_gpu(device, "03_sum/single", first).value;
    const auto error = [&](double sum) { return std::max(std::abs(sum / exact - 1), 1e-9); };
    plot.series[0].points.push_back({double(count), error(running)});
    plot.series[1].points.push_back({double(count), error(tree)});
  }
  return plot;
}

}  // namespace

int main(int argc, char** argv) try {
  chapter::Picture picture(argc, argv);
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
    picture.draw([&] { return errors_of_sums(device, x); });
    return agree;
  });
} catch (const glueball::Error& error) {
  return glueball::app::failed("03_sum", error);
}
