// What rational functions approximate: products of rational powers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace glueball {

/// (x + shift)^(numerator / denominator), the fraction in lowest terms and its denominator above 1.
struct PowerFactor {
  int numerator = 1, denominator = 2;
  double shift = 0;  ///< a squared mass

  double exponent() const { return double(numerator) / denominator; }
  bool operator==(const PowerFactor&) const = default;
};

using PowerProduct = std::vector<PowerFactor>;

/// A factor from "-1/2" and its shift. Throws Error(bad_value) for what is no fraction of whole numbers up to
/// 1000, and for a power that is a whole number: such a one is no sum of poles, or needs no approximation.
PowerFactor power_factor(std::string_view fraction, double shift = 0);
/// The same from whole numbers.
PowerFactor power_factor(int numerator, int denominator, double shift = 0);

/// In double precision.
double value(const PowerProduct& product, double x);

/// "x^(-1/2)", "(x + 0.01)^(1/4) (x + 0.25)^(-1/4)"
std::string to_string(const PowerProduct& product);

}  // namespace glueball
