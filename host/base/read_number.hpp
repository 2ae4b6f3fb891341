// Reads a number from text without accepting anything else.
#pragma once

#include <charconv>
#include <string_view>

namespace glueball {

/// Returns true and sets `n` if the whole of `text` is a number.
template <class Number>
bool read_number(std::string_view text, Number& n) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace glueball
