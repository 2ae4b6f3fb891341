// Device-wide barriers: launches whose workgroups wait for each other (shaders/lib/device_barrier.glsl). This
// class finds how many workgroups a device runs at once, and checks that all are resident.
#pragma once

#include <deque>
#include <functional>
#include <optional>

#include "kernels/solver.hpp"

namespace glueball {

class DeviceBarrier {
 public:
  /// True if solvers in this precision are faster with them: on GPUs for small lattices.
  static bool suits(const gpu::Device& device, const Geometry& geometry, gpu::Precision precision);
  /// The same for all precisions; nothing if they differ.
  static std::optional<bool> suits(const gpu::Device& device, const Geometry& geometry);
  /// True if solvers on this lattice should use them (LaunchPlan::persistent_cg).
  static bool wanted(const DeviceLattice& lattice);

  /// Prepares launches of this kernel, whose workgroups together do the work of those of a hop.
  DeviceBarrier(const DeviceLattice& lattice, gpu::Pipeline& pipeline);

  /// Returns two words of the barrier, followed by partial results of two sums of a hop.
  Partials& words() { return words_; }
  /// Finds by trial how many workgroups are resident at once, the first time for the kernel. The result is
  /// the largest number that divides a hop's workgroups evenly and passes the barrier. `launch(groups)` must
  /// queue a launch that does nothing but the barrier. No API guarantees residency; a launch that waits in
  /// vain ends by a timeout.
  void find(const std::function<void(std::uint32_t)>& launch);
  /// Returns the iterations in one launch: as many as most solves need, but few enough that a display does
  /// not wait.
  std::uint32_t iterations() const;
  /// Returns the number of workgroups; 0: they are not resident together.
  std::uint32_t groups() const { return pipeline_.resident_groups.value_or(0); }

  // A launch needs `open` before it, `ask` after it, and `look` once it is done, in the same order. `look`
  // sets `groups` to 0 if not all workgroups were resident; nothing was computed then. Throws Error(device)
  // if all were resident at first, and a later barrier failed.
  void open();
  void ask();
  void look();

 private:
  std::uint32_t verdict(int handle) const;

  const DeviceLattice& lattice_;
  gpu::Pipeline& pipeline_;
  Partials words_;
  std::deque<int> asked_;  ///< readbacks
};

}  // namespace glueball
