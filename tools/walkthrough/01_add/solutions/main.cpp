// Solutions of the exercises of chapter 1, on the device that is named, or the best one.
#include <fmt/format.h>

#include <cmath>
#include <complex>
#include <memory>
#include <random>
#include <span>
#include <vector>

#include "app/wording.hpp"
#include "base/error.hpp"
#include "gpu/device.hpp"

glueball::gpu::ShaderPack walkthrough_01_add_solutions_shaders();

namespace {

namespace gpu = glueball::gpu;
using Numbers = std::vector<float>;
using Complex = std::complex<float>;
using gpu::Access;

constexpr std::uint32_t kTexels = 1000, kGroup = 64;  // no multiple of the group: the last one is cut

Numbers random_numbers(std::uint32_t seed) {
  std::mt19937 generator(seed);
  Numbers numbers(4 * kTexels);
  for (float& number : numbers) number = float(std::int32_t(generator())) * 0x1p-31f;
  return numbers;
}

class Exercises {
 public:
  explicit Exercises(gpu::Device& device) : device_(device) {
    const gpu::MemoryShape shape{.bytes = x.size() * sizeof(float)};
    for (auto* memory : {&x_, &y_, &z_}) *memory = device.allocate(shape);
    device.stream().upload(*x_, std::as_bytes(std::span(x)));
    device.stream().upload(*y_, std::as_bytes(std::span(y)));
  }

  /// z = a x + b y.
  Numbers axpby(float a, float b) {
    const struct { float a, b; } coefficients{a, b};
    run("axpby", {{x_.get(), Access::in}, {y_.get(), Access::in}, {z_.get(), Access::out}},
        std::as_bytes(std::span(&coefficients, 1)));
    return read(*z_);
  }
  /// z = x y.
  Numbers product() {
    run("product", {{x_.get(), Access::in}, {y_.get(), Access::in}, {z_.get(), Access::out}});
    return read(*z_);
  }
  /// y += x, `times` times in one submission; nobody but the stream says that each waits for the one before.
  Numbers accumulate(int times) {
    for (int i = 0; i < times; ++i) run("accumulate", {{x_.get(), Access::in}, {y_.get(), Access::inout}});
    return read(*y_);
  }

  const Numbers x = random_numbers(1), y = random_numbers(2);

 private:
  void run(const std::string& shader, const std::vector<gpu::Binding>& fields,
           std::span<const std::byte> arguments = {}) {
    gpu::Pipeline& pipeline =
        device_.pipeline("01_add/solutions/" + shader, {gpu::Storage::buffer}, {{0, kGroup}});
    device_.stream().dispatch(pipeline, fields, arguments, (kTexels + kGroup - 1) / kGroup);
  }
  Numbers read(const gpu::Memory& memory) {
    Numbers numbers(4 * kTexels);
    device_.stream().download(memory, std::as_writable_bytes(std::span(numbers)));
    return numbers;
  }

  gpu::Device& device_;
  std::shared_ptr<gpu::Memory> x_, y_, z_;
};

/// Within a few roundings of single precision: a GPU may fuse a product and a sum where the CPU does not.
bool report(int number, const char* what, const Numbers& gpu, const Numbers& cpu) {
  double largest = 0;
  for (std::size_t i = 0; i < gpu.size(); ++i)
    largest = std::fmax(largest, std::isnan(gpu[i]) ? INFINITY : std::abs(gpu[i] - cpu[i]));
  const bool good = largest < 1e-5;
  fmt::print("exercise {}: {:<14}z[1] = {:9.5f}   {}\n", number, what, gpu[1],
             good ? "GPU and CPU agree" : fmt::format("GPU AND CPU DIFFER by {:g}", largest));
  return good;
}

}  // namespace

int main(int argc, char** argv) try {
  gpu::register_shaders(walkthrough_01_add_solutions_shaders());
  const auto device = gpu::open_device(argc > 1 ? argv[1] : "auto");
  Exercises exercises(*device);
  const Numbers &x = exercises.x, &y = exercises.y;

  Numbers cpu(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) cpu[i] = 2 * x[i] - 3 * y[i];
  bool good = report(1, "z = 2 x - 3 y", exercises.axpby(2, -3), cpu);

  for (std::size_t i = 0; i < x.size(); i += 2) {
    const Complex z = Complex(x[i], x[i + 1]) * Complex(y[i], y[i + 1]);
    cpu[i] = z.real(), cpu[i + 1] = z.imag();
  }
  good &= report(2, "z = x y", exercises.product(), cpu);

  cpu = y;
  for (int times = 0; times < 10; ++times)
    for (std::size_t i = 0; i < x.size(); ++i) cpu[i] += x[i];
  good &= report(3, "z = y + 10 x", exercises.accumulate(10), cpu);
  return good ? 0 : int(glueball::app::Status::self_test);
} catch (const glueball::Error& error) {
  return glueball::app::failed("01_add solutions", error);
}
