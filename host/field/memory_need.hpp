// What an algorithm takes of a device.
#pragma once

#include <cstdint>
#include <functional>

#include "gpu/device.hpp"
#include "lattice/configuration.hpp"

namespace glueball {

/// What a program may use of a device's memory: a tenth is left to the system.
constexpr std::uint64_t usable(std::uint64_t memory_bytes) { return memory_bytes / 10 * 9; }

/// Bytes as a linear function of the lattice's volume.
struct MemoryNeed {
  double bytes_per_site = 0;
  double bytes_beside = 0;  ///< the same on every lattice
  double range_per_site =
      0;  ///< of the largest buffer that a kernel binds, links being split where that helps

  std::uint64_t bytes(std::size_t volume) const {
    return std::uint64_t(bytes_per_site * double(volume) + bytes_beside);
  }
  std::uint64_t range(std::size_t volume) const { return std::uint64_t(range_per_site * double(volume)); }

  // A limit of 0 is not known: everything fits it.
  bool fits_memory(const gpu::Limits& limits, std::size_t volume) const;
  bool fits_range(const gpu::Limits& limits, std::size_t volume) const;
  bool fits(const gpu::Limits& limits, std::size_t volume) const {
    return fits_memory(limits, volume) && fits_range(limits, volume);
  }
};

/// The most that `work` allocates, found by running it on a gpu::PaperDevice with two small lattices: there
/// is no formula that would have to follow the algorithms. `work` gets a device with the limits of `device`
/// and a configuration to begin with, and makes all that the algorithm ever has before it waits for a
/// solver, where it is cut short. Throws what `work` throws, and Error(device) for a precision the device
/// lacks.
MemoryNeed memory_need(const gpu::DeviceInfo& device,
                       const std::function<void(gpu::Device&, const Configuration&)>& work);

}  // namespace glueball
