#include "linalg/result_runs.hpp"

#include <algorithm>

#include "lattice/sum_blocks.hpp"

namespace glueball {
namespace {

struct Along {
  std::size_t own, first, whole;  ///< a rank's count and start, and the count of all ranks
};

Along along(const Domain& domain, const ResultOrder& order, int rank, int dimension) {
  const int mu = order.directions[dimension];
  const auto extent = std::size_t(order.extents[dimension]);
  if (mu < 0 || mu == order.across) return {extent, 0, extent};
  if (mu == 3) {
    const Geometry g = domain.geometry(rank);
    return {std::size_t(g.extent(3)), std::size_t(g.origin()[3]), std::size_t(domain.whole().extent(3))};
  }
  const RankGrid& grid = domain.grid();
  return {extent, std::size_t(grid.position(rank)[mu]) * extent, extent * std::size_t(grid.ranks[mu])};
}

}  // namespace

ResultRuns::ResultRuns(const Domain& domain, const ResultOrder& order, std::uint32_t components) {
  for (int rank = 0; rank < domain.grid().size(); ++rank) {
    std::array<Along, kDirections> a;
    std::size_t count = 1, all = 1, run = 1;
    bool together = true;
    for (int k = 0; k < kDirections; ++k) {
      a[std::size_t(k)] = along(domain, order, rank, k);
      count *= a[std::size_t(k)].own;
      all *= a[std::size_t(k)].whole;
      // Results are contiguous as far as their dimensions are not split, and through the first that is.
      if (together) run = count;
      together = together && a[std::size_t(k)].own == a[std::size_t(k)].whole;
    }
    total = all;
    of_rank.push_back(components * count);
    const int mu = order.across;
    if (mu >= 0 && domain.grid().position(rank)[mu] + 1 != domain.grid().ranks[mu]) continue;
    for (std::size_t n = 0; n < count; n += run) {
      std::size_t rest = n, to = 0, stride = 1;
      for (const Along& k : a) {
        to += stride * (k.first + rest % k.own);
        rest /= k.own;
        stride *= k.whole;
      }
      for (std::size_t c = 0; c < components; ++c) runs.push_back({rank, c * count + n, c * all + to, run});
    }
  }
}

std::size_t ResultRuns::most() const { return *std::ranges::max_element(of_rank); }

}  // namespace glueball
