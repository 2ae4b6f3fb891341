// Chapter 1: z = x + y on fields of RGBA texels, on the GPU through Vulkan and OpenGL, beside the same sum on
// the CPU.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <functional>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "app/wording.hpp"
#include "base/error.hpp"
#include "gpu/device.hpp"

// The SPIR-V of textures.comp and buffers.comp, put into this program by the build.
glueball::gpu::ShaderPack walkthrough_01_add_shaders();

namespace {

namespace gpu = glueball::gpu;

constexpr std::uint32_t kWidth = 512, kHeight = 512, kGroup = 64;
constexpr int kRepeats = 10;
constexpr std::uint32_t kTexels = kWidth * kHeight;

/// A field on the host: four numbers a texel, texel after texel.
using Numbers = std::vector<float>;

/// Uniform in [-1, 1). The generator is the same on every machine, and so is all that is printed except the
/// times.
Numbers random_numbers(std::uint32_t seed) {
  std::mt19937 generator(seed);
  Numbers numbers(4 * kTexels);
  for (float& number : numbers) number = float(std::int32_t(generator())) * 0x1p-31f;
  return numbers;
}

using Work = std::function<void()>;

/// Milliseconds per call of `work`; `finish` waits for it. The first call, in which drivers still compile,
/// does not count.
double milliseconds(const Work& work, const Work& finish) {
  work();
  finish();
  const auto start = std::chrono::steady_clock::now();
  for (int repeat = 0; repeat < kRepeats; ++repeat) work();
  finish();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count() /
         kRepeats;
}

struct Sum {
  Numbers z;
  double ms;
};

Sum add_on_cpu(const Numbers& x, const Numbers& y) {
  Sum sum{Numbers(x.size()), 0};
  const auto add = [&] {
    for (std::size_t i = 0; i < x.size(); ++i) sum.z[i] = x[i] + y[i];
  };
  sum.ms = milliseconds(add, [] {});
  return sum;
}

/// Where the fields live: a stack of one texture, or a buffer.
enum class Home { textures, buffers };

Sum add_on_gpu(gpu::Device& device, Home home, const Numbers& host_x, const Numbers& host_y) {
  gpu::MemoryShape shape{.bytes = host_x.size() * sizeof(float)};
  if (home == Home::textures) shape.width = kWidth, shape.height = kHeight, shape.layers = 1;
  const auto x = device.allocate(shape), y = device.allocate(shape), z = device.allocate(shape);

  gpu::Stream& stream = device.stream();
  stream.upload(*x, std::as_bytes(std::span(host_x)));
  stream.upload(*y, std::as_bytes(std::span(host_y)));

  const bool textures = home == Home::textures;
  gpu::Pipeline& add =
      device.pipeline(textures ? "01_add/textures" : "01_add/buffers",
                      {textures ? gpu::Storage::image : gpu::Storage::buffer}, {{0, kGroup}});
  const gpu::Binding fields[] = {
      {x.get(), gpu::Access::in}, {y.get(), gpu::Access::in}, {z.get(), gpu::Access::out}};
  Sum sum{Numbers(host_x.size()), 0};
  sum.ms = milliseconds([&] { stream.dispatch(add, fields, {}, (kTexels + kGroup - 1) / kGroup); },
                        [&] { stream.finish(); });
  stream.download(*z, std::as_writable_bytes(std::span(sum.z)));
  return sum;
}

double largest_difference(const Numbers& a, const Numbers& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double difference = std::abs(double(a[i]) - double(b[i]));
    if (!(difference <= largest)) largest = difference;  // NaN too
  }
  return largest;
}

/// Prints the table of one device; whether GPU and CPU agree.
bool compare(gpu::Device& device, const Numbers& x, const Numbers& y) {
  const Sum cpu = add_on_cpu(x, y), textures = add_on_gpu(device, Home::textures, x, y),
            buffers = add_on_gpu(device, Home::buffers, x, y);
  fmt::print("\n{}, {}\n{:>24}{:>12}{:>12}\n", device.info().id(), device.info().name, "textures", "buffers",
             "CPU");
  for (const std::size_t i : {std::size_t(0), std::size_t(4 * kWidth + 1), x.size() - 1}) {
    const std::size_t texel = i / 4;
    fmt::print("z({:3},{:3}).{}{:13.6f}{:12.6f}{:12.6f}\n", texel % kWidth, texel / kWidth, "rgba"[i % 4],
               textures.z[i], buffers.z[i], cpu.z[i]);
  }
  const double by_textures = largest_difference(textures.z, cpu.z),
               by_buffers = largest_difference(buffers.z, cpu.z);
  fmt::print("|GPU - CPU|{:13g}{:12g}\n", by_textures, by_buffers);
  fmt::print("time in ms {:13.3f}{:12.3f}{:12.3f}\n", textures.ms, buffers.ms, cpu.ms);
  return by_textures == 0 && by_buffers == 0;
}

/// The devices named on the command line, or the best of each API.
std::vector<std::string> chosen_devices(int argc, char** argv) {
  if (argc > 1) return {argv + 1, argv + argc};
  std::vector<std::string> ids;
  for (const gpu::Api api : {gpu::Api::vulkan, gpu::Api::opengl}) {
    std::vector<gpu::DeviceInfo> of_api;
    for (const auto& info : gpu::devices())
      if (info.api == api) of_api.push_back(info);
    if (!of_api.empty()) ids.push_back(gpu::default_device(of_api));
  }
  return ids.empty() ? std::vector<std::string>{"auto"} : ids;  // "auto" says what to install
}

}  // namespace

int main(int argc, char** argv) try {
  gpu::register_shaders(walkthrough_01_add_shaders());
  const Numbers x = random_numbers(1), y = random_numbers(2);
  fmt::print("z = x + y on {} x {} RGBA texels: {} sums\n", kWidth, kHeight, x.size());
  bool agree = true;
  for (const std::string& id : chosen_devices(argc, argv)) agree &= compare(*gpu::open_device(id), x, y);
  fmt::print("\n{}\n", agree ? "GPU and CPU agree in every bit" : "GPU AND CPU DIFFER");
  return agree ? 0 : int(glueball::app::Status::self_test);
} catch (const glueball::Error& error) {
  return glueball::app::failed("01_add", error);
}
