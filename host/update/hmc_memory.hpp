// What hybrid Monte Carlo takes of a device.
#pragma once

#include "field/memory_need.hpp"
#include "gpu/info.hpp"
#include "update/hmc_parameters.hpp"

namespace glueball {

/// With energies on the host or on the device. Throws as Hmc does.
MemoryNeed hmc_memory(const gpu::DeviceInfo& device, gpu::Storage storage, const HmcParameters& parameters,
                      Energies energies);

/// Where a run has its energies. With Energies::automatic they are on the device where it has doubles, fields
/// are not in images, and they fit there too; of part of a lattice they always are.
bool energies_on_device(const HmcParameters& settled, const gpu::DeviceInfo& device, gpu::Storage storage,
                        const Geometry& geometry);

}  // namespace glueball
