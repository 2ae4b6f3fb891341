// The interface between a solver and a matrix for several right-hand sides.
#pragma once

#include <string>

#include "base/error.hpp"
#include "fermion/solver_matrix.hpp"

namespace glueball {

/// The field type of several F: MultiSpinorField or MultiColourField.
template <class F>
struct SeveralOf;
template <>
struct SeveralOf<SpinorField> {
  using type = MultiSpinorField;
};
template <>
struct SeveralOf<ColourField> {
  using type = MultiColourField;
};
template <class F>
using Several = typename SeveralOf<F>::type;

/// A SolverMatrix on several F at once, which reads links once for all. Its partial results are those of
/// Shape::rhs_pairs, with one component a right-hand side, and its scalars have as many parts. On a split
/// lattice there are no such sums and no fused kernels. Half precision is not supported.
template <class F>
class MultiMatrix : public SolverMatrix<Several<F>> {
 public:
  using Single = F;
  static constexpr std::uint32_t kMost = 16;  ///< largest number of right-hand sides

  /// Throws Error(bad_value) for an odd or too large number of right-hand sides.
  MultiMatrix(const DeviceLattice& lattice, std::uint32_t count)
      : SolverMatrix<Several<F>>(lattice), count_(count) {
    if (count < 2 || count > kMost || count % 2 != 0)
      throw Error(ErrorKind::bad_value, std::to_string(count) + " right-hand sides at once",
                  "an even number from 2 to " + std::to_string(kMost));
  }

  std::uint32_t count() const { return count_; }
  // normal_flops() is for one right-hand side.

 private:
  std::uint32_t count_;
};

}  // namespace glueball
