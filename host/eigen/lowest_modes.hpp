// The eigenvectors that a solver is to be deflated by, found on a configuration.
#pragma once

#include <functional>

#include "eigen/quark_eigenvalues.hpp"
#include "lattice/low_modes.hpp"

namespace glueball {

/// So many of the lowest eigenvectors of A of the even-odd form, in double precision where the device has it:
/// as exact as deflation has use for, |A v - lambda v| being 1e-5 of lambda. They are kept on the host.
/// Of a lattice that is split `u` is this rank's part, of `domain`. `progress` is LanczosOptions::progress.
/// Throws as quark_eigenvalues does, Error(bad_value) for more than there are, and for several ranks without
/// doubles.
LowModes lowest_modes(gpu::Device& device, const Configuration& u, const QuarkParameters& quark, int count,
                      const Domain* domain = nullptr, const std::function<void(int, double)>& progress = {});

/// What that takes of a device, which is free again before there is a solver.
MemoryNeed lowest_modes_memory(const gpu::DeviceInfo& device, const QuarkParameters& quark, int count);

}  // namespace glueball
