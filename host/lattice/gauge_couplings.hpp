// Gauge actions with one rectangle coefficient: Wilson, Symanzik, Iwasaki, DBW2.
#pragma once

#include <string>

namespace glueball {

/// S = beta/3 sum [c0 Re Tr(1-P) + c1 Re Tr(1-R)] over plaquettes and 2 x 1 rectangles, c0 = 1 - 8 c1, beta =
/// 6/g^2.
struct GaugeCouplings {
  double beta = 6.0;
  double c1 = 0.0;

  double c0() const { return 1.0 - 8.0 * c1; }
  bool rectangles() const { return c1 != 0.0; }
};

/// Returns c1 of "wilson" (0), "symanzik" (-1/12, tree level), "iwasaki" (-0.331), "dbw2" (-1.4088) or of a
/// number as text. Throws Error(bad_value) for other text.
double rectangle_coefficient(const std::string& action);

}  // namespace glueball
