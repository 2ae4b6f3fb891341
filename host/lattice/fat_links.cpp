#include "lattice/fat_links.hpp"

#include <cmath>

namespace glueball {

double FatLinkWeights::bound() const {
  return std::abs(one) + 6 * std::abs(three) + 24 * std::abs(five) + 48 * std::abs(seven) +
         6 * std::abs(lepage);
}

FatLinkWeights hisq_weights(double epsilon) {
  return {1 + epsilon / 8, 1.0 / 16, 1.0 / 64, 1.0 / 384, -1.0 / 8};
}

HopCoefficients hisq_hops(double epsilon) { return {.one = 1, .three = -(1 + epsilon) / 24}; }

FatLinkWeights asqtad_weights(double u0) {
  const double a = 1 / (u0 * u0);
  return {5.0 / 8, a / 16, a * a / 64, a * a * a / 384, -a * a / 16};
}

HopCoefficients asqtad_hops(double u0) { return {.one = 1, .three = -1 / (24 * u0 * u0)}; }

}  // namespace glueball
