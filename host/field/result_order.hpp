// The order in memory of a global sum's partial results: along up to four dimensions, the first fastest. On a
// split lattice the results of all ranks form one such order, that of the whole lattice, for every split.
#pragma once

#include "lattice/geometry.hpp"

namespace glueball {

struct ResultOrder {
  Site extents;  ///< results of this domain along each dimension
  /// The direction of the lattice along each dimension; -1: none that is split. Along t, where domains may
  /// differ in size, there is one result a time slice.
  Site directions = {0, 1, 2, 3};
  /// A direction across which only the last domains have results, all equally many; -1: none.
  int across = -1;
};

}  // namespace glueball
