// A number in words of a parameter, read strictly.
#pragma once

#include <charconv>
#include <string_view>

namespace glueball {

/// Whether the whole of `text` is a number, which `n` is then.
template <class Number>
bool read_number(std::string_view text, Number& n) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace glueball
