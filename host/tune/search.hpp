// The search for the fastest of what there is to choose, one property after the other.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "tune/tuned_choices.hpp"

namespace glueball {

/// What is tried: changes to the best that was found so far, in this order.
struct SearchSpace {
  Choice usual;  ///< where it begins
  std::vector<std::function<void(Choice&)>> changes;

  /// `values` of a property, one after the other.
  template <class Values, class Property>
  void add(const Values& values, Property Choice::*property) {
    for (const auto& value : values) changes.push_back([property, value](Choice& c) { c.*property = value; });
  }
};

/// What a search asks of the world.
struct SearchMeasure {
  std::function<bool(const Choice&)> possible;                  ///< what is not is passed over
  std::function<std::optional<double>(const Choice&)> seconds;  ///< nothing where the device refuses
  std::function<bool()> time_is_over;  ///< asked before each but that of the beginning
};

/// The fastest that was found, each measured once. Where time was over before all was tried, `untried` says
/// how much was left, and a search that is given this choice as `earlier` goes on there.
Choice search(const SearchSpace& space, const SearchMeasure& measure,
              const std::optional<Choice>& earlier = {});

}  // namespace glueball
