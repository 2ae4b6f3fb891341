// The largest lattice that a device can hold.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "field/memory_need.hpp"
#include "gpu/info.hpp"
#include "lattice/geometry.hpp"

namespace glueball::app {

/// Returns the largest L, a multiple of 4, such that L^4 fits the device; 0 if not even 4^4 does. Limits that
/// the API does not report are not checked.
int largest_extent(const gpu::Limits& limits, const MemoryNeed& need);
/// Returns 0 if there is no need.
inline int largest_extent(const gpu::Limits& limits, const std::optional<MemoryNeed>& need) {
  return need ? largest_extent(limits, *need) : 0;
}

/// The memory that a command needs in each precision of its fields, by int(gpu::Precision); empty for a
/// precision that the command does not have.
using NeedsByPrecision = std::array<std::optional<MemoryNeed>, 3>;

/// Returns the needs of `glueball solve`: Wilson quarks with default options and inner precisions, one column
/// at a time.
NeedsByPrecision needs_of_solve(const gpu::DeviceInfo& device);
/// Returns the needs of `glueball hmc`: two flavours of Wilson quarks with default options, without half
/// precision. Energies are on the host, where they are computed if the device has too little memory.
NeedsByPrecision needs_of_hmc(const gpu::DeviceInfo& device);

/// Throws Error(device) unless the lattice fits each of the needs, one after the other. The message says how
/// much is needed, how much there is, and what fits.
void require_fits(const gpu::DeviceInfo& device, const Geometry& geometry,
                  const std::vector<MemoryNeed>& needs);

}  // namespace glueball::app
