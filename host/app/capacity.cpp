#include "app/capacity.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "gpu/null_device.hpp"
#include "solvers/quark_memory.hpp"
#include "update/hmc.hpp"

namespace glueball::app {
namespace {

std::string bytes(std::uint64_t n) {
  if (n < std::uint64_t(10) << 20) return fmt::format("{:.0f} KiB", double(n) * 0x1p-10);
  return n < std::uint64_t(10) << 30 ? fmt::format("{:.0f} MiB", double(n) * 0x1p-20)
                                     : fmt::format("{:.1f} GiB", double(n) * 0x1p-30);
}

template <class Need>
NeedsByPrecision in_each(const gpu::DeviceInfo& device, std::initializer_list<gpu::Precision> precisions,
                         Need need) {
  NeedsByPrecision all;
  for (const gpu::Precision precision : precisions)
    if (precision != gpu::Precision::double_ || device.limits.float64)
      all[std::size_t(precision)] = need(precision);
  return all;
}

}  // namespace

int largest_extent(const gpu::Limits& limits, const MemoryNeed& need) {
  constexpr int kMost = 212;  // a Geometry has at most so many sites
  int best = 0;
  for (int extent = 4; extent <= kMost; extent += 4)
    if (need.fits(limits, std::size_t(extent) * extent * extent * extent)) best = extent;
  return best;
}

NeedsByPrecision needs_of_solve(const gpu::DeviceInfo& device) {
  return in_each(device, {gpu::Precision::half, gpu::Precision::single, gpu::Precision::double_},
                 [&](gpu::Precision precision) { return quark_memory(device, {}, {.inner = precision}); });
}

NeedsByPrecision needs_of_hmc(const gpu::DeviceInfo& device) {
  return in_each(device, {gpu::Precision::single, gpu::Precision::double_}, [&](gpu::Precision precision) {
    LatticeOptions options = preferred_options(gpu::NullDevice(device));
    options.precision = precision;
    return hmc_memory(device, options, {}, Energies::host);
  });
}

void require_fits(const gpu::DeviceInfo& device, const Geometry& geometry,
                  const std::vector<MemoryNeed>& needs) {
  const std::size_t volume = geometry.volume();
  const gpu::Limits& limits = device.limits;
  const auto extent = [&](const MemoryNeed& need) { return largest_extent(limits, need); };
  // Report the need that allows the smallest lattice: on that lattice all needs fit.
  const MemoryNeed* worst = nullptr;
  for (const MemoryNeed& need : needs)
    if (!need.fits(limits, volume) && (worst == nullptr || extent(need) < extent(*worst))) worst = &need;
  if (worst == nullptr) return;
  std::string why;
  if (!worst->fits_memory(limits, volume))
    why = fmt::format("needs {} of device memory, {} has {} of which {} are for it",
                      bytes(worst->bytes(volume)), device.id(), bytes(limits.memory_bytes),
                      bytes(usable(limits.memory_bytes)));
  else
    why = fmt::format("needs storage ranges of {}, {} binds {}", bytes(worst->range(volume)), device.id(),
                      bytes(limits.storage_range_bytes));
  const int best = extent(*worst);
  throw Error(
      ErrorKind::device, fmt::format("lattice {} {}", geometry.to_string(), why),
      best > 0 ? fmt::format("the largest that fits is {0}x{0}x{0}x{0}", best) : "try another --device");
}

}  // namespace glueball::app
