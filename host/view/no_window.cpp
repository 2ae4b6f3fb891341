// The viewer of programs that are built without windows.
#ifndef GLUEBALL_WINDOW
#include "base/error.hpp"
#include "view/follower.hpp"
#include "view/viewer.hpp"

namespace glueball::view {

class Viewer::Parts {};

Viewer::Viewer(LiveRun&, const Scene&, const ViewerOptions&) {
  throw Error(ErrorKind::device, "this program was built without windows",
              "install libglfw3-dev and libimgui-dev and build again, or give <headless>");
}
Viewer::~Viewer() = default;
bool Viewer::after_step() { return false; }
ViewerReport Viewer::report() const { return {}; }
std::string key_help() { return {}; }

}  // namespace glueball::view
#endif
