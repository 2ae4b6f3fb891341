// A configuration whose parts the ranks have, and the whole.
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

/// What ranks have, one after the other; domains may be of several sizes.
template <class T>
struct Parts {
  std::vector<T> all;  ///< empty where they did not go
  std::size_t stride = 0;
  std::span<const T> of(int rank) const { return std::span(all).subspan(std::size_t(rank) * stride, stride); }
};
/// `mine` of every rank to rank 0, or `to_all`. `size(rank)` is how many values that rank has.
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

/// The whole configuration on rank 0, which needs memory for it twice; elsewhere the part as it is.
Configuration gathered(const Domain& domain, Configuration part);
/// The same of a transformation, elsewhere nothing.
Transformation gathered(const Domain& domain, const Transformation& part);
/// The same of the values of momenta.
std::vector<AlgebraVector> gathered(const Domain& domain, const Momenta& part);
/// Of a quark's field as of a configuration.
template <class OneParity>
FullQuarkField<OneParity> gathered(const Domain& domain, FullQuarkField<OneParity> part);
/// The other way: this rank's part of what rank 0 has; `whole` is not looked at elsewhere.
Configuration scattered(const Domain& domain, const Configuration* whole);
Transformation scattered(const Domain& domain, const Transformation& whole);
template <class OneParity>
FullQuarkField<OneParity> scattered(const Domain& domain, const FullQuarkField<OneParity>* whole);
/// The part's own links of a time slice of the whole lattice, in the order of a Configuration.
void keep_slice(Configuration& part, int t, std::span<const Matrix3> slice);

/// Rank 0's text becomes everybody's.
void broadcast(Communicator& ranks, std::string& text);

}  // namespace glueball
