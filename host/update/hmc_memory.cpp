#include "update/hmc_memory.hpp"

#include "update/hmc.hpp"

namespace glueball {

MemoryNeed hmc_memory(const gpu::DeviceInfo& device, const LatticeOptions& options,
                      const HmcParameters& parameters, Energies energies) {
  HmcParameters p = parameters;
  p.energies = energies;
  return memory_need(device, [&](gpu::Device& null_device, const Configuration& start) {
    Hmc hmc(null_device, options, p, start);
    hmc.dynamics().refresh(p.seed, 0);
  });
}

bool energies_on_device(const HmcParameters& p, const gpu::DeviceInfo& device, const LatticeOptions& options,
                        const Geometry& geometry) {
  if (p.inject_fault) return false;
  if (geometry.is_part()) return true;  // ranks must not decide each for itself
  if (p.energies != Energies::automatic) return p.energies == Energies::device;
  if (!device.limits.float64 || options.storage == gpu::Storage::image) return false;
  return hmc_memory(device, options, p, Energies::device).fits(device.limits, geometry.volume());
}

}  // namespace glueball
