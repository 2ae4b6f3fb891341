#include "app/config_file.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <utility>

#include "app/renamed_options.hpp"
#include "base/error.hpp"

namespace glueball::app {
namespace {

[[noreturn]] void malformed(const std::string& path, int line, const std::string& what) {
  throw Error(ErrorKind::bad_value, fmt::format("{}:{}: {}", path, line, what),
              "a line is  key = value  or a # comment");
}

/// The state after a piece of text: an open quote, or open brackets. The text has its comment cut off.
struct Scan {
  std::string text;
  char quote = 0;
  int brackets = 0;
};

Scan scan(const std::string& line) {
  Scan s;
  bool escaped = false;
  for (char c : line) {
    if (s.quote != 0) {
      if (c == s.quote && !escaped) s.quote = 0;
      escaped = c == '\\' && s.quote == '"' && !escaped;
    } else if (c == '"' || c == '\'') {
      s.quote = c;
    } else if (c == '#') {
      break;
    } else {
      s.brackets += (c == '[') - (c == ']');
    }
    s.text += c;
  }
  CLI::detail::trim(s.text);
  return s;
}

bool is_key(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) || c == '-' || c == '_';
  });
}

bool is_quoted(const std::string& text) { return text.front() == '"' || text.front() == '\''; }

/// Returns true for one word without quotes, a text between two quotes of its own, or a list. The TOML reader
/// accepts more than that and would misread some of it.
bool is_value(const std::string& text) {
  if (text.front() == '[') return text.back() == ']';
  if (!is_quoted(text)) return text.find_first_of(" \t\r\n\"'[],") == std::string::npos;
  std::size_t end = 1;
  while (end < text.size() && text[end] != text.front())
    end += text.front() == '"' && text[end] == '\\' ? 2 : 1;
  return end == text.size() - 1;
}

constexpr std::pair<char, char> kEscapes[] = {{'b', '\b'}, {'t', '\t'}, {'n', '\n'}, {'f', '\f'},
                                              {'r', '\r'}, {'"', '"'},  {'\\', '\\'}};

/// Returns the character of "\u00e9", given its digits; "" if there is none, or if it is the null character.
std::string character(const std::string& digits) {
  std::uint32_t code = 0;
  const char* end = digits.data() + digits.size();
  const auto [at, error] = std::from_chars(digits.data(), end, code, 16);
  const bool half_a_pair = code >= 0xd800 && code < 0xe000;
  if (error != std::errc() || at != end || code == 0 || half_a_pair || code > 0x10ffff) return {};
  if (code < 0x80) return {char(code)};
  std::string further;  // bytes of UTF-8; each one leaves fewer bits in the first
  for (; code >= 0x40U >> further.size(); code >>= 6) further.insert(0, 1, char(0x80 | (code & 0x3f)));
  return char((0x7f80 >> further.size() & 0xff) | code) + further;
}

/// Returns the text between the quotes; nothing for an escape that TOML does not have.
std::optional<std::string> unquoted(const std::string& value) {
  std::string text;
  for (std::size_t n = 1; n + 1 < value.size(); ++n) {
    if (value[n] != '\\' || value.front() != '"') {
      text += value[n];
      continue;
    }
    const char letter = value[++n];
    const auto* known = std::ranges::find(kEscapes, letter, &std::pair<char, char>::first);
    const std::size_t digits = letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
    const std::string said = known != std::end(kEscapes) ? std::string(1, known->second)
                             : n + digits < value.size() ? character(value.substr(n + 1, digits))
                                                         : "";
    if (said.empty()) return std::nullopt;
    text += said;
    n += digits;
  }
  return text;
}

