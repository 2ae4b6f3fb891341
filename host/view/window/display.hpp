// What happens when the display goes away under a window: Xlib would end the program.
#pragma once

namespace glueball::view {

/// From now on a broken connection to the X server sets a flag instead, where the window system is X and its
/// library knows how (libX11 1.7). To be called after GLFW was initialised.
void watch_display();

/// Whether the connection broke. Nothing of GLFW may be called from then on.
bool display_lost();

}  // namespace glueball::view
