// Conjugate gradients on a device for several right-hand sides with the same links.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "fermion/multi_matrix.hpp"
#include "linalg/global_sums.hpp"
#include "solvers/conjugate_gradient.hpp"

namespace glueball {

/// Solves A x_n = b_n from x = 0 for all n, with the hermitian matrix A of MultiMatrix::normal, in the
/// lattice's precision. An iteration applies the matrix to all directions at once. Each right-hand side has
/// its own scalars on the device, and stops by itself. Ranks exchange the sums of all right-hand sides
/// together, twice an iteration. F is SpinorField or ColourField.
template <class F>
class BlockCg {
 public:
  using Multi = Several<F>;
  /// `op` must outlive this.
  explicit BlockCg(MultiMatrix<F>& op);

  const DeviceLattice& lattice() const { return lattice_; }
  std::uint32_t count() const { return op_.count(); }

  std::vector<DeviceCgResult> solve(const Multi& b, Multi& x, double tolerance, int max_iterations);

  // A solve in cycles of reliable updates: `begin` takes the remaining residuals, the field to which the
  // cycle adds, and a goal for each. `resume` is set for all but the first cycle. A residual of 0 ends with
  // state `broken`.
  void begin(const Multi& r, Multi& x, std::span<const InnerGoal> goals, bool resume);
  std::vector<DeviceCgResult> cycle(Multi& x);
  double normal_flops() const { return op_.normal_flops(); }  ///< for one right-hand side

 private:
  void iterate(Multi& x);
  /// Returns the position of right-hand side n at a site.
  args::RealsArgs part(std::uint32_t n) const { return {.reals = r_.each(), .first = n * r_.each()}; }

  MultiMatrix<F>& op_;
  const DeviceLattice& lattice_;
  Multi r_, p_;
  GlobalSums sums_;
  std::optional<Partials> hop_partials_;  ///< only if updates and norms are fused with hops
  /// Intermediate field of A p, if it is needed.
  std::optional<Multi> mp_,
      ap_;  ///< only if they are not fused
  CgScalars scalars_;
  std::vector<double> beta_;  ///< beta of the last iterations of the previous cycle
};

template <class Matrix>
BlockCg(Matrix& op) -> BlockCg<typename Matrix::Single>;

extern template class BlockCg<SpinorField>;
extern template class BlockCg<ColourField>;

}  // namespace glueball
