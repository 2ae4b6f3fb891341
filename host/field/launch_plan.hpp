// The launch plan of a lattice's kernels. The tuner fills it in, and a user may choose.
#pragma once

#include <cstdint>
#include <optional>

#include "gpu/device.hpp"

namespace glueball {

struct LaunchPlan {
  /// The number format of global sums.
  gpu::Accumulator accumulator = gpu::Accumulator::float64;
  /// Invocations that share the hop to a site, or the staples of a link: 1, 2 or 4
  /// (lib/threads_per_site.glsl).
  int threads_per_site = 1;
  /// True if a conjugate gradient's updates and norms are fused with its matrix. This saves passes over
  /// memory and costs one sum a site.
  bool fused = false;
  /// True if the invocations of a workgroup add in shared memory, with many workgroups at once, as suits
  /// GPUs. The default is true on GPUs.
  std::optional<bool> shared_sums = {};
  /// Invocations of a workgroup: a multiple of 32; 0 for the device's default. Shapes sums and scalar ignore
  /// it, because their groups decide the order of additions.
  std::uint32_t workgroup = 0;
  /// Blocks of z, a divisor of that extent: hops go over all times of one block before the next
  /// (lib/tiling.glsl). With 0 the time slices of a block fit into a GPU's second-level cache.
  std::uint32_t tiles = 0;

  /// True if a conjugate gradient runs many iterations in one launch, with device-wide barriers
  /// (shaders/lib/device_barrier.glsl), on devices that support them. The default is true on GPUs for small
  /// lattices.
  std::optional<bool> persistent_cg = {};

  /// Sites of a block of interleaved planes (shaders/lib/lattice.glsl): 8 or a divisor of it; 1: planes are
  /// whole. The default is 8 on CPU drivers and 1 on GPUs. Fields in images always have 1.
  std::optional<std::uint32_t> site_block = {};

  bool operator==(const LaunchPlan&) const = default;
};

}  // namespace glueball
