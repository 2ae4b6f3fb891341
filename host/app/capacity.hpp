// How large a lattice a device can hold.
#pragma once

#include <cstdint>

#include "gpu/info.hpp"
#include "lattice/geometry.hpp"

namespace glueball::app {

/// Bytes that HMC with two flavours of Wilson fermions keeps on the device, per lattice site, single
/// precision: two gauge fields of 4 links x 3 RGBA texels (two rows of U), momenta and force of 4 x 2 texels,
/// and twelve half-lattice spinor fields of 6 texels a site of their parity.
inline constexpr std::uint64_t kTexelBytes = 16;
inline constexpr std::uint64_t kHmcBytesPerSite = kTexelBytes * (2 * 4 * 3 + 4 * 2 + 4 * 2 + 12 * 6 / 2);

/// The largest field that a kernel binds as one range, per lattice site: a whole gauge field.
inline constexpr std::uint64_t kHmcRangePerSite = kTexelBytes * 4 * 3;

/// Device memory the HMC needs on a lattice of `volume` sites.
constexpr std::uint64_t hmc_bytes(std::uint64_t volume) { return volume * kHmcBytesPerSite; }

/// What a program may use of a device's memory: a tenth is left to the system.
constexpr std::uint64_t usable(std::uint64_t memory_bytes) { return memory_bytes / 10 * 9; }

/// The largest L, a multiple of 4, such that HMC on L^4 fits the device; 0 when not even 4^4 does. Where the
/// API does not tell the memory only the storage range counts.
constexpr int largest_hmc_extent(const gpu::Limits& limits) {
  int best = 0;
  for (int extent = 4; extent <= 512; extent += 4) {
    const std::uint64_t volume = std::uint64_t(extent) * extent * extent * extent;
    if (limits.memory_bytes != 0 && hmc_bytes(volume) > usable(limits.memory_bytes)) break;
    if (volume * kHmcRangePerSite > limits.storage_range_bytes) break;
    best = extent;
  }
  return best;
}

/// Throws Error(device) that says how much is needed and which lattice fits, unless HMC on `geometry` fits
/// the device.
void require_hmc_fits(const gpu::DeviceInfo& device, const Geometry& geometry);

}  // namespace glueball::app
