// Which solvers share launches among iterations, and in which module, on GPUs that are not here.
#include "solvers/device_barrier.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <tuple>

#include "fermion/wilson_operator.hpp"
#include "gpu/null_device.hpp"

namespace glueball::test::unit_device_barrier {
namespace {

gpu::DeviceInfo card() {
  gpu::DeviceInfo d;
  d.type = gpu::DeviceType::discrete;
  d.limits.groups = {65535, 65535, 65535};
  d.limits.group_invocations = 1024;
  d.limits.shared_bytes = 48 << 10;
  d.limits.storage_blocks = 16;
  d.limits.storage_range_bytes = d.limits.texel_elements = std::uint64_t(1) << 32;
  d.limits.float64 = true;
  return d;
}

Geometry hypercube(int l) { return Geometry({l, l, l, l}); }

/// The module that iterations would run.
std::string module_on(const gpu::DeviceInfo& info, gpu::Precision precision) {
  gpu::NullDevice device(info);
  LatticeOptions options;
  options.precision = precision;
  options.storage = gpu::Storage::buffer;
  options.accumulator = device.preferred_accumulator();
  options.shared_sums = options.fused = true;
  const DeviceLattice lattice(device, hypercube(8), options);
  const GaugeField u(lattice);
  const WilsonOperator op(lattice, u, 0.1);
  if (op.iterations_pipeline() == nullptr) return "none";
  return std::string(device.asked().back().name);
}

TEST_SUITE("unit") {
  TEST_CASE("iterations share a launch on GPUs, up to a size that goes by precision") {
    using enum gpu::Precision;
    gpu::DeviceInfo past_caches = card(), through_caches = card();
    through_caches.limits.memory_model = true;
    const gpu::NullDevice gpu(past_caches), vulkan(through_caches);
    for (const auto& [device, its_precision, largest] :
         {std::tuple(&gpu, half, 24), std::tuple(&gpu, double_, 12), std::tuple(&gpu, single, 32),
          std::tuple(&vulkan, half, 24), std::tuple(&vulkan, double_, 24), std::tuple(&vulkan, single, 32)}) {
      const auto& precision = its_precision;
      CAPTURE(gpu::to_string(precision));
      CHECK(DeviceBarrier::suits(*device, hypercube(largest), precision));
      CHECK(!DeviceBarrier::suits(*device, hypercube(largest + 2), precision));
    }
    CHECK(DeviceBarrier::suits(gpu, hypercube(12)) == std::optional(true));
    CHECK(DeviceBarrier::suits(gpu, hypercube(14)) == std::nullopt);
    CHECK(DeviceBarrier::suits(vulkan, hypercube(24)) == std::optional(true));
    CHECK(DeviceBarrier::suits(vulkan, hypercube(26)) == std::nullopt);
    CHECK(DeviceBarrier::suits(gpu, hypercube(32)) == std::nullopt);
    CHECK(DeviceBarrier::suits(gpu, hypercube(34)) == std::optional(false));

    gpu::DeviceInfo software = card();
    software.type = gpu::DeviceType::software;
    const gpu::NullDevice cpu(software);
    CHECK(DeviceBarrier::suits(cpu, hypercube(4)) == std::optional(false));
  }

  TEST_CASE("a device with Vulkan's memory model runs the module in it, others GLSL's") {
    using enum gpu::Precision;
    gpu::DeviceInfo info = card();
    CHECK(module_on(info, single) == "solver/wilson_cg.f64");
    info.limits.memory_model = true;
    CHECK(module_on(info, single) == "solver/wilson_cg.f64.model");
    CHECK(module_on(info, double_) == "solver/wilson_cg.double.f64.model");
    info.limits.float64 = false;
    CHECK(module_on(info, half) == "solver/wilson_cg.half.ff.model");
    info.limits.storage_blocks = 8;
    CHECK(module_on(info, single) == "none");
  }
}

}  // namespace

}  // namespace glueball::test::unit_device_barrier
