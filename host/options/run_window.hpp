// --view: a window that shows a command's run.
#pragma once

#include <memory>
#include <string>

#include "options/observed_run.hpp"
#include "options/option_group.hpp"
#include "view/viewer.hpp"

namespace glueball::app {

struct WindowOptions {
  bool view = false;
  std::string scene;  ///< flags as the window's G key prints them
};
/// Declares --view and --scene.
void declare_window(CLI::App& table, WindowOptions& o);

class RunWindow {
 public:
  /// `title` is the command's; `folder` is for files that its keys write.
  RunWindow(Observed run, const WindowOptions& options, const std::string& title, const std::string& folder,
            view::ViewerOptions more = {});

  view::LiveRun& run() { return run_; }
  /// Draws if a frame is due, then makes the run's next step. A closed window is reported, and the run
  /// continues without it.
  void step();
  /// Draws after the last step.
  void draw();
  /// True if the display disappeared: the run should save its state and end.
  bool lost() const { return lost_; }
  /// Throws Error(device) about the display; `hint` says how to resume.
  [[noreturn]] void give_up(const std::string& hint) const;

 private:
  ObservedRun run_;
  std::unique_ptr<view::Viewer> viewer_;
  bool lost_ = false;
};

}  // namespace glueball::app