/// Returns the text in quotes, without escapes if possible.
std::string quoted(const std::string& text) {
  const auto is_control = [](unsigned char c) { return c < ' ' || c == 127; };
  const bool controls = std::ranges::any_of(text, is_control);
  if (!controls && text.find_first_of("\"\\") == std::string::npos) return '"' + text + '"';
  if (!controls && text.find('\'') == std::string::npos) return "'" + text + "'";
  std::string escaped;
  for (const char c : text) {
    const auto* known = std::ranges::find(kEscapes, c, &std::pair<char, char>::second);
    escaped += known != std::end(kEscapes) ? std::string{'\\', known->first}
               : is_control(static_cast<unsigned char>(c))
                   ? fmt::format("\\u{:04x}", static_cast<unsigned char>(c))
                   : std::string(1, c);
  }
  return '"' + escaped + '"';
}

bool is_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  // from_chars also reads "inf" and "nan", which TOML accepts without quotes. All other words need quotes.
  return error == std::errc() && end == text.data() + text.size();
}

std::string trimmed(std::string text) { return CLI::detail::trim(text); }

ConfigEntry key_and_value(const Scan& s, const std::string& path, int line) {
  const auto equals = s.text.find('=');
  if (equals == std::string::npos) malformed(path, line, fmt::format("no '=' in '{}'", shown(s.text)));
  const std::string key = trimmed(s.text.substr(0, equals));
  if (!is_key(key)) malformed(path, line, fmt::format("'{}' is no key", shown(key)));
  if (s.quote != 0) malformed(path, line, fmt::format("a quote of '{}' is not closed", shown(key)));
  if (s.brackets != 0) malformed(path, line, fmt::format("a bracket of '{}' is not closed", shown(key)));
  const std::string value = trimmed(s.text.substr(equals + 1));
  if (value.empty()) malformed(path, line, fmt::format("'{}' has no value", shown(key)));
  if (!is_value(value))
    malformed(
        path, line,
        fmt::format("the value of '{}' is neither one word, nor a text in quotes, nor a list", shown(key)));
  if (is_quoted(value)) {
    const auto text = unquoted(value);
    if (!text)
      malformed(path, line, fmt::format("'{}' has a backslash that begins no escape of TOML", shown(key)));
    return {key, *text, line};
  }
  // The TOML reader does not support escapes in lists either.
  if (value.find('\\') != std::string::npos && value.find('"') != std::string::npos)
    malformed(path, line,
              fmt::format("a text of the list '{}' has a backslash in double quotes", shown(key)));
  std::istringstream one(key + " = " + value);
  CLI::ConfigTOML reader;
  reader.comment('\0');  // comments are removed already; a # that is left belongs to a text
  const auto items = reader.from_config(one);
  if (items.size() != 1) malformed(path, line, fmt::format("'{}' cannot be understood", shown(s.text)));
  return {key, CLI::detail::join(items.front().inputs, ","), line};
}

}  // namespace

std::string shown(const std::string& text) {
  constexpr std::size_t kMost = 60;
  if (text.size() <= kMost) return text;
  return text.substr(0, kMost) + "...";
}

std::string shortened(std::string message, const ConfigEntry& entry) {
  std::vector<std::string> words = {entry.key, entry.value};
  for (const auto& item : CLI::detail::split(entry.value, ','))
    for (const auto& word : CLI::detail::split(item, '=')) words.push_back(word);
  for (const std::string& word : words) {
    const std::string brief = shown(word);
    if (brief.size() >= word.size()) continue;
    for (auto at = message.find(word); at != std::string::npos; at = message.find(word, at + brief.size()))
      message.replace(at, word.size(), brief);
  }
  return message;
}

std::vector<ConfigEntry> read_config(const std::string& path, const std::string& section,
                                     const std::vector<std::string>& tables) {
  // A pipe would make the program wait.
  std::error_code error;
  if (std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error))
    throw Error(ErrorKind::bad_file, fmt::format("{}: is not a regular file", path),
                "check the path given to --config");
  std::ifstream file(path);
  // A directory opens without an error and fails at the first read.
  if (!file || (file.peek() == std::ifstream::traits_type::eof() && !file.eof())) {
    throw Error(ErrorKind::bad_file, fmt::format("{}: cannot read the configuration file", path),
                "check the path given to --config");
  }
  file.clear();
  return read_config(file, path, section, tables);
}

