#include "quark/condensate.hpp"

#include <cmath>
#include <limits>

#include "cpu/gamma.hpp"
#include "cpu/linalg.hpp"

namespace glueball {

NoiseMean noise_mean(const std::vector<Complex>& values) {
  const double n = double(values.size());
  NoiseMean result;
  for (const Complex& z : values) result.mean += z / n;
  double re = 0, im = 0;
  for (const Complex& z : values) {
    re += std::pow(z.real() - result.mean.real(), 2);
    im += std::pow(z.imag() - result.mean.imag(), 2);
  }
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  result.error = n > 1 ? Complex(std::sqrt(re / (n * (n - 1))), std::sqrt(im / (n * (n - 1))))
                       : Complex(kUnknown, kUnknown);
  return result;
}

Complex inner_product(const FullQuarkField<ParitySpinorField>& a,
                      const FullQuarkField<ParitySpinorField>& b) {
  return cpu::dot(a[0], b[0]) + cpu::dot(a[1], b[1]);
}

Complex inner_product(const FullQuarkField<ParityColourField>& a,
                      const FullQuarkField<ParityColourField>& b) {
  return cpu::dot(a[0], b[0]) + cpu::dot(a[1], b[1]);
}

Complex inner_product_gamma5(const FullQuarkField<ParitySpinorField>& a,
                             const FullQuarkField<ParitySpinorField>& b) {
  Complex sum;
  for (std::size_t parity = 0; parity < 2; ++parity) {
    ParitySpinorField turned = b[parity];
    cpu::apply_gamma5(turned);
    sum += cpu::dot(a[parity], turned);
  }
  return sum;
}

}  // namespace glueball
