// A window on a run.
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
  int width = 1280, height = 800;  ///< pixels of a monitor of scale 1
  bool vsync = true;
  bool panels = true;
  bool paused = false;
  bool play = false;         ///< Euclidean time runs
  std::string output = ".";  ///< folder for screenshots and checkpoints; made when it is needed
  std::string
      shaders;     ///< folder whose shaders are watched and take the place of those built in; empty: none
  int frames = 0;  ///< close after so many; 0: when the user does
  /// Where it is known: a line in the plaquette's history.
  std::function<std::optional<double>(const LiveRun&)> expected_plaquette{};
  /// What the checkpoint key does, on all ranks, and says on the first; not given: an ILDG file in `output`.
  std::function<std::string()> checkpoint{};
};

/// What a window has shown.
struct ViewerReport {
  int frames = 0;
  int steps = 0;
  double seconds = 0;  ///< since the first frame
  double frames_per_s = 0;
  bool lost = false;  ///< the display went away
};

class Follower;

/// Draws while the run goes on: between steps, and inside of those that take long. On the thread that opened
/// the device. Of several ranks all make one, for a run on parts of a lattice: rank 0 opens the window, the
/// others do what it says, and wait while it is paused.
class Viewer {
 public:
  /// `run`, whose device was opened for windows on rank 0, must outlive it. Throws Error(device) where no
  /// window can be opened.
  Viewer(LiveRun& run, const Scene& scene, const ViewerOptions& options);
  ~Viewer();

  /// To be called before the first step and after each: draws what is due, and stays while the run is paused.
  /// False once the window was closed or its display is gone; nothing is drawn from then on.
  bool after_step();
  ViewerReport report() const;

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
  std::unique_ptr<Follower> follower_;  ///< on ranks but the first
};

/// The keys of the window, a line each.
std::string key_help();

}  // namespace glueball::view
