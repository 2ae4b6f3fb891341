// Sign changes of eigenvalues of H between two sets of links.
#pragma once

#include <memory>
#include <vector>

#include "linalg/vector_dots.hpp"
#include "overlap/kernel_modes.hpp"

namespace glueball {

/// The low modes of H on some links, and their signs. A sign is that of the eigenvalue, or at a
/// topological-sector boundary, where the eigenvalue is zero, that of one of the two sides.
struct SignedModes {
  std::shared_ptr<const KernelModes> modes;
  std::vector<bool> positive;

  SignedModes() = default;
  explicit SignedModes(std::shared_ptr<const KernelModes> of);
};

struct SignChange {
  std::size_t from, to;  ///< number of the mode that changes its sign, before and after
  bool up;               ///< true if it becomes positive
};

struct SignChanges {
  std::vector<SignChange> all;
  /// False if some mode is a mixture of one that changes and one that does not: the links are too far apart
  /// then.
  bool clear = true;
};

/// Compares modes by the matrix of their scalar products. Its block between modes that are positive before
/// and modes that are negative after has a singular value near 1 for each mode that has changed its sign. The
/// others are near 0. Mixing among modes of one sign does not matter. The result is the same in both
/// directions.
SignChanges sign_changes(const SignedModes& before, const SignedModes& after, VectorDots& dots);

}  // namespace glueball
