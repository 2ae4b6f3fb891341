#include "app/capacity.hpp"

#include <doctest/doctest.h>

#include "update/hmc.hpp"

using namespace glueball;

TEST_SUITE("kernel") {
  TEST_CASE("HMC allocates on the device what the capacity formula says") {
    for (const auto& info : gpu::devices()) {
      CAPTURE(info.id());
      const auto device = gpu::open_device(info.id(), {.validate = true});
      const Geometry geometry({8, 8, 8, 12});
      for (auto storage : {gpu::Storage::buffer, gpu::Storage::texel}) {
        const std::size_t before = device->allocated();
        const Hmc hmc(*device, storage, HmcParameters{}, Configuration(geometry));
        const double ratio = double(device->allocated() - before) / double(app::hmc_bytes(geometry.volume()));
        // Partial sums and alignment come on top; the tenth that the formula leaves free covers them.
        CHECK(ratio > 0.95);
        CHECK(ratio < 1.1);
      }
    }
  }
}
