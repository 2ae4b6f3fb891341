// The line of figures, the colour bar, the help, and what has to be said.
#pragma once

#include <string>

#include "view/composer.hpp"
#include "view/live_run.hpp"
#include "view/renderer.hpp"
#include "view/window/state.hpp"

namespace glueball::view {

/// How fast it goes.
struct Rates {
  double steps = 0, frames = 0;  ///< a second
  double gbytes = 0;             ///< a second, of the run's own kernels; 0 where nobody knows
};

std::string status_text(const LiveRun& run, const Rates& rates);
/// Over the picture, at its place.
void draw_legend(const Legend& legend, const Place& place, float scale);
void draw_messages(const ViewState& state, const Place& place, float scale, double now);
void draw_help(const Place& place);

}  // namespace glueball::view
