#include "rational/power_product.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <numeric>

#include "base/error.hpp"

namespace glueball {
namespace {

constexpr int kLargest = 1000;  ///< largest number in a fraction

[[noreturn]] void no_power(std::string_view fraction, const char* why) {
  throw Error(ErrorKind::bad_value, fmt::format("power '{}': {}", fraction, why), "give one such as -1/2");
}

/// Reads a whole number without anything else; returns false otherwise.
bool read(std::string_view text, int& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

PowerFactor power_factor(int numerator, int denominator, double shift) {
  const std::string fraction = fmt::format("{}/{}", numerator, denominator);
  if (denominator <= 0) no_power(fraction, "the denominator is not above 0");
  if (numerator < -kLargest || numerator > kLargest || denominator > kLargest)
    no_power(fraction, "its numbers are above 1000");
  if (numerator % denominator == 0) no_power(fraction, "a whole number, which needs no approximation");
  if (!(shift >= 0) || !std::isfinite(shift))
    throw Error(ErrorKind::bad_value, fmt::format("power {}: {} is added to x", fraction, shift),
                "give a squared mass, of 0 or above");
  const int common = std::gcd(numerator, denominator);
  return {.numerator = numerator / common, .denominator = denominator / common, .shift = shift};
}

PowerFactor power_factor(std::string_view fraction, double shift) {
  const auto slash = fraction.find('/');
  int numerator = 0, denominator = 1;
  if (!read(fraction.substr(0, slash), numerator) ||
      (slash != fraction.npos && !read(fraction.substr(slash + 1), denominator)))
    no_power(fraction, "no fraction of whole numbers");
  if (slash == fraction.npos) no_power(fraction, "a whole number, which needs no approximation");
  return power_factor(numerator, denominator, shift);
}

double value(const PowerProduct& product, double x) {
  double f = 1;
  for (const PowerFactor& p : product) f *= std::pow(x + p.shift, p.exponent());
  return f;
}

std::string to_string(const PowerProduct& product) {
  std::string text;
  for (const PowerFactor& p : product) {
    if (!text.empty()) text += ' ';
    text += p.shift == 0 ? "x" : fmt::format("(x + {:.10g})", p.shift);
    text += fmt::format("^({}/{})", p.numerator, p.denominator);
  }
  return text;
}

}  // namespace glueball
