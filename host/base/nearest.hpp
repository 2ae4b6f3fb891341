// Guesses the word that a user meant.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace glueball {

/// Returns how many insertions, deletions, substitutions and swaps of neighbours turn `a` into `b` (optimal
/// string alignment).
inline std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

/// Returns the candidate nearest to `word`, the first of several; empty if none shares at least half of its
/// letters.
inline std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(2, (word.size() + 1) / 2) + 1;
  for (const auto& candidate : candidates) {
    // An abbreviation counts as one edit.
    const bool prefix = word.size() >= 3 && candidate.starts_with(word);
    const std::size_t distance = prefix ? 1 : edit_distance(word, candidate);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

/// Returns "did you mean 'beta'?", or `otherwise` if no candidate is near.
inline std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates,
                                const std::string& otherwise) {
  const std::string best = nearest(word, candidates);
  return best.empty() ? otherwise : "did you mean '" + best + "'?";
}

}  // namespace glueball