std::vector<ConfigEntry> read_config(std::istream& file, const std::string& path, const std::string& section,
                                     const std::vector<std::string>& tables) {
  std::vector<ConfigEntry> entries;
  std::map<std::string, int> lines;  // the line of each key so far
  bool in_table = false;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    const int first = number;
    Scan s = scan(line);
    if (s.text.empty()) continue;
    if (s.text.front() == '[') {
      in_table = s.text.starts_with("[[") && s.text.ends_with("]]");
      const std::size_t brackets = in_table ? 2 : 1;
      const std::string name =
          trimmed(s.text.substr(brackets, s.text.size() - std::min(s.text.size(), 2 * brackets)));
      const bool is_table = std::find(tables.begin(), tables.end(), name) != tables.end();
      if (is_table && !in_table)
        malformed(path, number, fmt::format("'{}' is one of several: write [[{}]]", shown(s.text), name));
      if (s.text.back() != ']' || (in_table ? !is_table : name != section))
        malformed(path, number, fmt::format("section '{}' is not for this command", shown(s.text)));
      if (in_table) entries.push_back({name, "", number});
      continue;
    }
    while (s.brackets > 0 && std::getline(file, line)) {
      ++number;
      const Scan more = scan(line);
      s.text += more.text;
      s.brackets += more.brackets;
      s.quote = more.quote;
    }
    ConfigEntry entry = key_and_value(s, path, first);
    if (const std::string present = present_name(entry.key); !in_table && present != entry.key)
      entry.old_key = std::exchange(entry.key, present);
    if (!in_table) {
      const auto [at, first_time] = lines.emplace(entry.key, first);
      if (!first_time) {
        const std::string& other = std::ranges::find(entries, entry.key, &ConfigEntry::key)->old_key;
        const std::string& old = entry.old_key.empty() ? other : entry.old_key;
        throw Error(ErrorKind::bad_value,
                    fmt::format("{}:{}: '{}' is in line {} already{}", path, first, shown(entry.key),
                                at->second, old.empty() ? "" : fmt::format(" ('{}' is its old name)", old)),
                    "take one of the lines out");
      }
      entries.push_back(entry);
      continue;
    }
    ConfigEntry& table = entries.back();
    if (entry.value.find_first_of(",;=") != std::string::npos)
      malformed(path, first,
                fmt::format("'{}' in [[{}]] takes one number or name", shown(entry.key), table.key));
    if (!table.lines.emplace(entry.key, first).second)
      malformed(path, first, fmt::format("'{}' is twice in one [[{}]]", shown(entry.key), table.key));
    table.value += (table.value.empty() ? "" : ",") + entry.key + "=" + entry.value;
  }
  for (const ConfigEntry& entry : entries)
    if (entry.value.empty() && std::find(tables.begin(), tables.end(), entry.key) != tables.end())
      malformed(path, entry.line, fmt::format("[[{}]] is empty", entry.key));
  return entries;
}

std::string toml_line(const std::string& key, const std::string& value) {
  if (value == "true" || value == "false" || is_number(value)) return key + " = " + value + "\n";
  const auto parts = CLI::detail::split(value, ',');
  if (parts.size() > 1 &&
      std::all_of(parts.begin(), parts.end(), [](const auto& p) { return is_number(p); })) {
    return key + " = [" + CLI::detail::join(parts, ", ") + "]\n";
  }
  return key + " = " + quoted(value) + "\n";
}

std::string toml_table(const std::string& name, const std::string& value) {
  std::string text = "\n[[" + name + "]]\n";
  for (const auto& item : CLI::detail::split(value, ',')) {
    const auto equals = item.find('=');
    text += toml_line(item.substr(0, equals), equals == std::string::npos ? "" : item.substr(equals + 1));
  }
  return text;
}

}  // namespace glueball::app
