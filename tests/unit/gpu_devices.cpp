// These tests open and close devices of both APIs in one process, in any order.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "app/progress.hpp"
#include "gpu/device.hpp"

namespace glueball::test::unit_gpu_devices {
namespace {

/// The first device of each API that is here.
std::vector<std::string> first_devices() {
  std::vector<std::string> ids;
  for (const auto& info : gpu::devices())
    if (info.index == 0) ids.push_back(info.id());
  return ids;
}

TEST_SUITE("unit") {
  TEST_CASE("a device opens after another one was closed, whichever the APIs") {
    const auto ids = first_devices();
    REQUIRE(!ids.empty());
    for (const auto& before : ids)
      for (const auto& after : ids) {
        CAPTURE(before);
        CAPTURE(after);
        gpu::open_device(before).reset();
        const auto device = gpu::open_device(after);
        CHECK(device->info().id() == after);
        CHECK_NOTHROW(device->stream().finish());
      }
  }

  TEST_CASE("a validated device closes after others were looked for and opened beside it") {
    for (const auto& id : first_devices()) {
      const auto device = gpu::open_device(id, {.validate = true, .log = app::warn});
      for (const auto& other : first_devices()) CHECK_NOTHROW(gpu::open_device(other)->stream().finish());
      CHECK_NOTHROW(device->stream().finish());
      CHECK(device->messages() == 0);
    }
  }
}

}  // namespace

}  // namespace glueball::test::unit_gpu_devices
