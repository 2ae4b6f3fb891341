// The panels of parameters and of histories.
#pragma once

#include <optional>

#include "view/live_run.hpp"
#include "view/window/state.hpp"

namespace glueball::view {

/// Draws into the current window of Dear ImGui.
void controls(ViewState& state, const LiveRun& run);

/// Draws into the current window of Dear ImGui; `expected` is the plaquette's.
void histories(const LiveRun& run, const ViewState& state, std::optional<double> expected);

}  // namespace glueball::view
