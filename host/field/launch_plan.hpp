// How kernels are launched on a lattice: what a tuner fills in, and a user may choose.
#pragma once

#include <cstdint>
#include <optional>

#include "gpu/device.hpp"

namespace glueball {

struct LaunchPlan {
  /// Of global sums.
  gpu::Accumulator accumulator = gpu::Accumulator::float64;
  /// Invocations that share the hop to a site, or the staples of a link: 1, 2 or 4 (lib/lanes.glsl).
  int lanes = 1;
  /// Whether a conjugate gradient's updates and norms ride on its matrix: saves passes over memory, costs
  /// sums a site.
  bool fused = false;
  /// Whether the invocations of a workgroup add in shared memory, many workgroups at once, as suits GPUs. Not
  /// given: where the device is one.
  std::optional<bool> shared_sums = {};
  /// Invocations of a workgroup, for every shape but sums and scalars, whose groups decide the order of
  /// additions: a multiple of 32, or 0 for what suits the device.
  std::uint32_t workgroup = 0;
  /// Blocks of z, a divisor of that extent: hops go over all times of one before the next
  /// (lib/tiling.glsl). 0: as many as let the time slices of a block stay in a GPU's second-level cache.
  std::uint32_t tiles = 0;

  /// Whether a conjugate gradient leaves iterations to one launch, whose workgroups wait for each other
  /// (shaders/lib/meeting.glsl), where those of the device do so. Not given: on GPUs, of small lattices.
  std::optional<bool> together = {};

  /// Sites of a block in which planes that are read together lie (shaders/lib/lattice.glsl): 8 or a divisor
  /// of it; 1: planes are whole. Not given: 8 on CPU drivers, 1 on GPUs. Of fields in images always 1.
  std::optional<std::uint32_t> site_block = {};

  bool operator==(const LaunchPlan&) const = default;
};

}  // namespace glueball
