// Copies fields on the device.
#pragma once

#include <vector>

#include "field/field.hpp"

namespace glueball {

/// Computes to = from, rounded to the format of `to`. Both lattices are of one size and device. Throws
/// Error(bad_value) for images together with other storage or another precision.
void copy(const Field& from, Field& to);
/// Copies vectors of fields.
template <class F>
void copy(const std::vector<F>& from, std::vector<F>& to) {
  for (std::size_t n = 0; n < from.size(); ++n) copy(from[n], to[n]);
}
/// Copies links. Also throws Error(bad_value) for different numbers of reals a link, and for links of 8 reals
/// from or to half precision, except within one format of it, because half precision has other 8 numbers for
/// a link.
void copy(const ParityLinks& from, ParityLinks& to);
/// Copies both parities.
template <class OneParity>
void copy(const BothParities<OneParity>& from, BothParities<OneParity>& to) {
  for (const Parity parity : {Parity::even, Parity::odd}) copy(from[parity], to[parity]);
}

}  // namespace glueball
