// In which order the partial results of a global sum lie in memory: along up to four dimensions, the first
// fastest. On a lattice that is split, those of all ranks make up one such order, that of the whole lattice,
// whatever the split.
#pragma once

#include "lattice/geometry.hpp"

namespace glueball {

struct ResultOrder {
  Site extents;  ///< results of this domain along each dimension
  /// The direction of the lattice that each lies along, -1: none that is split. Along t, where domains may
  /// have several sizes, there is one result a time slice.
  Site directions = {0, 1, 2, 3};
  /// A direction across which only the last domains have results, and all of them the same many; -1: none.
  int across = -1;
};

}  // namespace glueball
