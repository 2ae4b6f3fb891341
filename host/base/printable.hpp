// Makes text from files and drivers safe for a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace glueball {

/// Returns the number of bytes of the UTF-8 character at the start of `text`; 0 if there is none.
inline std::size_t utf8_length(std::string_view text) {
  const auto at = [&](std::size_t n) { return n < text.size() ? static_cast<unsigned char>(text[n]) : 0u; };
  const unsigned first = at(0), second = at(1);
  const std::size_t length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  // Reject overlong forms, surrogates, and codes above the last character.
  if (first > 0xf4 || (first == 0xe0 && second < 0xa0) || (first == 0xed && second >= 0xa0) ||
      (first == 0xf0 && second < 0x90) || (first == 0xf4 && second >= 0x90))
    return 0;
  for (std::size_t n = 1; n < length; ++n)
    if ((at(n) & 0xc0u) != 0x80) return 0;
  return text.empty() ? 0 : length;
}

/// Returns `text` on one line. Control characters, with which a file could move the cursor or colour later
/// text, and invalid UTF-8 become `\x1b` and the like.
inline std::string printable(std::string_view text) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const auto c = static_cast<unsigned char>(text[0]);
    // The C1 control characters have two bytes in UTF-8.
    const bool second = length == 2 && c == 0xc2 && static_cast<unsigned char>(text[1]) < 0xa0;
    if (length == 0 || c < 0x20 || c == 0x7f || second) {
      const unsigned code = static_cast<unsigned char>(text[second]);
      out += {'\\', 'x', kDigits[code >> 4], kDigits[code & 15]};
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}

}  // namespace glueball
