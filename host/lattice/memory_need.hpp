// What an algorithm takes of a device.
#pragma once

#include <cstdint>
#include <functional>

#include "gpu/device.hpp"
#include "lattice/configuration.hpp"

namespace glueball {

/// What a program may use of a device's memory: a tenth is left to the system.
constexpr std::uint64_t usable(std::uint64_t memory_bytes) { return memory_bytes / 10 * 9; }

/// Fields grow with the lattice, sums hardly.
struct MemoryNeed {
  double bytes_per_site = 0;
  double bytes_beside = 0;  ///< whatever the lattice
  double range_per_site =
      0;  ///< of the largest buffer that a kernel binds, links being split where that helps

  std::uint64_t bytes(std::size_t volume) const {
    return std::uint64_t(bytes_per_site * double(volume) + bytes_beside);
  }
  std::uint64_t range(std::size_t volume) const { return std::uint64_t(range_per_site * double(volume)); }

  // A limit of 0 is one that is not known, and holds nothing up.
  bool fits_memory(const gpu::Limits& limits, std::size_t volume) const;
  bool fits_range(const gpu::Limits& limits, std::size_t volume) const;
  bool fits(const gpu::Limits& limits, std::size_t volume) const {
    return fits_memory(limits, volume) && fits_range(limits, volume);
  }
};

/// What `work` allocates at most, found by having it done on paper (gpu::PaperDevice) on two small lattices:
/// nothing has to be kept in step with the algorithms. `work` gets a device like `device` and a configuration
/// to begin with. It makes what the algorithm has in its course; where it comes to wait for a solver it is
/// cut short. Throws what `work` throws, Error(device) where the device lacks a precision for one.
MemoryNeed memory_need(const gpu::DeviceInfo& device,
                       const std::function<void(gpu::Device&, const Configuration&)>& work);

}  // namespace glueball
