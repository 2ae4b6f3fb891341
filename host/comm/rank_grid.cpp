#include "comm/rank_grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <optional>

#include "base/error.hpp"
#include "lattice/sum_blocks.hpp"

namespace glueball {
namespace {

constexpr char kNames[] = "xyzt";

/// Returns why a direction cannot be split so; empty if it can.
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

/// Returns why the given numbers of time slices are not possible; empty if they are.
std::string refusal_of_times(const Geometry& whole, const RankGrid& grid, int ghosts) {
  const auto& times = grid.times;
  const std::string split = fmt::format("{} of {} time slices for {} ranks along t", fmt::join(times, ","),
                                        whole.extent(3), grid.ranks[3]);
  if (int(times.size()) != grid.ranks[3] || std::accumulate(times.begin(), times.end(), 0) != whole.extent(3))
    return split + ": they do not match";
  if (times.size() == 1) return {};
  for (const int local : times) {
    if (local < 2 || local % 2 != 0)
      return fmt::format("{}: a domain would have {}, {}", split, local,
                         local < 2 ? "too few" : "an odd number");
    if (local < ghosts)
      return fmt::format("{}: a domain needs at least {}, for its neighbours", split, ghosts);
  }
  return {};
}

std::string refusal(const Geometry& whole, const RankGrid& grid, int ghosts) {
  const bool given = !grid.times.empty();
  for (int mu = 0; mu < (given ? 3 : kDirections); ++mu)
    if (const std::string why = refusal(whole, mu, grid.ranks[mu], ghosts); !why.empty()) return why;
  return given ? refusal_of_times(whole, grid, ghosts) : std::string();
}

/// Returns the number of neighbours' sites around a domain, one layer deep.
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
  const auto at = std::size_t(origin[3]);
  for (int mu = 0; mu < kDirections; ++mu) {
    extents[mu] = whole.extent(mu) / ranks[mu];
    origin[mu] *= extents[mu];
  }
  if (!times.empty()) {
    extents[3] = times.at(at);
    origin[3] = std::accumulate(times.begin(), times.begin() + std::ptrdiff_t(at), 0);
  }
  return whole.part(origin, extents);
}

std::string RankGrid::to_string() const { return fmt::format("{}", fmt::join(ranks, ",")); }

void require_parts(const Geometry& whole, const RankGrid& grid, int ghosts) {
  if (const std::string why = refusal(whole, grid, ghosts); !why.empty())
    throw Error(ErrorKind::bad_value, "lattice " + whole.to_string() + ": " + why,
                "choose other <ranks>, or <ranks auto>");
}

RankGrid best_grid(const Geometry& whole, int size, int ghosts, int along_t) {
  std::optional<RankGrid> best;
  for (int x = 1; x <= size; ++x)
    for (int y = 1; x * y <= size; ++y)
      for (int z = 1; x * y * z <= size; ++z) {
        const RankGrid grid{{x, y, z, size / (x * y * z)}};
        if (grid.size() != size || (along_t != 0 && grid.ranks[3] != along_t)) continue;
        // With given shares along t, the time slices are checked later.
        bool possible = true;
        for (int mu = 0; mu < (along_t != 0 ? 3 : kDirections); ++mu)
          possible = possible && refusal(whole, mu, grid.ranks[mu], ghosts).empty();
        if (!possible) continue;
        if (!best || surface(whole, grid) < surface(whole, *best)) best = grid;
      }
  if (!best && along_t != 0)
    throw Error(
        ErrorKind::bad_value,
        fmt::format("lattice {} cannot be split among {} ranks, {} along t as <load_balance> has numbers",
                    whole.to_string(), size, along_t),
        "give as many numbers as there are ranks along t");
  if (!best)
    throw Error(
        ErrorKind::bad_value,
        fmt::format("lattice {} cannot be split among {} ranks: domains have even extents of at least "
                    "{}, and x and y are halved at most",
                    whole.to_string(), size, std::max(2, ghosts)),
        "start fewer processes, or take a larger lattice");
  return *best;
}

namespace {

/// Returns numbers from 1 to 65536 that are separated by commas; an empty list for other text.
std::vector<int> list_of_numbers(const std::string& text) {
  std::vector<int> numbers;
  const char *at = text.data(), *end = at + text.size();
  for (;;) {
    int number = 0;
    const auto [next, error] = std::from_chars(at, end, number);
    if (error != std::errc() || number < 1 || number > 65536) return {};
    numbers.push_back(number);
    if (next == end) return numbers;
    if (*next != ',') return {};
    at = next + 1;
  }
}

/// Returns the numbers of time slices in proportion to the shares.
std::vector<int> times_of_load_balance(const std::string& text, const std::vector<int>& load_balance,
                                       const Geometry& whole) {
  const int extent = whole.extent(3);
  const auto all = std::accumulate(load_balance.begin(), load_balance.end(), std::int64_t(0));
  std::vector<int> times;
  for (const int share : load_balance) {
    const std::int64_t of_this = std::int64_t(share) * extent;
    if (of_this % all != 0 || of_this / all % 2 != 0)
      throw Error(
          ErrorKind::bad_value,
          fmt::format("load balance {} of {} time slices: share {} would be {:.4g} of them, no even number",
                      text, extent, share, double(of_this) / double(all)),
          fmt::format("give even numbers of time slices, {} together", extent));
    times.push_back(int(of_this / all));
  }
  return times;
}

}  // namespace

RankGrid parse_ranks(const std::string& text, const Geometry& whole, int size, int ghosts,
                     const std::string& load_balance) {
  std::vector<int> given;
  if (load_balance != "equal") {
    given = list_of_numbers(load_balance);
    if (given.empty())
      throw Error(ErrorKind::bad_value,
                  "load balance '" + load_balance + "': neither equal, auto nor numbers from 1 on",
                  "try <load_balance 3,1>");
    if (int(given.size()) > size)
      throw Error(ErrorKind::bad_value,
                  fmt::format("load balance {}: {} of them, and {} process{} started", load_balance,
                              given.size(), size, size == 1 ? " was" : "es were"),
                  "give one for each domain along t, or start more processes");
  }
  if (text == "auto" && given.empty()) return best_grid(whole, size, ghosts);
  RankGrid grid;
  if (text == "auto") {
    grid = best_grid(whole, size, ghosts, int(given.size()));
  } else {
    const std::vector<int> numbers = list_of_numbers(text);
    if (numbers.size() != kDirections)
      throw Error(ErrorKind::bad_value, "ranks '" + text + "': neither auto nor four numbers from 1 on",
                  "try <ranks 1,1,1,2>");
    std::copy(numbers.begin(), numbers.end(), grid.ranks.begin());
  }
  std::int64_t wanted = 1;
  for (const int ranks : grid.ranks) wanted = std::min<std::int64_t>(wanted * ranks, std::int64_t(1) << 40);
  if (wanted != size)
    throw Error(ErrorKind::bad_value,
                fmt::format("ranks {}: that is {} of them, and {} process{} started", text, wanted, size,
                            size == 1 ? " was" : "es were"),
                fmt::format("start them with: mpirun -n {} glueball ...", wanted));
  if (!given.empty()) {
    if (int(given.size()) != grid.ranks[3])
      throw Error(ErrorKind::bad_value,
                  fmt::format("load balance {}: {} of them, and {} along t", load_balance, given.size(),
                              grid.ranks[3]),
                  "give one for each domain along t");
    grid.times = times_of_load_balance(load_balance, given, whole);
  }
  require_parts(whole, grid, ghosts);
  return grid;
}

std::vector<int> time_slices_by_speed(int extent, const std::vector<double>& speeds, int least) {
  const int pairs = extent / 2, at_least = (std::max(2, least) + 1) / 2;
  double all = 0;
  for (const double speed : speeds) all += speed;
  std::vector<int> times;
  int rest = pairs;
  for (const double speed : speeds) {
    const int wanted = std::max(at_least, int(std::floor(speed / all * pairs)));
    times.push_back(wanted);
    rest -= wanted;
  }
  // The domains that gain or lose least get one pair more or less.
  const auto wants = [&](std::size_t n) { return speeds[n] / all * pairs - times[n]; };
  for (; rest != 0; rest -= rest > 0 ? 1 : -1) {
    std::optional<std::size_t> best;
    for (std::size_t n = 0; n < speeds.size(); ++n) {
      if (rest < 0 && times[n] <= at_least) continue;
      if (!best || (rest > 0 ? wants(n) > wants(*best) : wants(n) < wants(*best))) best = n;
    }
    times[*best] += rest > 0 ? 1 : -1;
  }
  for (int& slices : times) slices *= 2;
  return times;
}

}  // namespace glueball
