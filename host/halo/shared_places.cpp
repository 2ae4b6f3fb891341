#include "halo/shared_places.hpp"

#include <algorithm>
#include <vector>

namespace glueball {

void SharedPlaces::import(const DeviceLattice& lattice, bool write) {
  const std::size_t alignment = lattice.device().info().host_alignment;
  if (alignment == 0 || SharedMemory::kAlignment % alignment != 0) return;
  constexpr std::size_t kTried = 4096;
  std::vector<std::byte> pattern(kTried), found(kTried);
  gpu::Stream& stream = lattice.stream();
  for (std::size_t turn = 0; turn < 2; ++turn) {
    on_device_[turn] = lattice.device().import_host(place(turn));
    if (!on_device_[turn]) break;
    const auto there = place(turn).first(kTried);
    const std::vector<std::byte> before(there.begin(), there.end());
    bool well = true;
    if (write) {
      for (std::size_t n = 0; n < kTried; ++n) pattern[n] = std::byte(n * 37 + turn * 101 + 13);
      stream.upload(*on_device_[turn], pattern);
      stream.finish();
      well = std::equal(pattern.begin(), pattern.end(), there.begin());
      std::copy(before.begin(), before.end(), there.begin());
    }
    stream.download(*on_device_[turn], found);
    if (!well || found != before) on_device_[turn].reset();
    if (!on_device_[turn]) break;
  }
  if (!on_device_[1]) on_device_[0].reset();
}

}  // namespace glueball
