// What hybrid Monte Carlo takes of a device's memory.
#pragma once

#include <cstdint>

#include "gpu/info.hpp"
#include "lattice/field.hpp"
#include "update/hmc_parameters.hpp"

namespace glueball {

/// Bytes that HMC with two flavours of Wilson fermions keeps on the device, per lattice site, in single precision and with its
/// energies on the host: links (3 planes each direction, third rows are reconstructed), momenta, and twelve spinor fields of
/// one parity (the pseudofermion, X and Y of the force on both parities, four of CG, two of the restarts, one of the operator).
inline constexpr std::uint64_t kTexelBytes = 16;
inline constexpr std::uint64_t kLinkPlanes = 4 * 3;
inline constexpr std::uint64_t kHmcBytesPerSite =
    kTexelBytes * (kLinkPlanes + MomentumHalf::kPlanes + 12 * SpinorField::kPlanes / 2);

/// The same of a run's monomials and its precision: each but the gauge action has twelve spinor fields of its own, and a
/// force-gradient integrator keeps links and momenta twice. Energies on the device add in double links twice, momenta of one parity,
/// and of each such monomial seven spinor fields (the pseudofermion, two of its energy, three of reliable updates, one of the
/// operator).
std::uint64_t hmc_bytes_per_site(const HmcParameters& settled, bool energies_on_device);

/// What a program may use of a device's memory: a tenth is left to the system.
constexpr std::uint64_t usable(std::uint64_t memory_bytes) { return memory_bytes / 10 * 9; }

/// Where a run has its energies. With Energies::automatic they are on the device where it has doubles, fields are not in
/// images, and its memory, where it is told, holds them too.
bool energies_on_device(const HmcParameters& settled, const gpu::DeviceInfo& device, gpu::Storage storage,
                        const Geometry& geometry);

}  // namespace glueball
