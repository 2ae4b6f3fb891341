// Launches whose workgroups wait for each other (shaders/lib/meeting.glsl): how many of them a device runs at
// once, and whether all have come.
#pragma once

#include <deque>
#include <functional>
#include <optional>

#include "kernels/solver.hpp"

namespace glueball {

class Meeting {
 public:
  /// Whether solvers in this precision gain by it: GPUs on small lattices.
  static bool suits(const gpu::Device& device, const Geometry& geometry, gpu::Precision precision);
  /// The same of all precisions; nothing where they differ.
  static std::optional<bool> suits(const gpu::Device& device, const Geometry& geometry);
  /// Whether solvers on this lattice should ask (LaunchPlan::together).
  static bool wanted(const DeviceLattice& lattice);

  /// Of workgroups of this kernel, which together do what those of a hop do.
  Meeting(const DeviceLattice& lattice, gpu::Pipeline& pipeline);

  /// Two words, and behind them partial results of two sums of a hop.
  Partials& words() { return words_; }
  /// Finds out, the first time for the kernel, how many workgroups come together: the largest number, of
  /// those that share a hop's evenly, of which all do. `launch(groups)` is to queue a launch that does
  /// nothing else. Nothing promises it of any device, and a launch that waits in vain ends by itself.
  void find(const std::function<void(std::uint32_t)>& launch);
  /// Of a solver, for one launch: as many as most solves need, and not so many that a display waits for it.
  std::uint32_t iterations() const;
  /// 0: they do not come together.
  std::uint32_t groups() const { return pipeline_.together.value_or(0); }

  // A launch: `open` before it, `ask` behind it, and once it is done `look`, in the same order, which notices
  // where workgroups did not come together, and nothing was done: `groups` is 0 from then on. Throws
  // Error(device) where they did at first, and then did not get on.
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
