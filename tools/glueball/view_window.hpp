// `glueball view` with a window.
#pragma once

#include "view/live_run.hpp"
#include "view_options.hpp"

namespace glueball::app {

/// Shows a run until the window is closed. Returns the exit status. Throws Error(device) if the display
/// disappears.
int view_in_window(const ViewOptions& options, view::LiveRun& run);

}  // namespace glueball::app
