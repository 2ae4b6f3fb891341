#include "app/table_settings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>

#include "app/config_argument.hpp"
#include "base/error.hpp"
#include "base/nearest.hpp"

namespace glueball::app {
namespace {

/// An option that tables replace, and the key of these tables that it sets.
struct ShortOption {
  const char *flag, *table, *key;
};
constexpr ShortOption kShortOptions[] = {
    {"beta", "monomial", "beta"}, {"kappa", "monomial", "kappa"},        {"gauge-action", "monomial", "c1"},
    {"steps", "level", "steps"},  {"integrator", "level", "integrator"}, {"lambda", "level", "lambda"}};

/// Returns the value of a key in "key=value,key=value".
std::optional<std::string> value_in(const ConfigEntry& table, const std::string& key) {
  for (const std::string& item : CLI::detail::split(table.value, ','))
    if (item.starts_with(key + "=")) return item.substr(key.size() + 1);
  return std::nullopt;
}

void put(ConfigEntry& table, const std::string& key, const std::string& value) {
  std::string all;
  bool found = false;
  for (std::string item : CLI::detail::split(table.value, ',')) {
    if (item.starts_with(key + "=")) item = key + "=" + value, found = true;
    all += (all.empty() ? "" : ",") + item;
  }
  table.value = found ? all : all + "," + key + "=" + value;
}

std::vector<ConfigEntry*> tables_of(std::vector<ConfigEntry>& entries, const std::string& name) {
  std::vector<ConfigEntry*> all;
  for (ConfigEntry& entry : entries)
    if (entry.key == name) all.push_back(&entry);
  return all;
}

/// Returns a word that means this table in --set.
std::string word_for(const ConfigEntry& table, std::size_t index) {
  return value_in(table, "name").value_or(std::to_string(index + 1));
}

ConfigEntry& meant(std::vector<ConfigEntry>& entries, const std::string& table, const std::string& word,
                   const std::string& setting, const std::string& file) {
  const auto all = tables_of(entries, table);
  std::vector<std::string> words;
  for (std::size_t n = 0; n < all.size(); ++n) words.push_back(word_for(*all[n], n));
  for (std::size_t n = 0; n < all.size(); ++n)
    if (word == std::to_string(n + 1)) return *all[n];
  for (const char* key : {"name", "kind"}) {
    std::vector<ConfigEntry*> found;
    for (ConfigEntry* one : all)
      if (value_in(*one, key) == word) found.push_back(one);
    if (found.size() == 1) return *found.front();
    if (found.size() > 1)
      throw Error(ErrorKind::bad_value,
                  fmt::format("--set {}: {} has several {}s '{}'", setting, file, table, word),
                  fmt::format("name one: {}", fmt::join(words, ", ")));
  }
  throw Error(ErrorKind::bad_value, fmt::format("--set {}: {} has no {} '{}'", setting, file, table, word),
              words.empty() ? "it has none"
                            : did_you_mean(word, words, fmt::format("it has {}", fmt::join(words, ", "))));
}

void apply(std::vector<ConfigEntry>& entries, const std::vector<std::string>& tables,
           const std::string& setting, const std::string& file) {
  const auto equals = setting.find('=');
  const auto first = setting.find('.'), last = setting.rfind('.', equals);
  const auto refuse = [&](const std::string& what) {
    throw Error(ErrorKind::bad_value, fmt::format("--set {}: {}", setting, what),
                "give TABLE.NAME.KEY=VALUE, such as monomial.gauge.beta=6.2");
  };
  if (equals == std::string::npos || equals + 1 == setting.size()) refuse("has no value");
  if (first == std::string::npos || first >= equals) refuse("names no table; other options are flags");
  if (last == first) refuse("names no key");
  const std::string table = setting.substr(0, first), word = setting.substr(first + 1, last - first - 1),
                    key = setting.substr(last + 1, equals - last - 1), value = setting.substr(equals + 1);
  if (std::ranges::find(tables, table) == tables.end())
    refuse(fmt::format("'{}' is no table of this command ({})", table, fmt::join(tables, ", ")));
  if (word.empty() || key.empty()) refuse("names no key");
  if (value.find_first_of(",;=") != std::string::npos) refuse("takes one number or name");
  put(meant(entries, table, word, setting, file), key, value);
}

}  // namespace

void set_in_tables(std::vector<ConfigEntry>& entries, const std::vector<std::string>& tables,
                   std::vector<std::string>& arguments, const std::string& file) {
  for (const ShortOption& option : kShortOptions) {
    const auto value = value_given(arguments, option.flag);
    if (!value || std::ranges::find(tables, option.table) == tables.end()) continue;
    // With a plain option of this name in the file the tables are refused later, whatever they hold.
    if (std::ranges::find(entries, option.flag, &ConfigEntry::key) != entries.end()) continue;
    std::vector<ConfigEntry*> holders;
    std::vector<std::string> ways;
    const auto all = tables_of(entries, option.table);
    for (std::size_t n = 0; n < all.size(); ++n) {
      if (!value_in(*all[n], option.key)) continue;
      holders.push_back(all[n]);
      ways.push_back(
          fmt::format("--set {}.{}.{}={}", option.table, word_for(*all[n], n), option.key, *value));
    }
    if (holders.empty()) continue;
    if (holders.size() > 1)
      throw Error(ErrorKind::bad_value,
                  fmt::format("--{} {}: {} has it in {} [[{}]]", option.flag, *value, file, holders.size(),
                              option.table),
                  fmt::format("give {}", fmt::join(ways, " or ")));
    put(*holders.front(), option.key, *value);
    const std::string flag = std::string("--") + option.flag;
    for (std::size_t n = 0; n < arguments.size();) {
      const bool joined = arguments[n].starts_with(flag + "="), parted = arguments[n] == flag;
      if (joined || parted)
        arguments.erase(arguments.begin() + std::ptrdiff_t(n),
                        arguments.begin() + std::ptrdiff_t(std::min(n + (parted ? 2 : 1), arguments.size())));
      else
        ++n;
    }
  }
  for (const std::string& setting : values_given(arguments, "set")) apply(entries, tables, setting, file);
}

}  // namespace glueball::app
