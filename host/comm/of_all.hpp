// Collects one value of every rank.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "comm/communicator.hpp"

namespace glueball {

/// Returns the values of all ranks, by rank. All ranks call this.
template <class T>
std::vector<T> of_all(Communicator& ranks, const T& mine) {
  std::vector<T> all(std::size_t(ranks.size()));
  ranks.gather(std::as_bytes(std::span(&mine, 1)), std::as_writable_bytes(std::span(all)));
  return all;
}

/// Returns true if `mine` is true on all ranks. All ranks call this.
inline bool on_all(Communicator& ranks, bool mine) {
  const auto all = of_all(ranks, std::uint8_t(mine));
  return std::ranges::all_of(all, [](std::uint8_t one) { return one != 0; });
}

}  // namespace glueball
