// Parses numbers in the text headers of configuration files without accepting anything else.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace glueball::io {

inline std::string_view trimmed(std::string_view text) {
  static constexpr std::string_view kBlank = " \t\r\n\v\f";
  const auto first = text.find_first_not_of(kBlank);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

/// Returns the whole of `text`, without surrounding blanks, as a number; nothing if it is none.
template <class Number, class... Format>
std::optional<Number> parse_number(std::string_view text, Format... format) {
  text = trimmed(text);
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, format...);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Returns 32 bits in hexadecimal, with or without 0x and leading zeros.
inline std::optional<std::uint32_t> parse_hex(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with("0x") || text.starts_with("0X")) text.remove_prefix(2);
  return parse_number<std::uint32_t>(text, 16);
}

}  // namespace glueball::io
