// Conjugate gradients for several right-hand sides that share the links, on a device.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "fermion/wilson_operator.hpp"
#include "solvers/conjugate_gradient.hpp"

namespace glueball {

/// Mhat of Wilson and twisted-mass quarks on several spinors at once.
class MultiWilsonOperator {
 public:
  /// Throws Error(bad_value) for an odd or too large number of right-hand sides.
  MultiWilsonOperator(const DeviceLattice& lattice, const GaugeField& u, double kappa, double mu,
                      std::uint32_t count, const Boundary& boundary = kAntiperiodicInTime);

  const DeviceLattice& lattice() const { return lattice_; }
  std::uint32_t count() const { return odd_.count(); }
  double kappa() const { return kappa_; }
  double mu() const { return mu_; }
  /// With a solver's scalars nothing is done once it has stopped.
  void even_odd(const MultiSpinorField& in, MultiSpinorField& out, bool dagger = false,
                gpu::Memory* running = nullptr);
  /// out = Mhat in, or out -= alpha Mhat^+ in, and the first pass of |out|^2: half an iteration of a
  /// conjugate gradient, in which all is left out once it has stopped.
  void even_odd_sum(const MultiSpinorField& in, MultiSpinorField& out, bool residual, Partials& partials,
                    const CgScalars& scalars);

 private:
  const DeviceLattice& lattice_;
  const GaugeField& u_;
  double kappa_, mu_;
  HopBoundary boundary_;
  MultiSpinorField odd_;
};

/// Solves Mhat^+ Mhat x_n = b_n from x = 0 for all n: an iteration applies the matrix to all directions at
/// once, each right-hand side has its own scalars, on the device, and stops by itself. In the lattice's
/// precision.
class BlockCg {
 public:
  explicit BlockCg(MultiWilsonOperator& op);

  const DeviceLattice& lattice() const { return lattice_; }
  std::uint32_t count() const { return op_.count(); }

  std::vector<DeviceCgResult> solve(const MultiSpinorField& b, MultiSpinorField& x, double tolerance,
                                    int max_iterations);

  // In legs: `begin` takes the residuals that are left, the field that the leg will add to, a goal for each,
  // `go_on` all but the first time. A residual that is nothing ends as broken.
  void begin(const MultiSpinorField& r, MultiSpinorField& x, std::span<const InnerGoal> goals, bool go_on);
  std::vector<DeviceCgResult> leg(MultiSpinorField& x);
  double normal_flops() const;  ///< of one right-hand side

 private:
  void iterate(MultiSpinorField& x);

  MultiWilsonOperator& op_;
  const DeviceLattice& lattice_;
  MultiSpinorField r_, p_, mp_;
  Partials partials_;
  std::optional<Partials> hop_partials_;  ///< where updates and norms ride on the hops
  std::optional<MultiSpinorField> ap_;    ///< where they do not
  CgScalars scalars_;
  std::vector<double> beta_;  ///< of the iterations that ended the last leg
};

}  // namespace glueball
