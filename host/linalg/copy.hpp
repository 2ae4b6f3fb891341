// One field from another, on the device.
#pragma once

#include <vector>

#include "field/field.hpp"

namespace glueball {

/// to = from, rounded to the format of `to`. Both are on lattices of one size and device. Throws
/// Error(bad_value) for images beside other storage or another precision.
void copy(const Field& from, Field& to);
/// The same of vectors of fields.
template <class F>
void copy(const std::vector<F>& from, std::vector<F>& to) {
  for (std::size_t n = 0; n < from.size(); ++n) copy(from[n], to[n]);
}
/// The same of links. Throws Error(bad_value) also for different numbers of reals a link, and for links of 8
/// reals from or to half precision, except within one format of it: the 8 numbers that stand for a link are
/// different ones there.
void copy(const ParityLinks& from, ParityLinks& to);
/// Both parities.
template <class OneParity>
void copy(const BothParities<OneParity>& from, BothParities<OneParity>& to) {
  for (const Parity parity : {Parity::even, Parity::odd}) copy(from[parity], to[parity]);
}

}  // namespace glueball
