// What Dear ImGui wants drawn, as shapes of an overlay.
#pragma once

#include "view/overlay.hpp"

struct ImDrawData;

namespace glueball::view {

/// Appends the shapes of all lists. `font_width` and `font_height` are texels of the font's image.
void append(const ImDrawData& data, int font_width, int font_height, Overlay& overlay);

}  // namespace glueball::view
