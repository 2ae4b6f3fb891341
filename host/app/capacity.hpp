// How large a lattice a device can hold.
#pragma once

#include <cstdint>

#include "gpu/info.hpp"
#include "lattice/geometry.hpp"
#include "update/hmc_memory.hpp"

namespace glueball::app {

/// The largest range that a kernel binds, per lattice site: the links of one parity.
inline constexpr std::uint64_t kHmcRangePerSite = kTexelBytes * kLinkPlanes / 2;

/// Device memory the HMC needs on a lattice of `volume` sites.
constexpr std::uint64_t hmc_bytes(std::uint64_t volume) { return volume * kHmcBytesPerSite; }

/// The same of heatbath and overrelaxation: the links alone.
inline constexpr std::uint64_t kHeatbathBytesPerSite = kTexelBytes * kLinkPlanes;

/// The largest L, a multiple of 4, such that L^4 fits the device with so many bytes a site; 0 when not even 4^4 does. Where
/// the API does not tell the memory only the storage range counts.
constexpr int largest_extent(const gpu::Limits& limits, std::uint64_t bytes_per_site) {
  int best = 0;
  for (int extent = 4; extent <= 512; extent += 4) {
    const std::uint64_t volume = std::uint64_t(extent) * extent * extent * extent;
    if (limits.memory_bytes != 0 && volume * bytes_per_site > usable(limits.memory_bytes)) break;
    if (volume * kHmcRangePerSite > limits.storage_range_bytes) break;
    best = extent;
  }
  return best;
}

constexpr int largest_hmc_extent(const gpu::Limits& limits) { return largest_extent(limits, kHmcBytesPerSite); }

/// Throws Error(device) that says how much is needed and which lattice fits, unless a lattice with so many bytes a site, or
/// HMC on it, fits the device.
void require_fits(const gpu::DeviceInfo& device, const Geometry& geometry, std::uint64_t bytes_per_site);
void require_hmc_fits(const gpu::DeviceInfo& device, const Geometry& geometry);

}  // namespace glueball::app
