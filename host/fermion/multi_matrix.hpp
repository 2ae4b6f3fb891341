// What a solver on a device needs to know of a matrix for several right-hand sides.
#pragma once

#include <string>

#include "base/error.hpp"
#include "fermion/solver_matrix.hpp"

namespace glueball {

/// The field that holds several of F: MultiSpinorField or MultiColourField.
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

/// A SolverMatrix on several of F at once, links read once for all. Its partial results are those of
/// Shape::pairs, a component a right-hand side, and its scalars have as many parts: there are none, and
/// nothing rides on hops, on a lattice that is split among ranks. Not in half precision.
template <class F>
class MultiMatrix : public SolverMatrix<Several<F>> {
 public:
  using Single = F;
  static constexpr std::uint32_t kMost = 16;  ///< right-hand sides

  /// Throws Error(bad_value) for an odd or too large number of right-hand sides.
  MultiMatrix(const DeviceLattice& lattice, std::uint32_t count)
      : SolverMatrix<Several<F>>(lattice), count_(count) {
    if (count < 2 || count > kMost || count % 2 != 0)
      throw Error(ErrorKind::bad_value, std::to_string(count) + " right-hand sides at once",
                  "an even number from 2 to " + std::to_string(kMost));
  }

  std::uint32_t count() const { return count_; }
  // normal_flops() is that of one right-hand side.

 private:
  std::uint32_t count_;
};

}  // namespace glueball
