// The panel of parameters.
#pragma once

#include "view/live_run.hpp"
#include "view/window/state.hpp"

namespace glueball::view {

/// Draws into the current window of Dear ImGui.
void controls(ViewState& state, const LiveRun& run);

}  // namespace glueball::view
