// Windows on several ranks: rank 0 has the window and sends orders to the other ranks.
#pragma once

#include <functional>
#include <string>

#include "view/live_run.hpp"
#include "view/renderer.hpp"

namespace glueball::view {

enum class Order : char {
  update,      ///< update the field for a scene, whose flags follow
  checkpoint,  ///< write the links
  set,         ///< change a parameter of the run, whose name and value follow
  step,        ///< do the run's next step; the window stays open
  close,       ///< the window was closed
};

/// Sends rank 0's order to all other ranks; does nothing on one rank. Numbers in text are exact.
void give(const LiveRun& run, Order order, std::string words = {});

/// The counterpart of a window on all ranks except the first.
class Follower {
 public:
  /// `checkpoint` is that of ViewerOptions.
  Follower(LiveRun& run, std::function<std::string()> checkpoint)
      : run_(run), renderer_(run), checkpoint_(std::move(checkpoint)) {}

  /// Like Viewer::after_step: executes rank 0's orders until the run continues. Returns false if there is no
  /// window any more.
  bool after_step();

 private:
  void obey(Order order, const std::string& words);

  LiveRun& run_;
  Renderer renderer_;
  std::function<std::string()> checkpoint_;
};

}  // namespace glueball::view
