// The grid of ranks that splits a lattice into domains.
#pragma once

#include <string>
#include <vector>

#include "lattice/geometry.hpp"

namespace glueball {

/// Numbers of ranks along x, y, z and t; the rank at (x, y, z, t) is ((t*nz + z)*ny + y)*nx + x.
struct RankGrid {
  Site ranks{1, 1, 1, 1};
  /// Time slices of the domains, one number for each rank along t; empty: all domains have equally many.
  std::vector<int> times{};

  int size() const { return ranks[0] * ranks[1] * ranks[2] * ranks[3]; }
  Site position(int rank) const;
  int rank(const Site& position) const;
  /// Returns the rank so many domains further along mu, periodically.
  int neighbour(int rank, int mu, int steps) const;
  /// Returns the domain of a rank.
  Geometry part(const Geometry& whole, int rank) const;
  /// Returns the grid as "1,1,1,2".
  std::string to_string() const;
  bool operator==(const RankGrid&) const = default;
};

/// Throws Error(bad_value) that names the direction and the reason. Ranks must divide each extent. A domain's
/// extents must be even and at least `ghosts`. A domain must not cut a block of global sums
/// (lattice/sum_blocks.hpp), of which there are two in x and in y. Time slices must add up to the lattice's.
void require_parts(const Geometry& whole, const RankGrid& grid, int ghosts);

/// Returns the grid of `size` ranks whose domains have the fewest neighbours' sites around them. Of several,
/// it is the one that is split latest: in t before z. If `along_t` is not 0, the grid has so many ranks along
/// t, however many time slices each is to have. Throws Error(bad_value) if there is none.
RankGrid best_grid(const Geometry& whole, int size, int ghosts, int along_t = 0);

/// Parses `text`, "auto" or ranks along x, y, z and t by commas, and `shares`, "equal" or one number for each
/// domain along t by commas. Time slices are split in the proportion of the shares: "3,1" of eight are six
/// and two. Throws Error(bad_value) that names the options "ranks" and "load-balance": for other text, for a
/// number of ranks other than `size`, for a number of shares other than the ranks along t, for shares that do
/// not give even numbers of time slices, and as require_parts does.
RankGrid parse_ranks(const std::string& text, const Geometry& whole, int size, int ghosts,
                     const std::string& load_balance = "equal");

/// Returns even numbers of time slices, nearly in proportion to the speeds, at least `least` each and
/// `extent` in all. `extent` must be even and at least 2 * ((least + 1) / 2) * speeds.size().
std::vector<int> time_slices_by_speed(int extent, const std::vector<double>& speeds, int least);

}  // namespace glueball
