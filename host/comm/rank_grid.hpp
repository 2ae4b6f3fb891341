// How a lattice is split into the domains of ranks.
#pragma once

#include <string>
#include <vector>

#include "lattice/geometry.hpp"

namespace glueball {

/// Ranks along x, y, z and t; number ((t*nz + z)*ny + y)*nx + x.
struct RankGrid {
  Site ranks{1, 1, 1, 1};
  /// Time slices of the domains, as many numbers as there are ranks along t; empty: each has as many.
  std::vector<int> times{};

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
/// (lattice/sum_blocks.hpp), of which there are two in x and in y; time slices that are not those of the
/// lattice.
void require_parts(const Geometry& whole, const RankGrid& grid, int ghosts);

/// The grid of so many ranks whose domains have the fewest neighbours' sites around them; where several have,
/// the one that is split latest, in t before z; with `along_t` other than 0 of those with so many along t,
/// however many time slices each is to have. Throws Error(bad_value) where there is none.
RankGrid best_grid(const Geometry& whole, int size, int ghosts, int along_t = 0);

/// `text`: "auto", or ranks along x, y, z and t by commas. `shares`: "equal", or a number for each domain
/// along t, by commas, which parts the time slices in their proportion: "3,1" of eight are six and two.
/// Throws Error(bad_value), which names the options "ranks" and "shares", for what is neither, for another
/// number of ranks than `size` or of shares than ranks along t, for shares that are no even numbers of time
/// slices, and as require_parts does.
RankGrid parse_ranks(const std::string& text, const Geometry& whole, int size, int ghosts,
                     const std::string& shares = "equal");

/// Even numbers of time slices, at least `least` each and `extent` together, nearly in proportion to the
/// speeds. Needs room: extent >= 2 * ((least + 1) / 2) * speeds.size(), and is even.
std::vector<int> time_slices_by_speed(int extent, const std::vector<double>& speeds, int least);

}  // namespace glueball
