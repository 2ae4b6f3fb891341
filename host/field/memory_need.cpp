#include "field/memory_need.hpp"

#include <omp.h>

#include <limits>

#include "base/error.hpp"
#include "gpu/null_device.hpp"

namespace glueball {
namespace {

/// Limits the host to one thread while it lives. The lattices are so small that waking threads, and waiting
/// for them on a busy machine, would take ten times as long as the work.
class OneThread {
 public:
  OneThread() : before_(omp_get_max_threads()) { omp_set_num_threads(1); }
  ~OneThread() { omp_set_num_threads(before_); }
  OneThread(const OneThread&) = delete;
  OneThread& operator=(const OneThread&) = delete;

 private:
  int before_;
};

struct Taken {
  double bytes, range;
};

Taken taken(const gpu::DeviceInfo& info, const std::function<void(gpu::Device&, const Configuration&)>& work,
            const Geometry& geometry) {
  gpu::NullDevice null_device(info);
  try {
    work(null_device, Configuration(geometry));
  } catch (const gpu::NoAnswer&) {
    // The solver has allocated all of its memory by now.
  }
  return {double(null_device.peak()), double(null_device.largest())};
}

}  // namespace

bool MemoryNeed::fits_memory(const gpu::Limits& limits, std::size_t volume) const {
  return limits.memory_bytes == 0 || bytes(volume) <= usable(limits.memory_bytes);
}

bool MemoryNeed::fits_range(const gpu::Limits& limits, std::size_t volume) const {
  return limits.storage_range_bytes == 0 || range(volume) <= limits.storage_range_bytes;
}

MemoryNeed memory_need(const gpu::DeviceInfo& device,
                       const std::function<void(gpu::Device&, const Configuration&)>& work) {
  // From the smaller lattice on, sums have their full number of groups on a CPU driver. On a GPU their memory
  // is negligible beside the fields.
  const Geometry small({8, 8, 8, 8}), large({8, 8, 8, 16});
  const auto need = [&](const gpu::DeviceInfo& info) {
    const Taken a = taken(info, work, small), b = taken(info, work, large);
    MemoryNeed n;
    n.bytes_per_site = (b.bytes - a.bytes) / double(large.volume() - small.volume());
    n.bytes_beside = a.bytes - n.bytes_per_site * double(small.volume());
    n.range_per_site = b.range / double(large.volume());
    return n;
  };
  // Assume a lattice for which texel buffers and ranges are too short, unless the device binds too few
  // buffers for split links.
  const OneThread one;
  gpu::DeviceInfo info = device;
  info.limits.storage_range_bytes = info.limits.texel_elements = 0;
  try {
    return need(info);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::device) throw;
    info.limits.storage_range_bytes = info.limits.texel_elements = std::numeric_limits<std::uint64_t>::max();
    return need(info);
  }
}

}  // namespace glueball
