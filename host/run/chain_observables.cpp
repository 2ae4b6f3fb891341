#include "run/chain_observables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <sstream>

#include "base/error.hpp"
#include "base/read_number.hpp"

namespace glueball {
namespace {

struct Entry {
  std::string word;
  int interval;
};

Entry entry_of(const std::string& text, int measure_interval) {
  const std::size_t at = text.find('@');
  if (at == std::string::npos) return {text, measure_interval};
  const std::string word = text.substr(0, at);
  int steps = 0;
  if (!read_number(std::string_view(text).substr(at + 1), steps) || steps < 1)
    throw Error(ErrorKind::bad_value,
                fmt::format("observable '{}': '{}' is no number of steps", text, text.substr(at + 1)),
                fmt::format("give {}@{} to measure it every {} steps", word,
                            10 * std::int64_t(measure_interval), 10 * std::int64_t(measure_interval)));
  if (steps % measure_interval != 0)
    throw Error(
        ErrorKind::bad_value,
        fmt::format("observable '{}' every {} steps, where the chain is measured every {}: no multiple of it",
                    word, steps, measure_interval),
        fmt::format("give {}@{}, or another <measure_interval>", word,
                    (steps / measure_interval + 1) * std::int64_t(measure_interval)));
  return {word, steps};
}

}  // namespace

ObservableList chain_observables(const std::string& given, int measure_interval) {
  const std::string list = by_place(given);
  std::vector<Entry> entries;
  std::istringstream words(list);
  for (std::string word; std::getline(words, word, ',');) entries.push_back(entry_of(word, measure_interval));
  if (list.ends_with(',')) entries.push_back({"", measure_interval});  // an error, as in every list
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& a, const Entry& b) { return a.interval < b.interval; });
  std::string plain;
  std::vector<int> intervals;
  for (const Entry& entry : entries) {
    plain += (intervals.empty() ? "" : ",") + entry.word;
    intervals.push_back(entry.interval);
  }
  return ObservableList(plain, intervals);
}

}  // namespace glueball
