// Handling of a lost display, on which Xlib would end the program.
#pragma once

namespace glueball::view {

/// Makes a broken connection to the X server set a flag, if the window system is X and its library supports
/// this (libX11 1.7). Must be called after the initialization of GLFW.
void watch_display();

/// True if the connection broke. GLFW must not be called after that.
bool display_lost();

}  // namespace glueball::view
