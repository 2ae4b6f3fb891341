#include "measure/observable_parameters.hpp"

#include <algorithm>
#include <map>

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "measure/observable.hpp"

namespace glueball {
namespace {

using Absent = ObservableParameter::Absent;

/// Returns the parts between `separator`.
std::vector<std::string> parts_of(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

[[noreturn]] void refuse(const ObservableKind& kind, const std::string& what, const std::string& hint) {
  throw Error(ErrorKind::bad_value, kind.name + ": " + what, hint);
}

/// Returns the values by name of "name=value,name=value".
std::map<std::string, std::string> values_of(const ObservableKind& kind, const std::string& parameters) {
  std::vector<std::string> names;
  std::string known;
  for (const ObservableParameter& p : kind.parameters) {
    names.push_back(p.name);
    known += (known.empty() ? "it has " : ", ") + p.name;
  }
  if (names.empty()) known = "it has no parameters: leave them out";
  std::map<std::string, std::string> values;
  for (const std::string& item : parts_of(parameters, ',')) {
    const std::size_t equals = item.find('=');
    if (equals == std::string::npos)
      refuse(kind, "'" + item + "' has no name beside parameters with one", known);
    const std::string name = item.substr(0, equals), value = item.substr(equals + 1);
    if (std::find(names.begin(), names.end(), name) == names.end())
      refuse(kind, "no parameter '" + name + "'", did_you_mean(name, names, known));
    if (value.empty()) refuse(kind, "'" + name + "' has no value", "give one, or leave it out");
    if (!values.emplace(name, value).second) refuse(kind, "'" + name + "' is given twice", "give it once");
  }
  return values;
}

/// Returns ":0.5:p1" for "time=0.5,momentum=1".
std::string placed(const ObservableKind& kind, const std::string& parameters) {
  const auto values = values_of(kind, parameters);
  std::string text, waiting, blocked;
  for (const ObservableParameter& p : kind.parameters) {
    const auto given = values.find(p.name);
    if (given == values.end()) {
      if (p.absent == Absent::refused) refuse(kind, "'" + p.name + "' is missing", "give " + form_of(kind));
      if (p.absent == Absent::last) blocked = p.name;
      if (p.absent == Absent::standard) waiting += p.before + p.value;
      continue;
    }
    if (!blocked.empty())
      refuse(kind, "'" + p.name + "' without '" + blocked + "'", "give " + blocked + "=, too");
    text += waiting + p.before + given->second;
    waiting.clear();
  }
  return text;
}

/// Joins the parts of a list that continue named parameters to their observable.
std::vector<std::string> words_of_list(const std::string& list) {
  std::vector<std::string> words;
  for (const std::string& part : parts_of(list, ',')) {
    const std::size_t equals = part.find('=');
    if (!words.empty() && equals < part.find(':') && words.back().find(':') != std::string::npos)
      words.back() += "," + part;
    else
      words.push_back(part);
  }
  return words;
}

}  // namespace

std::string form_of(const ObservableKind& kind) {
  std::string text = kind.name;
  const char* between = ":";
  for (const ObservableParameter& p : kind.parameters) {
    const std::string item = between + p.name + "=" + p.value;
    text += p.absent == Absent::refused ? item : "[" + item + "]";
    between = ",";
  }
  return text;
}

std::string by_place(const std::string& list) {
  std::string all;
  for (const std::string& word : words_of_list(list)) {
    const std::size_t colon = std::min(word.find(':'), word.size()),
                      steps = std::min(word.rfind('@'), word.size());
    const auto& kinds = observable_kinds();
    const auto kind = std::ranges::find(kinds, word.substr(0, colon), &ObservableKind::name);
    const bool named = word.find('=') < steps && kind != kinds.end() && colon < steps;
    all += named ? kind->name + placed(*kind, word.substr(colon + 1, steps - colon - 1)) + word.substr(steps)
                 : word;
    all += ",";
  }
  all.pop_back();  // a list has one word at least
  return all;
}

}  // namespace glueball
