#include "app/capacity.hpp"

#include <fmt/format.h>

#include "base/error.hpp"

namespace glueball::app {

void require_hmc_fits(const gpu::DeviceInfo& device, const Geometry& geometry) {
  require_fits(device, geometry, kHmcBytesPerSite);
}

void require_fits(const gpu::DeviceInfo& device, const Geometry& geometry, std::uint64_t bytes_per_site) {
  const std::uint64_t memory = device.limits.memory_bytes, range = device.limits.storage_range_bytes;
  const std::uint64_t needed = geometry.volume() * bytes_per_site;
  const std::uint64_t field = geometry.volume() * kHmcRangePerSite;
  const bool memory_short = memory != 0 && needed > usable(memory);
  const bool range_short = field > range;
  if (!memory_short && !range_short) return;

  constexpr double kMiB = 1 << 20;
  const std::string why = memory_short
                              ? fmt::format("needs {:.0f} MiB of device memory, {} has {:.0f} MiB",
                                            double(needed) / kMiB, device.id(), double(usable(memory)) / kMiB)
                              : fmt::format("needs storage ranges of {:.0f} MiB, {} binds {:.0f} MiB",
                                            double(field) / kMiB, device.id(), double(range) / kMiB);
  const int best = largest_extent(device.limits, bytes_per_site);
  throw Error(
      Status::device, fmt::format("lattice {} {}", geometry.to_string(), why),
      best > 0 ? fmt::format("the largest that fits is {0}x{0}x{0}x{0}", best) : "try another --device");
}

}  // namespace glueball::app
