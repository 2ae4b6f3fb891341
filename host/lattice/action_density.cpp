#include "lattice/action_density.hpp"

#include <algorithm>
#include <array>

#include "base/error.hpp"

namespace glueball {
namespace {

constexpr std::array kClover = {CloverWeight{1, 1, 1, 1}};
constexpr std::array kImproved2 = {CloverWeight{1, 1, 4, 3}, CloverWeight{2, 2, -1, 12}};
constexpr std::array kImproved4 = {CloverWeight{1, 1, 3, 2}, CloverWeight{2, 2, -3, 20},
                                   CloverWeight{3, 3, 1, 90}};
constexpr std::array kRectangles2 = {CloverWeight{1, 1, 5, 3}, CloverWeight{1, 2, -1, 3}};
constexpr std::array kRectangles4 = {CloverWeight{1, 1, 19, 9}, CloverWeight{2, 2, 1, 36},
                                     CloverWeight{1, 2, -32, 45}, CloverWeight{1, 3, 1, 15}};

}  // namespace

std::span<const CloverWeight> clover_weights(FieldStrength kind) {
  switch (kind) {
    case FieldStrength::improved2:
      return kImproved2;
    case FieldStrength::improved4:
      return kImproved4;
    case FieldStrength::rectangles2:
      return kRectangles2;
    case FieldStrength::rectangles4:
      return kRectangles4;
    case FieldStrength::clover:
      break;
  }
  return kClover;
}

int layers(FieldStrength kind) {
  int most = 0;
  for (const CloverWeight& w : clover_weights(kind)) most = std::max(most, w.n);
  return most;
}

const std::vector<std::string>& field_strength_names() {
  static const std::vector<std::string> names = {"clover", "improved2", "improved4", "rectangles2",
                                                 "rectangles4"};
  return names;
}

FieldStrength field_strength_of(std::string_view word) {
  const auto& names = field_strength_names();
  const auto found = std::find(names.begin(), names.end(), word);
  if (found == names.end())
    throw Error(ErrorKind::bad_value, "no field strength '" + std::string(word) + "'",
                "clover, improved2, improved4, rectangles2 or rectangles4");
  return FieldStrength(found - names.begin());
}

}  // namespace glueball
