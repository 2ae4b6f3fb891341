#include "comm/gather.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace glueball {

namespace {

/// Collects the parts of all ranks, `a_site` values a site, in rank 0's `whole`.
template <class T>
void gather_sites(const Domain& domain, std::span<const T> part, std::size_t a_site, std::span<T> whole) {
  Communicator& ranks = domain.ranks();
  const auto all = parts_of(ranks, part, [&](int rank) { return domain.geometry(rank).volume() * a_site; });
  if (!ranks.first()) return;
  for (int rank = 0; rank < ranks.size(); ++rank) {
    const Geometry g = domain.geometry(rank);
    const auto from = all.of(rank).begin();
#pragma omp parallel for
    for (std::size_t n = 0; n < g.volume(); ++n)
      std::copy_n(from + std::ptrdiff_t(n * a_site), a_site,
                  whole.begin() + std::ptrdiff_t(g.global_index(g.site(n)) * a_site));
  }
}

/// Copies this rank's sites of a time slice of the whole lattice.
void keep_sites(const Geometry& g, int t, std::span<const Matrix3> slice, std::size_t a_site,
                std::span<Matrix3> part) {
  const Geometry whole = g.whole();
  if (t < g.origin()[3] || t >= g.origin()[3] + g.extent(3)) return;
  const std::size_t mine = g.volume() / std::size_t(g.extent(3)),
                    first = std::size_t(t - g.origin()[3]) * mine;
  for (std::size_t n = first; n < first + mine; ++n) {
    const Site at = g.global(g.site(n));
    const std::size_t from = whole.index({at[0], at[1], at[2], 0});
    std::copy_n(slice.begin() + std::ptrdiff_t(from * a_site), a_site,
                part.begin() + std::ptrdiff_t(n * a_site));
  }
}

/// Sends rank 0's `whole`, one time slice after the other, to the ranks that hold its sites.
void scatter_sites(const Domain& domain, std::span<const Matrix3> whole, std::size_t a_site,
                   std::span<Matrix3> part) {
  const Geometry& g = domain.whole();
  std::vector<Matrix3> slice(g.volume() / std::size_t(g.extent(3)) * a_site);
  for (int t = 0; t < g.extent(3); ++t) {
    if (domain.ranks().first())
      std::copy_n(whole.begin() + std::ptrdiff_t(std::size_t(t) * slice.size()), slice.size(), slice.begin());
    domain.ranks().broadcast(std::as_writable_bytes(std::span(slice)), 0);
    keep_sites(domain.geometry(), t, slice, a_site, part);
  }
}

}  // namespace

Configuration gathered(const Domain& domain, Configuration part) {
  if (!domain.ranks().first()) {
    gather_sites<Matrix3>(domain, part.links(), kDirections, {});
    return part;
  }
  Configuration whole(domain.whole());
  gather_sites<Matrix3>(domain, part.links(), kDirections, whole.links());
  return whole;
}

Transformation gathered(const Domain& domain, const Transformation& part) {
  Transformation whole(domain.ranks().first() ? domain.whole().volume() : 0);
  gather_sites<Matrix3>(domain, part, 1, whole);
  return whole;
}

std::vector<AlgebraVector> gathered(const Domain& domain, const Momenta& part) {
  std::vector<AlgebraVector> whole(domain.ranks().first() ? domain.whole().volume() * kDirections : 0);
  gather_sites<AlgebraVector>(domain, part.values(), kDirections, whole);
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
    const auto all = parts_of(ranks, std::span<const Value>(mine),
                              [&](int rank) { return domain.geometry(rank).half_volume(); });
    if (!ranks.first()) continue;
    for (int rank = 0; rank < ranks.size(); ++rank) {
      const Geometry g = domain.geometry(rank);
      for (std::size_t n = 0; n < g.half_volume(); ++n)
        whole[std::size_t(parity)][domain.whole().half_index(g.global(g.half_site(parity, n)))] =
            all.of(rank)[n];
    }
  }
  return ranks.first() ? whole : part;
}
template FullQuarkField<ParitySpinorField> gathered(const Domain&, FullQuarkField<ParitySpinorField>);
template FullQuarkField<ParityColourField> gathered(const Domain&, FullQuarkField<ParityColourField>);

Configuration scattered(const Domain& domain, const Configuration* whole) {
  Configuration part(domain.geometry());
  const bool first = domain.ranks().first();
  scatter_sites(domain, first ? std::span<const Matrix3>(whole->links()) : std::span<const Matrix3>(),
                kDirections, part.links());
  return part;
}

Transformation scattered(const Domain& domain, const Transformation& whole) {
  Transformation part(domain.geometry().volume());
  scatter_sites(domain, whole, 1, part);
  return part;
}

template <class OneParity>
FullQuarkField<OneParity> scattered(const Domain& domain, const FullQuarkField<OneParity>* whole) {
  using Value = typename OneParity::value_type;
  const Geometry &all = domain.whole(), &g = domain.geometry();
  FullQuarkField<OneParity> part = zero_field<OneParity>(g);
  const std::size_t size = all.half_volume() / std::size_t(all.extent(3)),
                    own = g.half_volume() / std::size_t(g.extent(3));
  std::vector<Value> slice(size);
  for (const Parity parity : kParities)
    for (int t = 0; t < all.extent(3); ++t) {
      if (domain.ranks().first())
        std::copy_n((*whole)[std::size_t(parity)].begin() + std::ptrdiff_t(std::size_t(t) * size), size,
                    slice.begin());
      domain.ranks().broadcast(std::as_writable_bytes(std::span(slice)), 0);
      if (t < g.origin()[3] || t >= g.origin()[3] + g.extent(3)) continue;
      const std::size_t first = std::size_t(t - g.origin()[3]) * own;
      for (std::size_t n = first; n < first + own; ++n)
        part[std::size_t(parity)][n] = slice[all.half_index(g.global(g.half_site(parity, n))) % size];
    }
  return part;
}
template FullQuarkField<ParitySpinorField> scattered(const Domain&, const FullQuarkField<ParitySpinorField>*);
template FullQuarkField<ParityColourField> scattered(const Domain&, const FullQuarkField<ParityColourField>*);

void keep_slice(Configuration& part, int t, std::span<const Matrix3> slice) {
  keep_sites(part.geometry(), t, slice, kDirections, part.links());
}

void broadcast(Communicator& ranks, std::string& text) {
  std::uint64_t size = text.size();
  ranks.broadcast(std::as_writable_bytes(std::span(&size, 1)), 0);
  text.resize(std::size_t(size));
  ranks.broadcast(std::as_writable_bytes(std::span(text)), 0);
}

}  // namespace glueball
