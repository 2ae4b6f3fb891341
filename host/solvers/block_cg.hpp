// Conjugate gradients for several right-hand sides that share the links, on a device.
#pragma once

#include <span>

#include "solvers/conjugate_gradient.hpp"
#include "solvers/wilson_operator.hpp"

namespace glueball {

/// Mhat of Wilson and twisted-mass quarks on several spinors at once.
class MultiWilsonOperator {
 public:
  /// Throws Error(usage) for an odd or too large number of right-hand sides.
  MultiWilsonOperator(const DeviceLattice& lattice, const GaugeField& u, double kappa, double mu, std::uint32_t count);

  const DeviceLattice& lattice() const { return lattice_; }
  std::uint32_t count() const { return odd_.count(); }
  void even_odd(const MultiSpinorField& in, MultiSpinorField& out, bool dagger = false);

 private:
  const DeviceLattice& lattice_;
  const GaugeField& u_;
  double kappa_, mu_;
  HopBoundary boundary_;
  MultiSpinorField odd_;
};

/// Solves Mhat^+ Mhat x_n = b_n from x = 0 for all n: an iteration applies the matrix to all directions at once, each
/// right-hand side has its own scalars, on the device, and stops by itself. In the lattice's precision.
class BlockCg {
 public:
  explicit BlockCg(MultiWilsonOperator& op);

  std::vector<DeviceCgResult> solve(const MultiSpinorField& b, MultiSpinorField& x, double tolerance, int max_iterations);

 private:
  void iterate(MultiSpinorField& x);

  MultiWilsonOperator& op_;
  const DeviceLattice& lattice_;
  MultiSpinorField r_, p_, mp_, ap_;
  Partials partials_;
  std::vector<CgScalars> scalars_;
};

}  // namespace glueball
