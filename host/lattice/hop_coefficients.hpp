// Coefficients of staggered hops over one link and over three.
#pragma once

namespace glueball {

/// D = sum_mu eta_mu {one / 2 [hops over a link] + three / 2 [hops over three]}. The defaults are those of
/// Naik, Nucl. Phys. B316 (1989) 238: one sin p + three sin 3p = p - 3 p^5 / 40 + ..., without a term in p^3.
struct HopCoefficients {
  double one = 9.0 / 8, three = -1.0 / 24;
};

}  // namespace glueball
