// A window that shows a run.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "view/live_run.hpp"
#include "view/scene.hpp"

namespace glueball::view {

struct ViewerOptions {
  std::string title = "glueball";
  int width = 1280, height = 800;  ///< pixels, for a monitor of scale 1
  bool vsync = true;
  bool panels = true;
  bool paused = false;
  bool play = false;         ///< animate Euclidean time
  std::string output = ".";  ///< folder for screenshots and checkpoints, made when it is needed
  /// Folder whose shaders are watched and replace the built-in ones; empty: none.
  std::string shaders;
  int frames = 0;  ///< close after this number of frames; 0: when the user closes it
  /// Returns the expected plaquette if it is known, as a line in the plaquette's history.
  std::function<std::optional<double>(const LiveRun&)> expected_plaquette{};
  /// Is called on all ranks by the checkpoint key, and returns the message that rank 0 shows. Default: an
  /// ILDG file in `output`.
  std::function<std::string()> checkpoint{};
};

/// Statistics of a window.
struct ViewerReport {
  int frames = 0;
  int steps = 0;
  double seconds = 0;  ///< since the first frame
  double frames_per_s = 0;
  bool lost = false;  ///< true if the display disappeared
};

class Follower;

/// Draws while the run continues: between steps, and within long ones. It must be used on the thread that
/// opened the device. On several ranks all must make one for a run on a split lattice. Rank 0 opens the
/// window; the others execute its orders, and wait while it is paused.
class Viewer {
 public:
  /// `run` must outlive this; its device must be opened for windows on rank 0. Throws Error(device) if no
  /// window can be opened.
  Viewer(LiveRun& run, const Scene& scene, const ViewerOptions& options);
  ~Viewer();

  /// Must be called before the first step and after each. Draws a frame if it is due, and waits while the run
  /// is paused. Returns false once the window was closed or its display disappeared; nothing is drawn after
  /// that.
  bool after_step();
  ViewerReport report() const;

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
  std::unique_ptr<Follower> follower_;  ///< on all ranks but the first
};

/// Returns the keys of the window, one line each.
std::string key_help();

}  // namespace glueball::view
