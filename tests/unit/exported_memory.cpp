// Which buffers are imported, and the memory that is exported for them.
#include "gpu/exported_memory.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>

#include "base/error.hpp"
#include "gpu/device.hpp"
#include "gpu/import_choice.hpp"
#include "support/skip.hpp"

namespace glueball::test::unit_exported_memory {
namespace {

using gpu::ImportChoice;

gpu::DeviceInfo opengl_device(const char* driver) {
  gpu::DeviceInfo info;
  info.api = gpu::Api::opengl;
  info.driver = driver;
  info.imports = true;
  return info;
}

constexpr std::size_t kMebi = std::size_t(1) << 20;

TEST_SUITE("unit") {
  TEST_CASE("GLUEBALL_GL_IMPORT is 0, 1 or not there") {
    CHECK(gpu::import_choice(nullptr) == ImportChoice::where_it_pays);
    CHECK(gpu::import_choice("") == ImportChoice::where_it_pays);
    CHECK(gpu::import_choice("0") == ImportChoice::never);
    CHECK(gpu::import_choice("1") == ImportChoice::wherever_possible);
    for (const char* wrong : {"yes", "01", "2", " "}) CHECK_THROWS_AS(gpu::import_choice(wrong), Error);
  }

  TEST_CASE("large buffers of NVIDIA's OpenGL are imported, others are not") {
    auto nvidia = opengl_device("NVIDIA 580.95.05"), mesa = opengl_device("Mesa 22.3.6");
    CHECK(gpu::imports(nvidia, 8 * kMebi, ImportChoice::where_it_pays));
    CHECK(gpu::imports(nvidia, 4096 * kMebi, ImportChoice::where_it_pays));
    CHECK_FALSE(gpu::imports(nvidia, 8 * kMebi - 1, ImportChoice::where_it_pays));
    CHECK(gpu::imports(nvidia, 16, ImportChoice::wherever_possible));
    CHECK_FALSE(gpu::imports(nvidia, 4096 * kMebi, ImportChoice::never));
    CHECK_FALSE(gpu::imports(mesa, 4096 * kMebi, ImportChoice::where_it_pays));
    CHECK(gpu::imports(mesa, 16, ImportChoice::wherever_possible));
    nvidia.imports = mesa.imports = false;  // without the extensions
    CHECK_FALSE(gpu::imports(nvidia, 4096 * kMebi, ImportChoice::where_it_pays));
    CHECK_FALSE(gpu::imports(mesa, 4096 * kMebi, ImportChoice::wherever_possible));
  }

  TEST_CASE("nobody exports for a device that is not there") {
    CHECK(gpu::memory_exporter({}, {}) == nullptr);
    gpu::Uuid none;
    none.fill(0xee);
    CHECK(gpu::memory_exporter(none, none) == nullptr);
    for (const auto& info : gpu::devices()) CHECK(gpu::memory_exporter(info.uuid, none) == nullptr);
  }

  TEST_CASE("an exporter is made once, its memory is a descriptor that closes by itself") {
    bool any = false;
    for (const auto& info : gpu::devices()) {
      if (!info.imports) continue;
      CAPTURE(info.id());
      gpu::MemoryExporter* exporter = gpu::memory_exporter(info.uuid, info.driver_uuid);
      if (!exporter) continue;
      any = true;
      CHECK(gpu::memory_exporter(info.uuid, info.driver_uuid) == exporter);
      int descriptor = -1;
      {
        const auto memory = exporter->allocate(kMebi + 20);
        REQUIRE(memory);
        descriptor = memory->descriptor();
        CHECK(memory->bytes() >= kMebi + 20);
        CHECK(fcntl(descriptor, F_GETFD) != -1);
      }
      CHECK(fcntl(descriptor, F_GETFD) == -1);
      CHECK_FALSE(exporter->allocate(std::size_t(1) << 60));
      CHECK(exporter->allocate(kMebi));  // and goes on
    }
    if (!any) test::skip("no OpenGL device here can import memory that a Vulkan device exports");
  }
}

}  // namespace

}  // namespace glueball::test::unit_exported_memory
