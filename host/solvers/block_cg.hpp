// Conjugate gradients for several right-hand sides that share the links, on a device.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "fermion/multi_matrix.hpp"
#include "linalg/global_sums.hpp"
#include "solvers/conjugate_gradient.hpp"

namespace glueball {

/// Solves A x_n = b_n from x = 0 for all n, A the hermitian matrix of MultiMatrix::normal: an iteration
/// applies the matrix to all directions at once, each right-hand side has its own scalars, on the device, and
/// stops by itself. Ranks hand each other the sums of all right-hand sides together, twice an iteration. In
/// the lattice's precision. F is SpinorField or ColourField.
template <class F>
class BlockCg {
 public:
  using Multi = Several<F>;
  /// `op` must outlive it.
  explicit BlockCg(MultiMatrix<F>& op);

  const DeviceLattice& lattice() const { return lattice_; }
  std::uint32_t count() const { return op_.count(); }

  std::vector<DeviceCgResult> solve(const Multi& b, Multi& x, double tolerance, int max_iterations);

  // In legs: `begin` takes the residuals that are left, the field that the leg will add to, a goal for each,
  // `go_on` all but the first time. A residual that is nothing ends as broken.
  void begin(const Multi& r, Multi& x, std::span<const InnerGoal> goals, bool go_on);
  std::vector<DeviceCgResult> leg(Multi& x);
  double normal_flops() const { return op_.normal_flops(); }  ///< of one right-hand side

 private:
  void iterate(Multi& x);
  /// The numbers of right-hand side n at a site.
  args::RealsArgs part(std::uint32_t n) const { return {.reals = r_.each(), .first = n * r_.each()}; }

  MultiMatrix<F>& op_;
  const DeviceLattice& lattice_;
  Multi r_, p_;
  GlobalSums sums_;
  std::optional<Partials> hop_partials_;  ///< where updates and norms ride on the hops
  std::optional<Multi> mp_,               ///< half the way to A p, where that is of use
      ap_;                                ///< where they do not ride
  CgScalars scalars_;
  std::vector<double> beta_;  ///< of the iterations that ended the last leg
};

template <class Matrix>
BlockCg(Matrix& op) -> BlockCg<typename Matrix::Single>;

extern template class BlockCg<SpinorField>;
extern template class BlockCg<ColourField>;

}  // namespace glueball
