// Solutions of the exercises of chapter 2.
#include "../../chapter.hpp"

glueball::gpu::ShaderPack walkthrough_02_vulkan_solutions_shaders();

namespace {

using namespace glueball;
using Numbers = std::vector<float>;
using chapter::in, chapter::out;

constexpr std::uint32_t kTexels = 1000, kGroup = 64;

bool solve(gpu::Device& device) {
  Numbers x(4 * kTexels), y(4 * kTexels);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = float(i % 16) / 16, y[i] = float(i % 32) / 32;
  const auto dx = chapter::buffer_of(device, x), dy = chapter::buffer_of(device, y),
             dz = device.allocate({.bytes = dx->bytes()});
  const auto equal = [&](const Numbers& cpu) { return chapter::values_of<float>(device, *dz) == cpu; };

  Numbers cpu(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) cpu[i] = x[i] + y[i];
  chapter::Shader(device, "02_vulkan/solutions/strided", kGroup)(2 * kGroup, {in(dx), in(dy), out(dz)});
  bool good = chapter::agrees(1, "1000 texels, 128 invocations", equal(cpu));

  // z = x + y, then x = z + y: the second reads what the first writes, and writes what it reads.
  const auto before = device.stream().barriers();
  chapter::Shader add(device, "02_vulkan/solutions/strided", kGroup);
  add(kTexels, {in(dx), in(dy), out(dz)});
  add(kTexels, {in(dz), in(dy), out(dx)});
  device.stream().finish();
  const auto ordered = device.stream().barriers();
  // w = x + y, then v = x + y: the second reads and writes nothing that the first writes.
  const auto dw = device.allocate({.bytes = dx->bytes()}), dv = device.allocate({.bytes = dx->bytes()});
  add(kTexels, {in(dx), in(dy), out(dw)});
  const auto first = device.stream().barriers();
  add(kTexels, {in(dx), in(dy), out(dv)});
  const auto last = device.stream().barriers();
  good &= chapter::agrees(2,
                          fmt::format("barrier between dependent: {}, independent: {}",
                                      ordered > before ? "yes" : "no", last > first ? "yes" : "no"),
                          ordered > before && last == first);

  // Multiples of 2^-11 stay exact in single precision.
  struct {
    std::uint32_t times;
  } const work{6};
  const auto fresh = chapter::buffer_of(device, x);
  chapter::Shader(device, "02_vulkan/solutions/work", kGroup)(kTexels, {in(fresh), in(dy), out(dz)}, work);
  for (std::size_t i = 0; i < x.size(); ++i) {
    cpu[i] = x[i];
    for (int n = 0; n < 6; ++n) cpu[i] = 0.5f * cpu[i] + y[i];
  }
  good &= chapter::agrees(3, "six times z = z / 2 + y", equal(cpu));
  return good;
}

}  // namespace

int main(int argc, char** argv) {
  return chapter::run_solutions("02_vulkan", walkthrough_02_vulkan_solutions_shaders(), argc, argv, solve);
}
