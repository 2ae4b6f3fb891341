// Products of rational powers, the functions that are approximated.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace glueball {

/// (x + shift)^(numerator / denominator), with the fraction in lowest terms and a denominator above 1.
struct PowerFactor {
  int numerator = 1, denominator = 2;
  double shift = 0;  ///< a squared mass

  double exponent() const { return double(numerator) / denominator; }
  bool operator==(const PowerFactor&) const = default;
};

using PowerProduct = std::vector<PowerFactor>;

/// Makes a factor from text such as "-1/2" and its shift. Throws Error(bad_value) unless it is a fraction of
/// whole numbers up to 1000. Throws for an integer power too, which is no sum of poles, or needs no
/// approximation.
PowerFactor power_factor(std::string_view fraction, double shift = 0);
/// Makes a factor from whole numbers.
PowerFactor power_factor(int numerator, int denominator, double shift = 0);

/// Evaluates in double precision.
double value(const PowerProduct& product, double x);

/// For example "x^(-1/2)" or "(x + 0.01)^(1/4) (x + 0.25)^(-1/4)".
std::string to_string(const PowerProduct& product);

}  // namespace glueball
