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
  int relaxations = 50;            ///< iterations of BiCGStab on each of them at first
  int rounds = 0;                  ///< cycles on each of them after that
  int smoothing = 4;               ///< steps of minimal residuals in a cycle
  int coarse_steps = 16;           ///< steps on the coarse lattice in a cycle
  double twist_factor = 5;         ///< factor of the twisted mass there
  std::uint64_t seed = 1;          ///< of the random fields

  bool operator==(const MultigridParameters&) const = default;
};

/// A set-up that was made.
struct MultigridSetUp {
  Site block{};
  int vectors = 0;
  double seconds = 0;
};

}  // namespace glueball
