// How a lattice is split into the domains of ranks.
#pragma once

#include <string>

#include "lattice/geometry.hpp"

namespace glueball {

/// Ranks along x, y, z and t; number ((t*nz + z)*ny + y)*nx + x.
struct RankGrid {
  Site ranks{1, 1, 1, 1};

  int size() const { return ranks[0] * ranks[1] * ranks[2] * ranks[3]; }
  Site position(int rank) const;
  int rank(const Site& position) const;
  /// The rank so many domains further along mu, round the lattice.
  int neighbour(int rank, int mu, int steps) const;
  /// The domain of a rank.
  Geometry part(const Geometry& whole, int rank) const;
  /// "1,1,1,2"
  std::string to_string() const;
  bool operator==(const RankGrid&) const = default;
};

/// Throws Error(bad_value) that says which direction and why: ranks that do not divide an extent, a domain
/// with an odd extent, with fewer sites than `ghosts`, or one that cuts a block of global sums
/// (lattice/sum_blocks.hpp), of which there are two in x and in y.
void require_parts(const Geometry& whole, const RankGrid& grid, int ghosts);

/// The grid of so many ranks whose domains have the fewest neighbours' sites around them; where several have,
/// the one that is split latest, in t before z. Throws Error(bad_value) where there is none.
RankGrid best_grid(const Geometry& whole, int size, int ghosts);

/// `text`: "auto", or ranks along x, y, z and t by commas. Throws Error(bad_value), which names the option
/// "ranks", for what is neither, for another number of ranks than `size`, and as require_parts does.
RankGrid parse_ranks(const std::string& text, const Geometry& whole, int size, int ghosts);

}  // namespace glueball
