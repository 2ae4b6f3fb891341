// Checks of values on the command line. They add nothing to --help, where the descriptions give the ranges.
#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "app/decimal.hpp"

namespace glueball::app {

/// Rewrites one number, or several by commas, as `decimal` does.
inline CLI::Validator decimal_number() {
  return CLI::Validator(
      [](std::string& text) {
        try {
          text = decimal(text);
        } catch (const std::invalid_argument& error) {
          return std::string(error.what());
        }
        return std::string();
      },
      "");
}

/// Accepts a finite number that fulfils `holds`.
inline CLI::Validator number_that(bool (*holds)(double), const std::string& is) {
  return CLI::Validator(
      [holds, is](std::string& text) {
        double value = 0;
        const bool ok = CLI::detail::lexical_cast(text, value) && std::isfinite(value) && holds(value);
        return ok ? std::string() : "'" + text + "' is not a number " + is;
      },
      "");
}

inline CLI::Validator above_zero() {
  return number_that([](double x) { return x > 0; }, "above 0");
}

inline CLI::Validator zero_or_above() {
  return number_that([](double x) { return x >= 0; }, "of 0 or above");
}

/// Accepts a count of steps or the like, from 1 to 1e15.
inline CLI::Validator count_above_zero() {
  return number_that([](double x) { return x >= 1 && x <= 1e15; }, "from 1 to 1e15");
}

/// Accepts a coupling 6/g^2 in the range of single precision.
inline CLI::Validator coupling() {
  return number_that([](double x) { return x >= 0 && x <= 1e6; }, "from 0 to 1e6");
}

/// Accepts a parameter of quarks in the range of single precision.
inline CLI::Validator quark_parameter() {
  return number_that([](double x) { return std::abs(x) <= 1e6; }, "from -1e6 to 1e6");
}

inline CLI::Validator hopping_parameter() {
  return number_that([](double x) { return x > 0 && x <= 1e6; }, "above 0 and up to 1e6");
}

/// Accepts a whole number from 0 to 2^64 - 1, in digits. Reading it as an unsigned number would turn both -1
/// and 2^64 into 2^64 - 1.
inline CLI::Validator whole_number() {
  return CLI::Validator(
      [](std::string& text) {
        std::uint64_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error == std::errc() && end == text.data() + text.size()) return std::string();
        return "'" + text + "' is not a whole number from 0 to 18446744073709551615";
      },
      "");
}

inline CLI::Validator one_of(const std::vector<std::string>& words) {
  return CLI::Validator(
      [words](std::string& text) {
        if (std::find(words.begin(), words.end(), text) != words.end()) return std::string();
        return "'" + text + "' is none of " + CLI::detail::join(words, ", ");
      },
      "");
}

}  // namespace glueball::app
