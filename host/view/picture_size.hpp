// The size of pictures that a device can draw in time.
#pragma once

#include <algorithm>
#include <cmath>

namespace glueball::view {

/// The fraction of a window's pixels that is drawn, so that frames are fast enough. On a logarithmic scale it
/// moves half the way to the value that the last frame suggests. Frame times from 7/8 to 8/7 of the target
/// are accepted.
class PictureSize {
 public:
  /// `seconds` is the target time of a frame.
  explicit PictureSize(double seconds, double smallest_scale = 0.2)
      : seconds_(seconds), smallest_(smallest_scale) {}

  /// Takes the duration of a frame at scale().
  void learn(double took) {
    if (!(took > 0)) return;
    const double ratio = seconds_ / took;
    if (ratio > 7.0 / 8 && (ratio < 8.0 / 7 || scale_ == 1)) return;
    scale_ = std::clamp(scale_ * std::pow(std::clamp(ratio, 0.1, 10.0), 0.25), smallest_,
                        1.0);  // time is proportional to the square of the scale
  }
  /// Returns the scale of width and height, 0 to 1.
  double scale() const { return scale_; }
  /// Converts a length of the window to pixels of the picture, at least 1.
  int of(int length) const { return std::max(1, int(std::lround(length * scale_))); }

 private:
  double seconds_, smallest_, scale_ = 1;
};

}  // namespace glueball::view
