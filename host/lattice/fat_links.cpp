#include "lattice/fat_links.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"

namespace glueball {

double FatLinkWeights::bound() const {
  return std::abs(one) + 6 * std::abs(three) + 24 * std::abs(five) + 48 * std::abs(seven) +
         6 * std::abs(lepage);
}

FatLinkWeights hisq_weights(double epsilon) {
  return {1 + epsilon / 8, 1.0 / 16, 1.0 / 64, 1.0 / 384, -1.0 / 8};
}

HopCoefficients hisq_hops(double epsilon) { return {.one = 1, .three = -(1 + epsilon) / 24}; }

void require_projections(std::size_t undetermined, std::size_t links) {
  if (undetermined > 0)
    throw Error(ErrorKind::not_converged,
                fmt::format("HISQ links: {} of {} sums of paths have no unique projection to U(3): two of "
                            "their singular values are 0",
                            undetermined, links),
                "take other links, or another action");
}

FatLinkWeights asqtad_weights(double u0) {
  const double a = 1 / (u0 * u0);
  return {5.0 / 8, a / 16, a * a / 64, a * a * a / 384, -a * a / 16};
}

HopCoefficients asqtad_hops(double u0) { return {.one = 1, .three = -1 / (24 * u0 * u0)}; }

}  // namespace glueball
