// Animated WebP images.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace glueball::io {

/// Frames one after the other, all of one size, shown again and again.
class WebpAnimation {
 public:
  /// `quality` from 0 (small) to 100 (good). Throws std::invalid_argument for sizes that there are not.
  WebpAnimation(int width, int height, double quality);
  ~WebpAnimation();
  WebpAnimation(const WebpAnimation&) = delete;
  WebpAnimation& operator=(const WebpAnimation&) = delete;

  /// Three bytes a pixel, rows from the top, shown for so long. Throws std::invalid_argument when their
  /// number is not 3 * width * height.
  void add(std::span<const std::uint8_t> rgb, int milliseconds);
  /// The file's bytes, to be written with AtomicFile. Throws std::runtime_error where there is no frame.
  std::string finish();

 private:
  struct Encoder;
  std::unique_ptr<Encoder> encoder_;
  int width_, height_;
};

}  // namespace glueball::io
