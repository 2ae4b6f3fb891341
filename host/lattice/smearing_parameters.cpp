#include "lattice/smearing_parameters.hpp"

namespace glueball {

ApeParameters ape_alpha(double alpha, int dimensions) {
  return {1.0 - alpha, alpha / (2.0 * (dimensions - 1)), dimensions};
}

}  // namespace glueball
