// The deviation from a gauge condition.
#pragma once

namespace glueball {

/// Theta, by all its measures.
struct Divergence {
  double mean = 0, largest = 0;  ///< over all sites
  double worst_slice = 0;        ///< the largest mean over a time slice
};

}  // namespace glueball
