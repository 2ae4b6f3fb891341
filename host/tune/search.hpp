// The search for the fastest options, one property after the other.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "tune/tuned_choices.hpp"

namespace glueball {

/// Changes to the best choice so far, in the order in which they are tried.
struct SearchSpace {
  Choice usual;  ///< the start of the search
  std::vector<std::function<void(Choice&)>> changes;

  /// Adds the values of a property, one after the other.
  template <class Values, class Property>
  void add(const Values& values, Property Choice::*property) {
    for (const auto& value : values) changes.push_back([property, value](Choice& c) { c.*property = value; });
  }
};

/// The functions with which a search measures.
struct SearchMeasure {
  std::function<bool(const Choice&)> possible;                  ///< other choices are skipped
  std::function<std::optional<double>(const Choice&)> seconds;  ///< nothing if the device refuses
  std::function<bool()> time_is_over;  ///< asked before each measurement except the first
};

/// Returns the fastest choice; each is measured once. If time ran out, `untried` is the number of choices
/// left, and a search that gets this result as `earlier` continues there.
Choice search(const SearchSpace& space, const SearchMeasure& measure,
              const std::optional<Choice>& earlier = {});

}  // namespace glueball
