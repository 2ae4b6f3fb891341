// How large a lattice a device can hold.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "field/memory_need.hpp"
#include "gpu/info.hpp"
#include "lattice/geometry.hpp"

namespace glueball::app {

/// The largest L, a multiple of 4, such that L^4 fits the device; 0 when not even 4^4 does. Limits that the
/// API does not tell are left out.
int largest_extent(const gpu::Limits& limits, const MemoryNeed& need);
/// 0 without a need, too.
inline int largest_extent(const gpu::Limits& limits, const std::optional<MemoryNeed>& need) {
  return need ? largest_extent(limits, *need) : 0;
}

/// What a command takes in each precision of its fields, by int(gpu::Precision); nothing for a precision
/// that it cannot have.
using NeedsByPrecision = std::array<std::optional<MemoryNeed>, 3>;

/// `glueball solve`: Wilson quarks, as the options are by default, inner precisions, a column at a time.
NeedsByPrecision needs_of_solve(const gpu::DeviceInfo& device);
/// `glueball hmc`: two flavours of Wilson quarks, as the options are by default; there is no half precision.
/// With energies on the host, which is where they are when the device has no room for them.
NeedsByPrecision needs_of_hmc(const gpu::DeviceInfo& device);

/// Throws Error(device) that says how much is needed, how much there is, and what fits, unless the lattice
/// does for each of the needs, one after the other.
void require_fits(const gpu::DeviceInfo& device, const Geometry& geometry,
                  const std::vector<MemoryNeed>& needs);

}  // namespace glueball::app
