// Device memory for hybrid Monte Carlo.
#pragma once

#include "field/device_lattice.hpp"
#include "field/memory_need.hpp"
#include "gpu/info.hpp"
#include "update/hmc_parameters.hpp"

namespace glueball {

/// Returns the memory with energies on the host or on the device. Throws as Hmc does.
MemoryNeed hmc_memory(const gpu::DeviceInfo& device, const LatticeOptions& options,
                      const HmcParameters& parameters, Energies energies);

/// True if a run's energies are on the device. With Energies::automatic they are if it has double precision,
/// if fields are not in images, and if memory suffices. On a split lattice they always are.
bool energies_on_device(const HmcParameters& settled, const gpu::DeviceInfo& device,
                        const LatticeOptions& options, const Geometry& geometry);

}  // namespace glueball
