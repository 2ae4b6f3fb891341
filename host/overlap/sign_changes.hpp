// Which eigenvalues of H change their sign between two sets of links.
#pragma once

#include <memory>
#include <vector>

#include "linalg/vector_dots.hpp"
#include "overlap/kernel_modes.hpp"

namespace glueball {

/// The low modes of H on some links, and the sign that each counts with: its eigenvalue's, or on the surface
/// where that is zero the one of either side.
struct SignedModes {
  std::shared_ptr<const KernelModes> modes;
  std::vector<bool> positive;

  SignedModes() = default;
  explicit SignedModes(std::shared_ptr<const KernelModes> of);
};

struct SignChange {
  std::size_t from, to;  ///< the mode that changes its sign, before and after
  bool up;               ///< to plus
};

struct SignChanges {
  std::vector<SignChange> all;
  bool clear =
      true;  ///< no mode is partly one that changes and partly one that does not: links are close enough
};

/// By scalar products: of the block between positive modes here and negative ones there each singular value
/// near 1 is a mode that has changed, each near 0 one that has not, however modes of one sign have mixed
/// among themselves. The same from either end.
SignChanges sign_changes(const SignedModes& before, const SignedModes& after, VectorDots& dots);

}  // namespace glueball
