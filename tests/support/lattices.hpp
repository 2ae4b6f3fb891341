// Every way a device of this machine can hold a lattice.
#pragma once

#include <doctest/doctest.h>

#include "lattice/device_lattice.hpp"
#include "support/skip.hpp"

namespace glueball::test {

/// Runs check(lattice) on every device, both APIs, in every storage, accumulator and link size.
template <class Check>
void on_every_lattice(const Geometry& geometry, Check check) {
  const auto devices = gpu::devices();
  if (devices.empty()) {
    skip("no device");
    return;
  }
  for (const auto& info : devices) {
    const auto device = gpu::open_device(info.id());
    for (const auto storage : {gpu::Storage::buffer, gpu::Storage::texel, gpu::Storage::image})
      for (const auto accumulator : {gpu::Accumulator::float64, gpu::Accumulator::two_float})
        for (const int reconstruct : {12, 18}) {
          if (accumulator == gpu::Accumulator::float64 && !device->info().limits.float64) continue;
          LatticeOptions options;
          options.storage = storage;
          options.accumulator = accumulator;
          options.reconstruct = reconstruct;
          INFO(info.id(), " ", info.name, " ", gpu::to_string(storage), " ", gpu::to_string(accumulator), " ", reconstruct);
          const DeviceLattice lattice(*device, geometry, options);
          check(lattice);
        }
  }
}

/// Runs check(lattice) on every device as the program itself would use it.
template <class Check>
void on_every_device(const Geometry& geometry, Check check) {
  const auto devices = gpu::devices();
  if (devices.empty()) {
    skip("no device");
    return;
  }
  for (const auto& info : devices) {
    const auto device = gpu::open_device(info.id());
    INFO(info.id(), " ", info.name);
    const DeviceLattice lattice(*device, geometry, preferred_options(*device));
    check(lattice);
  }
}

}  // namespace glueball::test
