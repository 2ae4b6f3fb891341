#include "update/hmc_memory.hpp"

#include <algorithm>

namespace glueball {

std::uint64_t hmc_bytes_per_site(const HmcParameters& p, bool energies_on_device) {
  const std::uint64_t quarks =
      std::uint64_t(std::count_if(p.monomials.begin(), p.monomials.end(), [](const Monomial& m) { return m.kind != "gauge"; }));
  const bool twice = std::any_of(p.levels.begin(), p.levels.end(),
                                 [](const Level& level) { return level.integrator == Integrator::force_gradient; });
  const std::uint64_t planes =
      (kLinkPlanes + MomentumHalf::kPlanes) * (twice ? 2 : 1) + quarks * 12 * SpinorField::kPlanes / 2;
  const std::uint64_t exact = 2 * kLinkPlanes + MomentumHalf::kPlanes / 2 + quarks * 7 * SpinorField::kPlanes / 2;
  return kTexelBytes * (planes * (p.precision == gpu::Precision::double_ ? 2 : 1) + (energies_on_device ? 2 * exact : 0));
}

bool energies_on_device(const HmcParameters& p, const gpu::DeviceInfo& device, gpu::Storage storage,
                        const Geometry& geometry) {
  if (p.inject_fault) return false;
  if (p.energies != Energies::automatic) return p.energies == Energies::device;
  if (!device.limits.float64 || storage == gpu::Storage::image) return false;
  const std::uint64_t memory = device.limits.memory_bytes, links = kTexelBytes * kLinkPlanes * geometry.volume();
  if (links > device.limits.storage_range_bytes) return false;  // of one parity, in double
  return memory == 0 || geometry.volume() * hmc_bytes_per_site(p, true) <= usable(memory);
}

}  // namespace glueball
