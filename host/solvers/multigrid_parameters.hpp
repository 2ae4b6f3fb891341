// Parameters of multigrid.
#pragma once

#include <cstdint>
#include <optional>

#include "lattice/geometry.hpp"

namespace glueball {

struct MultigridParameters {
  /// Default of `vectors`, and that of lattices so small that the coarse one is a large part of the work.
  static constexpr int kVectors = 24, kVectorsOfSmall = 16;

  std::optional<Site> block = {};  ///< extents of an aggregate; by default those nearest to 4^4
  int vectors = 0;                 ///< near-null vectors, a multiple of 4; 0: a default
  int relaxations = 100;           ///< iterations of BiCGStab on each of them
  int smoothing = 4;               ///< steps of minimal residuals in a cycle
  double twist_factor = 5;         ///< factor of the twisted mass there
  std::uint64_t seed = 1;          ///< of the random fields

  bool operator==(const MultigridParameters&) const = default;
};

/// A set-up that was made.
struct MultigridSetUp {
  Site block{};
  int vectors = 0;
  int coarse_steps = 0;  ///< on the coarse lattice in a cycle
  double seconds = 0;
};

}  // namespace glueball
