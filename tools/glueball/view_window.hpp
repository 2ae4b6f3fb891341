// `glueball view` with a window.
#pragma once

#include "view/live_run.hpp"
#include "view_options.hpp"

namespace glueball::app {

/// Looks at a run until the window is closed; returns the exit status. Throws Error(device) where the display
/// goes away.
int view_in_window(const ViewOptions& options, view::LiveRun& run);

}  // namespace glueball::app
