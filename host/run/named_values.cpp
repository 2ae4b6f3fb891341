#include "run/named_values.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "io/text_numbers.hpp"

namespace glueball {
namespace {

// Functions of <cctype> are not used: the meaning of a file must not depend on a locale.
bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_of_name(char c) { return begins_name(c) || (c >= '0' && c <= '9') || c == '.' || c == '-'; }

}  // namespace

std::vector<std::pair<std::string, std::string>> named_values(const std::string& text) {
  constexpr std::string_view kEquals = " = ";
  std::vector<std::pair<std::string, std::string>> found;
  for (std::size_t at = text.find(kEquals); at != std::string::npos; at = text.find(kEquals, at)) {
    std::size_t name = at;
    while (name > 0 && is_of_name(text[name - 1])) --name;
    while (name < at && !begins_name(text[name])) ++name;  // "-9beta = 6" names beta
    const std::size_t value = at + kEquals.size();
    // The end is searched for only if there is a value. Otherwise a text of equals signs would be scanned
    // again for each.
    if (name == at || value == text.size() || text[value] == ',' || text[value] == '\n') {
      ++at;
      continue;
    }
    const std::size_t end = std::min(text.find_first_of(",\n", value), text.size());
    found.emplace_back(text.substr(name, at - name), text.substr(value, end - value));
    at = end;
  }
  return found;
}

bool names_beta(const std::string& text, double beta) {
  bool named = false;
  for (const auto& [name, value] : named_values(text)) {
    if (name != "beta") continue;
    named = true;
    const auto number = io::parse_number<double>(value);
    if (number && std::abs(*number - beta) <= 1e-9 * std::abs(beta)) return true;
  }
  return !named && beta == 0;
}

}  // namespace glueball
