// --view: a window on the run of a command.
#pragma once

#include <memory>
#include <string>

#include "observed_run.hpp"
#include "option_group.hpp"
#include "view/viewer.hpp"

namespace glueball::app {

struct WindowOptions {
  bool view = false;
  std::string scene;  ///< flags, as the window's G key prints them
};
/// --view and --scene.
void declare_window(CLI::App& table, WindowOptions& o);

class RunWindow {
 public:
  /// `title` is the command's, `folder` for what its keys write.
  RunWindow(Observed run, const WindowOptions& options, const std::string& title, const std::string& folder,
            view::ViewerOptions more = {});

  view::LiveRun& run() { return run_; }
  /// Draws what is due, then the run's next step. A window that was closed is said and gone; the run goes on.
  void step();
  /// What is due after the last step.
  void draw();
  /// The display went away: the run should keep what it has, and end.
  bool lost() const { return lost_; }
  /// Throws Error(device) that says so. `hint` tells how to go on.
  [[noreturn]] void give_up(const std::string& hint) const;

 private:
  ObservedRun run_;
  std::unique_ptr<view::Viewer> viewer_;
  bool lost_ = false;
};

}  // namespace glueball::app
