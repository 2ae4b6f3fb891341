// Tests of staggered quarks with hops over one link and over three share this code.
#pragma once

#include "field/transfer.hpp"
#include "lattice/boundary.hpp"
#include "support/fields.hpp"

namespace glueball::test {

/// In the second hops over three links wrap twice, or once and end beside where they began, and paths of
/// seven links meet themselves on the other side.
inline const Geometry kNoTwoAlike({4, 6, 8, 10}), kShort({2, 4, 2, 6});

/// Returns signs, twists and an imaginary chemical potential, on wrapping links.
inline Boundary phases_on(const Geometry& g) {
  Boundary b = {1, -1, 1, -1};
  b.twist = {0.25, -0.5, 1.0 / 3, 0.125};
  b.imaginary_mu = 0.3;
  return b.wrapped(g);
}

inline double error_of(const ColourField& found, const ParityColourField& wanted) {
  ParityColourField host;
  download(found, host);
  return relative_error(host, wanted);
}

}  // namespace glueball::test
