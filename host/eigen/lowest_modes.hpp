// Low eigenvectors of a configuration for deflation of a solver.
#pragma once

#include <functional>

#include "eigen/quark_eigenvalues.hpp"
#include "lattice/low_modes.hpp"

namespace glueball {

/// Finds `count` of the lowest eigenvectors of A of the even-odd form, in double precision if the device has
/// it. Deflation needs no more than |A v - lambda v| = 1e-5 lambda. The vectors are kept on the host. On a
/// split lattice `u` is this rank's part of `domain`. `progress` is LanczosOptions::progress. Throws as
/// quark_eigenvalues does; Error(bad_value) for a `count` above the dimension, and for several ranks without
/// double precision.
LowModes lowest_modes(gpu::Device& device, const Configuration& u, const QuarkParameters& quark, int count,
                      const Domain* domain = nullptr, const std::function<void(int, double)>& progress = {});

/// Returns the device memory of this, which is freed before a solver is made.
MemoryNeed lowest_modes_memory(const gpu::DeviceInfo& device, const QuarkParameters& quark, int count);

}  // namespace glueball
