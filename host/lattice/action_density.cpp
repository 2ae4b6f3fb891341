#include "lattice/action_density.hpp"

#include <string>

#include "base/error.hpp"

namespace glueball {

std::vector<double> clover_weights(FieldStrength kind) {
  switch (kind) {
    case FieldStrength::improved2:
      return {4.0 / 3.0, -1.0 / 12.0};
    case FieldStrength::improved4:
      return {3.0 / 2.0, -3.0 / 20.0, 1.0 / 90.0};
    case FieldStrength::clover:
      break;
  }
  return {1.0};
}

FieldStrength field_strength_of(std::string_view word) {
  if (word == "clover") return FieldStrength::clover;
  if (word == "improved2") return FieldStrength::improved2;
  if (word == "improved4") return FieldStrength::improved4;
  throw Error(ErrorKind::bad_value, "no field strength '" + std::string(word) + "'",
              "clover, improved2 or improved4");
}

}  // namespace glueball
