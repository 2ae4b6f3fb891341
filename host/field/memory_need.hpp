// Device memory that an algorithm needs.
#pragma once

#include <cstdint>
#include <functional>

#include "gpu/device.hpp"
#include "lattice/configuration.hpp"

namespace glueball {

/// Returns the part of a device's memory that a program may use: a tenth is left to the system.
constexpr std::uint64_t usable(std::uint64_t memory_bytes) { return memory_bytes / 10 * 9; }

/// Bytes as a linear function of the lattice's volume.
struct MemoryNeed {
  double bytes_per_site = 0;
  double bytes_beside = 0;  ///< the same on every lattice
  /// Bytes a site of the largest buffer that a kernel binds; links are split if that helps.
  double range_per_site = 0;

  std::uint64_t bytes(std::size_t volume) const {
    return std::uint64_t(bytes_per_site * double(volume) + bytes_beside);
  }
  std::uint64_t range(std::size_t volume) const { return std::uint64_t(range_per_site * double(volume)); }

  // A limit of 0 is unknown, and every lattice fits it.
  bool fits_memory(const gpu::Limits& limits, std::size_t volume) const;
  bool fits_range(const gpu::Limits& limits, std::size_t volume) const;
  bool fits(const gpu::Limits& limits, std::size_t volume) const {
    return fits_memory(limits, volume) && fits_range(limits, volume);
  }
};

/// Returns the most that `work` allocates. It is found by running `work` with two small lattices on a device
/// that computes nothing (gpu::NullDevice), so that no formula has to follow the algorithms. `work` gets a
/// device with the limits of `device` and a start configuration. It must make all its fields before it first
/// waits for a solver, where it is stopped. Throws what `work` throws, and Error(device) for a precision that
/// the device lacks.
MemoryNeed memory_need(const gpu::DeviceInfo& device,
                       const std::function<void(gpu::Device&, const Configuration&)>& work);

}  // namespace glueball
