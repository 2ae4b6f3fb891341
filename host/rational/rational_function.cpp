#include "rational/rational_function.hpp"

#include <cmath>

namespace glueball {

RationalFunction scaled(const RationalFunction& r, double lambda, double e) {
  const double factor = std::pow(lambda, e);
  RationalFunction s = r;
  s.constant *= factor;
  for (double& n : s.numerators) n *= factor * lambda;
  for (double& d : s.shifts) d *= lambda;
  return s;
}

}  // namespace glueball
