// The keys of the window.
#pragma once

#include <string>
#include <vector>

#include "view/window/state.hpp"
#include "view/window/window.hpp"

namespace glueball::view {

/// A line of the help.
struct KeyHelp {
  std::string keys, does;
};
const std::vector<KeyHelp>& key_table();

/// Applies a key to the view. Requests to the run or for files are left in `state`.
void apply(const Press& press, ViewState& state);

}  // namespace glueball::view
