// Chapter 2: z = x + y twice, through plain Vulkan (plain.hpp) and through the classes of this project, and
// how close both come to the speed of a copy.
#include <algorithm>
#include <random>

#include "../chapter.hpp"
#include "../picture.hpp"
#include "plain.hpp"

glueball::gpu::ShaderPack walkthrough_02_vulkan_shaders();

namespace {

using namespace glueball;
using Numbers = std::vector<float>;

constexpr std::uint32_t kTexels = 1u << 18, kGroup = 64;
constexpr int kRepeats = 10;

Numbers random_numbers(std::uint32_t seed) {
  std::mt19937 generator(seed);
  Numbers numbers(4 * kTexels);
  for (float& number : numbers) number = float(std::int32_t(generator())) * 0x1p-31f;
  return numbers;
}

/// The same as plain::add, in twenty lines.
plain::Sum add_with_classes(gpu::Device& device, const Numbers& host_x, const Numbers& host_y) {
  const gpu::MemoryShape shape{.bytes = host_x.size() * sizeof(float)};
  const auto x = device.allocate(shape), y = device.allocate(shape), z = device.allocate(shape);

  gpu::Stream& stream = device.stream();
  stream.upload(*x, std::as_bytes(std::span(host_x)));
  stream.upload(*y, std::as_bytes(std::span(host_y)));

  gpu::Pipeline& add = device.pipeline("02_vulkan/add", {gpu::Storage::buffer}, {{0, kGroup}});
  const gpu::Binding fields[] = {
      {x.get(), gpu::Access::in}, {y.get(), gpu::Access::in}, {z.get(), gpu::Access::out}};

  plain::Sum sum{Numbers(host_x.size())};
  sum.ms = chapter::milliseconds(
      kRepeats, [&] { stream.dispatch(add, fields, {}, std::uint32_t(host_x.size() / 4) / kGroup); },
      [&] { stream.finish(); });
  stream.download(*z, std::as_writable_bytes(std::span(sum.z)));
  return sum;
}

double copy_ms(gpu::Device& device, const Numbers& host_x) {
  const auto x = chapter::buffer_of(device, host_x), y = device.allocate({.bytes = x->bytes()});
  chapter::Shader copy(device, "02_vulkan/copy", kGroup);
  return chapter::milliseconds(
      kRepeats,
      [&] {
        copy(std::uint32_t(host_x.size() / 4), {chapter::in(x), chapter::out(y)});
      },
      [&] { device.stream().finish(); });
}

/// Gigabytes a second of the sum and of the copy, by the size of a field.
LinePlot speeds(gpu::Device& device) {
  LinePlot plot{.title = "Speed by size: small fields pay for the launch",
                .x_label = "megabytes a field",
                .y_label = "GB/s",
                .x_logarithmic = true};
  plot.series = {{.name = "z = x + y"}, {.name = "copy"}};
  for (std::uint32_t texels = 1U << 10; texels <= kTexels; texels *= 2) {
    const Numbers x(4 * texels, 1);
    const double megabytes = double(x.size() * sizeof(float)) * 1e-6;
    plot.series[0].points.push_back({megabytes, 3 * megabytes / add_with_classes(device, x, x).ms});
    plot.series[1].points.push_back({megabytes, 2 * megabytes / copy_ms(device, x)});
  }
  return plot;
}

/// Numbers that are not exactly those of the CPU.
std::ptrdiff_t wrong(const Numbers& a, const Numbers& b) {
  return std::count_if(a.begin(), a.end(),
                       [&, i = 0](float number) mutable { return !(number == b[std::size_t(i++)]); });
}

}  // namespace

int main(int argc, char** argv) try {
  chapter::Picture picture(argc, argv);
  const Numbers x = random_numbers(1), y = random_numbers(2);
  Numbers cpu(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) cpu[i] = x[i] + y[i];
  const double moved = double(x.size() * sizeof(float)) * 1e-6;  // megabytes a field: MB / ms = GB/s

  fmt::print("z = x + y on {} texels: {} bytes to move\n", kTexels, 3 * x.size() * sizeof(float));
  return chapter::run("02_vulkan", walkthrough_02_vulkan_shaders(), argc, argv, [&](gpu::Device& device) {
    bool agree = true;
    const auto show = [&](const char* how, const plain::Sum& sum) {
      fmt::print("{:<13} z[1] = {:9.6f}, wrong: {}\n", how, sum.z[1], wrong(sum.z, cpu));
      fmt::print("time in ms {:.3f}, GB/s {:.2f}\n", sum.ms, 3 * moved / sum.ms);
      agree &= wrong(sum.z, cpu) == 0;
    };
    if (device.info().api == gpu::Api::vulkan)
      show("plain Vulkan", plain::add(device.info().uuid, gpu::find_shader("02_vulkan/add", {}).words, kGroup,
                                      kRepeats, x, y));
    show("our classes", add_with_classes(device, x, y));
    const double ms = copy_ms(device, x);
    fmt::print("the copy limit\ntime in ms {:.3f}, GB/s {:.2f}\n", ms, 2 * moved / ms);
    picture.draw([&] { return speeds(device); });
    return agree;
  });
} catch (const glueball::Error& error) {
  return glueball::app::failed("02_vulkan", error);
}
