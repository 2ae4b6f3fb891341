// One value of every rank.
#pragma once

#include <span>
#include <vector>

#include "comm/communicator.hpp"

namespace glueball {

/// What each rank gives, by rank, to all. All ranks come here.
template <class T>
std::vector<T> of_all(Communicator& ranks, const T& mine) {
  std::vector<T> all(std::size_t(ranks.size()));
  ranks.gather(std::as_bytes(std::span(&mine, 1)), std::as_writable_bytes(std::span(all)));
  return all;
}

}  // namespace glueball
