#include "options/run_window.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "app/option_needs.hpp"
#include "base/error.hpp"
#include "comm/communicator.hpp"

namespace glueball::app {

void declare_window(CLI::App& table, WindowOptions& o) {
  const OptionGroup group(table, "Window");
  group.flag("--view", o.view, "open a window on the run; closed, the run goes on without it");
  group.add_plain("--scene", o.scene,
                  "what it shows, in flags of 'glueball view' as its G key prints them: --scene='--field "
                  "action --mode volume'",
                  "FLAGS");
  acts_with(table, {"--scene"}, "--view");
}

RunWindow::RunWindow(Observed run, const WindowOptions& options, const std::string& title,
                     const std::string& folder, view::ViewerOptions more)
    : run_(std::move(run)) {
  more.title = "glueball " + title;
  more.output = folder;
  viewer_ = std::make_unique<view::Viewer>(run_, view::scene_of(options.scene), more);
}

void RunWindow::draw() {
  if (!viewer_ || viewer_->after_step()) return;
  lost_ = viewer_->report().lost;
  if (!lost_ && world().first()) std::fputs("the window was closed; the run goes on\n", stderr);
  viewer_.reset();
}

void RunWindow::step() {
  draw();
  run_.step();
}

void RunWindow::give_up(const std::string& hint) const {
  throw Error(ErrorKind::device, "the display of the window went away; what the run had is kept", hint);
}

}  // namespace glueball::app
