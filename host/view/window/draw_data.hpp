// Conversion of Dear ImGui's draw data to shapes of an overlay.
#pragma once

#include "view/overlay.hpp"

struct ImDrawData;

namespace glueball::view {

/// Appends the shapes of all lists. `font_width` and `font_height` are the size of the font's image in
/// texels.
void append(const ImDrawData& data, int font_width, int font_height, Overlay& overlay);

}  // namespace glueball::view
