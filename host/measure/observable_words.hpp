// Parsing of an observable's parameters, which are words between colons.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/read_number.hpp"

namespace glueball {

/// Returns the words between colons.
inline std::vector<std::string> words_of(const std::string& parameters) {
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin < parameters.size();) {
    const std::size_t end = std::min(parameters.find(':', begin), parameters.size());
    words.push_back(parameters.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

constexpr int kMostOfWords = 10000;

/// Reads a number from `least` to kMostOfWords, or returns `otherwise` if there is no such word.
template <class Number>
Number number_of(const std::string& name, const std::vector<std::string>& words, std::size_t n,
                 const char* what, Number least, Number otherwise) {
  if (n >= words.size()) return otherwise;
  Number x{};
  if (!read_number(words[n], x) || !(x >= least) || !(x <= Number(kMostOfWords)))
    throw Error(ErrorKind::bad_value, name + ": '" + words[n] + "' is no " + what,
                "give one from " + std::to_string(int(least)) + " to " + std::to_string(kMostOfWords));
  return x;
}

inline void no_more_words(const std::string& name, const std::vector<std::string>& words, std::size_t most) {
  if (words.size() > most)
    throw Error(ErrorKind::bad_value, name + ": '" + words[most] + "' is one parameter too many",
                "leave it out");
}

}  // namespace glueball
