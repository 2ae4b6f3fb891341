// OpenGL buffers of memory that Vulkan allocated, where both drivers can.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "app/progress.hpp"
#include "cpu/gaussian_fields.hpp"
#include "gpu/exported_memory.hpp"
#include "kernels/linalg.hpp"
#include "support/devices.hpp"
#include "support/environment.hpp"
#include "support/fields.hpp"
#include "support/skip.hpp"
#include "support/tolerance.hpp"

namespace glueball::test::kernel_imported_memory {
namespace {

constexpr std::size_t kMebi = std::size_t(1) << 20;

/// Sets GLUEBALL_GL_IMPORT for the devices that are opened during its lifetime.
struct Wish : Variable {
  explicit Wish(const char* value) : Variable("GLUEBALL_GL_IMPORT", value) {}
};

/// Calls `test` with every device whose buffers can be imported, opened anew so that all of them are.
void for_each_importer(const std::function<void(gpu::Device&)>& test) {
  const Wish wish("1");
  bool any = false;
  for (const auto& info : gpu::devices()) {
    if (!info.imports || !gpu::memory_exporter(info.uuid, info.driver_uuid)) continue;
    any = true;
    CAPTURE(info.id());
    const auto device = gpu::open_device(info.id(), {.validate = true, .log = app::warn});
    test(*device);
    device->stream().finish();
    CHECK(device->messages() == 0);
  }
  if (!any) skip("no OpenGL device here can import memory that a Vulkan device exports");
}

std::vector<std::byte> pattern(std::size_t bytes) {
  std::vector<std::byte> all(bytes);
  std::uint64_t x = 0x9e3779b97f4a7c15u;
  for (auto& b : all) b = std::byte((x = x * 6364136223846793005u + 1442695040888963407u) >> 56);
  return all;
}

/// True if the uploaded bytes come back unchanged.
bool keeps(gpu::Device& device, gpu::Memory& memory) {
  const auto sent = pattern(memory.bytes());
  std::vector<std::byte> back(sent.size());
  device.stream().upload(memory, sent);
  device.stream().download(memory, back);
  return back == sent;
}

/// Counts entries of /proc/self/fd or lines of /proc/self/maps, which a leak would add to.
std::size_t descriptors() {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) ++count;
  return count;
}
std::size_t mappings() {
  std::ifstream maps("/proc/self/maps");
  std::size_t count = 0;
  for (std::string line; std::getline(maps, line);) ++count;
  return count;
}

TEST_SUITE("kernel") {
  TEST_CASE("imported memory: bytes come back, whatever the size, beside native memory") {
    for_each_importer([](gpu::Device& device) {
      std::vector<std::shared_ptr<gpu::Memory>> all;
      for (const std::size_t bytes : {std::size_t(16), std::size_t(4096), kMebi, kMebi + 16, 9 * kMebi + 4}) {
        CAPTURE(bytes);
        const auto memory = device.allocate({.bytes = bytes, .texels = gpu::TexelFormat::rgba32f});
        CHECK(memory->imported());
        CHECK(keeps(device, *memory));
        all.push_back(memory);
      }
      const auto image = device.allocate({.bytes = 4096, .width = 16, .height = 4, .layers = 4});
      CHECK_FALSE(image->imported());
      const auto sent = pattern(all.back()->bytes());
      std::vector<std::byte> back(sent.size());
      CHECK(keeps(device, *image));
      device.stream().download(*all.back(), back);
      CHECK(back == sent);
    });
    const Wish wish("0");
    for (const auto& info : gpu::devices()) {
      const auto device = gpu::open_device(info.id());
      const auto memory = device->allocate({.bytes = 2 * kMebi});
      CHECK_FALSE(memory->imported());
      CHECK(keeps(*device, *memory));
    }
  }

  TEST_CASE("imported memory: kernels read and write it, and it is let go while they work") {
    const Geometry geometry({8, 8, 8, 8});
    const auto x = cpu::gaussian_spinor(geometry, Parity::even, 77, 1);
    for_each_importer([&](gpu::Device& device) {
      for (const auto storage : {gpu::Storage::buffer, gpu::Storage::texel}) {
        LatticeOptions options = preferred_options(device);
        options.storage = storage;
        const DeviceLattice lattice(device, geometry, options);
        const SpinorField dx = on_device(lattice, x);
        SpinorField dz(lattice);
        REQUIRE(dx.memory().imported());
        kernels::Copy::run(lattice, {}, dx, dz);
        CHECK(relative_error(on_host(dz), x) < tolerance(lattice).field);
        for (int n = 0; n < 20; ++n) {
          SpinorField brief(lattice);
          for (int again = 0; again < 5; ++again) kernels::Copy::run(lattice, {}, dx, brief);
        }
        CHECK(relative_error(on_host(dx), x) < tolerance(lattice).field);
      }
    });
  }

  TEST_CASE("imported memory: all of it returns") {
    for_each_importer([](gpu::Device& device) {
      const auto& limits = device.info().limits;
      const std::size_t bytes =
          std::size_t(std::min(limits.storage_range_bytes, limits.memory_bytes / 4) / 2);
      std::size_t fd = 0, maps = 0;
      // Half as much again as there is.
      const auto rounds = std::max<std::size_t>(std::size_t(limits.memory_bytes / bytes * 3 / 2), 32);
      for (std::size_t n = 0; n < rounds; ++n) {
        CAPTURE(n);
        const auto memory = device.allocate({.bytes = bytes});
        REQUIRE(memory->imported());
        if (n == 3) fd = descriptors(), maps = mappings();
      }
      CHECK(device.allocated() == 0);
      CHECK(descriptors() <= fd + 2);
      CHECK(mappings() <= maps + 8);
      auto late = device.allocate({.bytes = kMebi});
      CHECK(keeps(device, *late));
    });
  }

  TEST_CASE("imported memory outlives its device") {
    const Wish wish("1");
    for (const auto& info : gpu::devices()) {
      std::shared_ptr<gpu::Memory> memory;
      if (info.api != gpu::Api::opengl) continue;
      memory = gpu::open_device(info.id())->allocate({.bytes = kMebi});
      CHECK_NOTHROW(memory.reset());
      CHECK_NOTHROW(gpu::open_device(info.id())->stream().finish());
    }
  }
}

}  // namespace

}  // namespace glueball::test::kernel_imported_memory
