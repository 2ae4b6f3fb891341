#include "comm/rank_grid.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "base/error.hpp"
#include "lattice/sum_blocks.hpp"

namespace glueball {
namespace {

constexpr char kNames[] = "xyzt";

/// Why a direction cannot be split so; empty where it can.
std::string refusal(const Geometry& whole, int mu, int ranks, int ghosts) {
  const int extent = whole.extent(mu);
  const std::string split = fmt::format("{} ranks along {}, which has {} sites", ranks, kNames[mu], extent);
  if (ranks < 1 || extent % ranks != 0) return split + ": the domains would differ";
  if (ranks == 1) return {};
  const int local = extent / ranks;
  if (local % 2 != 0) return fmt::format("{}: a domain would have {}, an odd number", split, local);
  if (local < ghosts) return fmt::format("{}: a domain needs at least {}, for its neighbours", split, ghosts);
  if (local % sum_block(whole.extents())[mu] != 0)
    return split + ": global sums are made of halves of x and y, which no domain may cut";
  return {};
}

std::string refusal(const Geometry& whole, const RankGrid& grid, int ghosts) {
  for (int mu = 0; mu < kDirections; ++mu)
    if (const std::string why = refusal(whole, mu, grid.ranks[mu], ghosts); !why.empty()) return why;
  return {};
}

/// Sites of the neighbours around a domain, of one layer.
std::size_t surface(const Geometry& whole, const RankGrid& grid) {
  const std::size_t volume = whole.volume() / std::size_t(grid.size());
  std::size_t sites = 0;
  for (int mu = 0; mu < kDirections; ++mu)
    if (grid.ranks[mu] > 1) sites += 2 * volume / std::size_t(whole.extent(mu) / grid.ranks[mu]);
  return sites;
}

}  // namespace

Site RankGrid::position(int rank) const {
  Site at{};
  for (int mu = 0; mu < kDirections; ++mu) {
    at[mu] = rank % ranks[mu];
    rank /= ranks[mu];
  }
  return at;
}

int RankGrid::rank(const Site& at) const {
  return ((at[3] * ranks[2] + at[2]) * ranks[1] + at[1]) * ranks[0] + at[0];
}

int RankGrid::neighbour(int from, int mu, int steps) const {
  Site at = position(from);
  at[mu] = ((at[mu] + steps) % ranks[mu] + ranks[mu]) % ranks[mu];
  return rank(at);
}

Geometry RankGrid::part(const Geometry& whole, int of) const {
  Site extents{}, origin = position(of);
  for (int mu = 0; mu < kDirections; ++mu) {
    extents[mu] = whole.extent(mu) / ranks[mu];
    origin[mu] *= extents[mu];
  }
  return whole.part(origin, extents);
}

std::string RankGrid::to_string() const { return fmt::format("{}", fmt::join(ranks, ",")); }

void require_parts(const Geometry& whole, const RankGrid& grid, int ghosts) {
  if (const std::string why = refusal(whole, grid, ghosts); !why.empty())
    throw Error(ErrorKind::bad_value, "lattice " + whole.to_string() + ": " + why,
                "choose other <ranks>, or <ranks auto>");
}

RankGrid best_grid(const Geometry& whole, int size, int ghosts) {
  std::optional<RankGrid> best;
  for (int x = 1; x <= size; ++x)
    for (int y = 1; x * y <= size; ++y)
      for (int z = 1; x * y * z <= size; ++z) {
        const RankGrid grid{{x, y, z, size / (x * y * z)}};
        if (grid.size() != size || !refusal(whole, grid, ghosts).empty()) continue;
        if (!best || surface(whole, grid) < surface(whole, *best)) best = grid;
      }
  if (!best)
    throw Error(
        ErrorKind::bad_value,
        fmt::format("lattice {} cannot be split among {} ranks: domains have even extents of at least "
                    "{}, and x and y are halved at most",
                    whole.to_string(), size, std::max(2, ghosts)),
        "start fewer processes, or choose a larger <lattice>");
  return *best;
}

RankGrid parse_ranks(const std::string& text, const Geometry& whole, int size, int ghosts) {
  if (text == "auto") return best_grid(whole, size, ghosts);
  RankGrid grid;
  const char *at = text.data(), *end = at + text.size();
  for (int mu = 0; mu < kDirections; ++mu) {
    const auto [next, error] = std::from_chars(at, end, grid.ranks[mu]);
    const bool last = mu + 1 == kDirections;
    if (error != std::errc() || grid.ranks[mu] < 1 || grid.ranks[mu] > 65536 ||
        (last ? next != end : next == end || *next != ','))
      throw Error(ErrorKind::bad_value, "ranks '" + text + "': neither auto nor four numbers from 1 on",
                  "try <ranks 1,1,1,2>");
    at = next + 1;
  }
  const auto wanted = std::int64_t(grid.ranks[0]) * grid.ranks[1] * grid.ranks[2] * grid.ranks[3];
  if (wanted != size)
    throw Error(ErrorKind::bad_value,
                fmt::format("ranks {}: that is {} of them, and {} process{} started", text, wanted, size,
                            size == 1 ? " was" : "es were"),
                fmt::format("start them with: mpirun -n {} glueball ...", wanted));
  require_parts(whole, grid, ghosts);
  return grid;
}

}  // namespace glueball
