// Files that keys of a window write.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "view/live_run.hpp"

namespace glueball::view {

/// Writes a picture, three bytes a pixel, as the next of view-0001.png, view-0002.png... in `folder`, and
/// returns its path.
std::string keep_picture(const std::string& folder, const std::vector<std::uint8_t>& rgb, int width,
                         int height);

/// Writes the links of a run as the next of view-0001.ildg... in `folder`, and returns its path. All ranks
/// must call it; rank 0 writes, and the others return an empty path.
std::string keep_configuration(const std::string& folder, LiveRun& run);

}  // namespace glueball::view
