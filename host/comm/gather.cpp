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

template <class OneParity>
FullQuarkField<OneParity> gathered(const Domain& domain, FullQuarkField<OneParity> part) {
  using Value = typename OneParity::value_type;
  Communicator& ranks = domain.ranks();
  FullQuarkField<OneParity> whole;
  if (ranks.first()) whole = zero_field<OneParity>(domain.whole());
  for (const Parity parity : kParities) {
    const OneParity& mine = part[std::size_t(parity)];
    std::vector<Value> all(ranks.first() ? mine.size() * std::size_t(ranks.size()) : 0);
    ranks.gather_first(std::as_bytes(std::span(mine)), std::as_writable_bytes(std::span(all)));
    if (!ranks.first()) continue;
    for (int rank = 0; rank < ranks.size(); ++rank) {
      const Geometry g = domain.geometry(rank);
      for (std::size_t n = 0; n < mine.size(); ++n)
        whole[std::size_t(parity)][domain.whole().half_index(g.global(g.half_site(parity, n)))] =
            all[std::size_t(rank) * mine.size() + n];
    }
  }
  return ranks.first() ? whole : part;
}
template FullQuarkField<ParitySpinorField> gathered(const Domain&, FullQuarkField<ParitySpinorField>);
template FullQuarkField<ParityColourField> gathered(const Domain&, FullQuarkField<ParityColourField>);

Configuration scattered(const Domain& domain, const Configuration* whole) {
  const Geometry& g = domain.whole();
  const std::size_t links = g.volume() / std::size_t(g.extent(3)) * kDirections;
  Configuration part(domain.geometry());
  std::vector<Matrix3> slice(links);
  for (int t = 0; t < g.extent(3); ++t) {
    if (domain.ranks().first())
      std::copy_n(whole->links().begin() + std::ptrdiff_t(std::size_t(t) * links), links, slice.begin());
    domain.ranks().broadcast(std::as_writable_bytes(std::span(slice)), 0);
    keep_slice(part, t, slice);
  }
  return part;
}

void keep_slice(Configuration& part, int t, std::span<const Matrix3> slice) {
  const Geometry& g = part.geometry();
  const Geometry whole = g.whole();
  if (t < g.origin()[3] || t >= g.origin()[3] + g.extent(3)) return;
  const std::size_t mine = g.volume() / std::size_t(g.extent(3)),
                    first = std::size_t(t - g.origin()[3]) * mine;
  for (std::size_t n = first; n < first + mine; ++n) {
    const Site at = g.global(g.site(n));
    const std::size_t from = whole.index({at[0], at[1], at[2], 0});
    for (int mu = 0; mu < kDirections; ++mu) part.link(n, mu) = slice[from * kDirections + std::size_t(mu)];
  }
}

void broadcast(Communicator& ranks, std::string& text) {
  std::uint64_t size = text.size();
  ranks.broadcast(std::as_writable_bytes(std::span(&size, 1)), 0);
  text.resize(std::size_t(size));
  ranks.broadcast(std::as_writable_bytes(std::span(text)), 0);
}

}  // namespace glueball
