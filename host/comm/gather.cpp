#include "comm/gather.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace glueball {

Configuration gathered(const Domain& domain, Configuration part) {
  Communicator& ranks = domain.ranks();
  std::vector<Matrix3> all;
  if (ranks.first()) all.resize(part.links().size() * std::size_t(ranks.size()));
  ranks.gather_first(std::as_bytes(std::span(part.links())), std::as_writable_bytes(std::span(all)));
  if (!ranks.first()) return part;
  Configuration whole(domain.whole());
  for (int rank = 0; rank < ranks.size(); ++rank) {
    const Geometry g = domain.geometry(rank);
    const auto links = std::span(all).subspan(std::size_t(rank) * part.links().size(), part.links().size());
#pragma omp parallel for
    for (std::size_t n = 0; n < g.volume(); ++n)
      std::copy_n(links.begin() + std::ptrdiff_t(n * kDirections), kDirections,
                  &whole.link(g.global_index(g.site(n)), 0));
  }
  return whole;
}

}  // namespace glueball
