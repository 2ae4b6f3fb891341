// What the keys of a window leave on disk.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "view/live_run.hpp"

namespace glueball::view {

/// Writes a picture, three bytes a pixel, as the next of view-0001.png, view-0002.png... in `folder`; returns
/// its path.
std::string keep_picture(const std::string& folder, const std::vector<std::uint8_t>& rgb, int width,
                         int height);

/// Writes the links of a run as the next of view-0001.ildg... in `folder`; returns its path. Of
/// several ranks all call it, the first writes, and the others return nothing.
std::string keep_configuration(const std::string& folder, LiveRun& run);

}  // namespace glueball::view
