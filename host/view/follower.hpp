// The window of several ranks: rank 0 has it, and says what the others are to do for it.
#pragma once

#include <functional>
#include <string>

#include "view/live_run.hpp"
#include "view/renderer.hpp"

namespace glueball::view {

enum class Order : char {
  update,      ///< bring the field to a scene, whose flags follow
  checkpoint,  ///< keep the links
  set,         ///< change a parameter of the run: its name and value follow
  step,        ///< the run's next step; the window stays
  close,       ///< the window is gone
};

/// Rank 0's order, to all others; nothing where a run has one rank. Numbers in words are exact.
void give(const LiveRun& run, Order order, std::string words = {});

/// In the place of a window on ranks but the first.
class Follower {
 public:
  /// `checkpoint` as ViewerOptions has it.
  Follower(LiveRun& run, std::function<std::string()> checkpoint)
      : run_(run), renderer_(run), checkpoint_(std::move(checkpoint)) {}

  /// As Viewer::after_step: does what rank 0 says, until it says that the run goes on; false where without a
  /// window.
  bool after_step();

 private:
  void obey(Order order, const std::string& words);

  LiveRun& run_;
  Renderer renderer_;
  std::function<std::string()> checkpoint_;
};

}  // namespace glueball::view
