// The panel of histories.
#pragma once

#include <optional>

#include "view/live_run.hpp"
#include "view/window/state.hpp"

namespace glueball::view {

/// Draws into the current window of Dear ImGui; `expected` is the plaquette's.
void histories(const LiveRun& run, const ViewState& state, std::optional<double> expected);

}  // namespace glueball::view
