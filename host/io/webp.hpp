// Animated WebP images.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace glueball::io {

/// Frames of one size, shown one after the other in a loop.
class WebpAnimation {
 public:
  /// `quality` is from 0 (small) to 100 (good). Throws std::invalid_argument for impossible sizes.
  WebpAnimation(int width, int height, double quality);
  ~WebpAnimation();
  WebpAnimation(const WebpAnimation&) = delete;
  WebpAnimation& operator=(const WebpAnimation&) = delete;

  /// Adds a frame: three bytes a pixel, rows from the top, shown for so long. Throws std::invalid_argument if
  /// their number is not 3 * width * height.
  void add(std::span<const std::uint8_t> rgb, int milliseconds);
  /// Returns the file's bytes, to be written with AtomicFile. Throws std::runtime_error if there is no frame.
  std::string finish();

 private:
  struct Encoder;
  std::unique_ptr<Encoder> encoder_;
  int width_, height_;
};

}  // namespace glueball::io
