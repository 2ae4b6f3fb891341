// Converts between a configuration split over the ranks and the whole one.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "comm/domain.hpp"
#include "lattice/configuration.hpp"
#include "lattice/momenta.hpp"
#include "lattice/quark_field.hpp"
#include "lattice/transformation.hpp"

namespace glueball {

/// The values of all ranks, one after the other; domains may differ in size.
template <class T>
struct Parts {
  std::vector<T> all;  ///< empty on ranks that do not receive
  std::size_t stride = 0;
  std::span<const T> of(int rank) const { return std::span(all).subspan(std::size_t(rank) * stride, stride); }
};
/// Collects `mine` of every rank on rank 0, or on all ranks with `to_all`. `size(rank)` is the number of that
/// rank's values.
template <class T, class Size>
Parts<T> parts_of(Communicator& ranks, std::span<const T> mine, Size size, bool to_all = false) {
  Parts<T> parts;
  for (int rank = 0; rank < ranks.size(); ++rank)
    parts.stride = std::max(parts.stride, std::size_t(size(rank)));
  std::vector<T> filled;
  if (mine.size() < parts.stride) {
    filled.assign(mine.begin(), mine.end());
    filled.resize(parts.stride);
    mine = filled;
  }
  if (to_all || ranks.first()) parts.all.resize(parts.stride * std::size_t(ranks.size()));
  const auto bytes = std::as_bytes(mine);
  if (to_all)
    ranks.gather(bytes, std::as_writable_bytes(std::span(parts.all)));
  else
    ranks.gather_first(bytes, std::as_writable_bytes(std::span(parts.all)));
  return parts;
}

/// Returns the whole configuration on rank 0, which needs memory for it twice; other ranks get their part
/// back.
Configuration gathered(const Domain& domain, Configuration part);
/// Returns the whole transformation on rank 0, an empty one on other ranks.
Transformation gathered(const Domain& domain, const Transformation& part);
/// Returns the values of the whole lattice's momenta on rank 0.
std::vector<AlgebraVector> gathered(const Domain& domain, const Momenta& part);
/// Returns the whole quark field on rank 0; other ranks get their part back.
template <class OneParity>
FullQuarkField<OneParity> gathered(const Domain& domain, FullQuarkField<OneParity> part);
/// Returns this rank's part of rank 0's `whole`; other ranks do not use `whole`.
Configuration scattered(const Domain& domain, const Configuration* whole);
Transformation scattered(const Domain& domain, const Transformation& whole);
template <class OneParity>
FullQuarkField<OneParity> scattered(const Domain& domain, const FullQuarkField<OneParity>* whole);
/// Copies the part's own links from a time slice of the whole lattice, in the order of a Configuration.
void keep_slice(Configuration& part, int t, std::span<const Matrix3> slice);

/// Sends rank 0's text to all ranks.
void broadcast(Communicator& ranks, std::string& text);

}  // namespace glueball
