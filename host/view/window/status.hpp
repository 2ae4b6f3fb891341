// The status line, the colour bar, the help and messages.
#pragma once

#include <string>

#include "view/composer.hpp"
#include "view/live_run.hpp"
#include "view/renderer.hpp"
#include "view/window/state.hpp"

namespace glueball::view {

/// Rates of a run and its window.
struct Rates {
  double steps = 0, frames = 0;  ///< per second
  double gbytes = 0;             ///< per second, of the run's kernels; 0 if unknown
};

std::string status_text(const LiveRun& run, const Rates& rates);
/// These are drawn over the picture, at its place.
void draw_legend(const Legend& legend, const Place& place, float scale);
void draw_messages(const ViewState& state, const Place& place, float scale, double now);
void draw_help(const Place& place);

}  // namespace glueball::view
