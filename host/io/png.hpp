// PNG images.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace glueball::io {

/// Returns a PNG file's bytes, to be written with AtomicFile. `rgb` has three bytes a pixel, rows from the
/// top. Throws std::invalid_argument if their number is not 3 * width * height.
std::string png(int width, int height, std::span<const std::uint8_t> rgb);

}  // namespace glueball::io
