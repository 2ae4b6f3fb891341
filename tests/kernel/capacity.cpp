#include "app/capacity.hpp"

#include <doctest/doctest.h>

#include "update/hmc.hpp"
#include "update/hmc_memory.hpp"

using namespace glueball;

TEST_SUITE("kernel") {
  TEST_CASE("HMC allocates on the device what the capacity formula says") {
    for (const auto& info : gpu::devices()) {
      CAPTURE(info.id());
      const auto device = gpu::open_device(info.id(), {.validate = true});
      const Geometry geometry({8, 8, 8, 12});
      for (auto storage : {gpu::Storage::buffer, gpu::Storage::texel}) {
        for (const Energies energies : {Energies::host, Energies::device}) {
          if (energies == Energies::device && !device->info().limits.float64) continue;
          CAPTURE(int(energies));
          HmcParameters parameters;
          parameters.energies = energies;
          const std::size_t before = device->allocated();
          Hmc hmc(*device, storage, parameters, Configuration(geometry));
          hmc.dynamics().refresh(1, 0);
          const std::uint64_t bytes =
              geometry.volume() * hmc_bytes_per_site(hmc.parameters(), energies == Energies::device);
          if (energies == Energies::host) CHECK(bytes == app::hmc_bytes(geometry.volume()));
          const double ratio = double(device->allocated() - before) / double(bytes);
          // Partial sums and alignment come on top; the tenth that the formula leaves free covers them.
          CHECK(ratio > 0.95);
          CHECK(ratio < 1.1);
        }
      }
    }
  }
}
