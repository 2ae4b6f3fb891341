// Words of files and drivers as a terminal may see them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace glueball {

/// `text` on one line: control characters, with which a file could move the cursor or colour what follows,
/// become `\x1b` and the like; all else, UTF-8 among it, stays.
inline std::string printable(std::string_view text) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (std::size_t n = 0; n < text.size(); ++n) {
    const auto c = static_cast<unsigned char>(text[n]);
    const auto next = n + 1 < text.size() ? static_cast<unsigned char>(text[n + 1]) : 0;
    // The second set of control characters has two bytes in UTF-8.
    const bool second = c == 0xc2 && next >= 0x80 && next < 0xa0;
    if (c < 0x20 || c == 0x7f || second) {
      const unsigned code = second ? next : c;
      out += {'\\', 'x', kDigits[code >> 4], kDigits[code & 15]};
      n += second;
    } else {
      out += text[n];
    }
  }
  return out;
}

}  // namespace glueball
