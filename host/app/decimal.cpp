#include "app/decimal.hpp"

#include <CLI/StringTools.hpp>
#include <algorithm>
#include <cctype>
#include <stdexcept>

namespace glueball::app {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

std::string one(std::string text) {
  CLI::detail::trim(text);
  const std::size_t begin = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
  const std::string digits = text.substr(begin), lower = CLI::detail::to_lower(digits);
  for (const char* base : {"0x", "0b", "0o"})
    if (lower.starts_with(base)) throw std::invalid_argument("'" + text + "' is no decimal number");
  for (const char* word : {"nan", "inf", "infinity"})
    if (lower == word) throw std::invalid_argument("'" + text + "' is no finite number");
  std::size_t zeros = 0;
  while (zeros + 1 < digits.size() && digits[zeros] == '0' && is_digit(digits[zeros + 1])) ++zeros;
  return text.substr(0, begin) + digits.substr(zeros);
}

}  // namespace

std::string decimal(const std::string& text) {
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) throw std::invalid_argument("'' is no number");
  std::string all;
  for (std::size_t begin = 0, end = 0; end < text.size(); begin = end + 1) {
    end = std::min(text.find(',', begin), text.size());
    all += (begin == 0 ? "" : ",") + one(text.substr(begin, end - begin));
  }
  return all;
}

}  // namespace glueball::app
