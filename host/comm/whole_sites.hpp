// Collects values at the sites of a split lattice.
#pragma once

#include <span>
#include <vector>

#include "comm/gather.hpp"

namespace glueball {

/// Returns the values of the whole lattice on every rank, in lexicographic order, from each rank's own in
/// that order. Returns `mine` if the lattice is not split.
template <class T>
std::vector<T> whole_sites(const Domain* domain, std::vector<T> mine) {
  if (domain == nullptr) return mine;
  const auto parts = parts_of(
      domain->ranks(), std::span<const T>(mine), [&](int rank) { return domain->geometry(rank).volume(); },
      true);
  std::vector<T> all(domain->whole().volume());
  for (int rank = 0; rank < domain->ranks().size(); ++rank) {
    const Geometry g = domain->geometry(rank);
    const auto part = parts.of(rank);
    for (std::size_t n = 0; n < g.volume(); ++n) all[g.global_index(g.site(n))] = part[n];
  }
  return all;
}

}  // namespace glueball
