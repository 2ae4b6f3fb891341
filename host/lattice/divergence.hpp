// How far a gauge condition is from being fulfilled.
#pragma once

namespace glueball {

/// Theta, in all its forms.
struct Divergence {
  double mean = 0, largest = 0;  ///< over all sites
  double worst_slice = 0;        ///< the largest mean over a time slice
};

}  // namespace glueball
