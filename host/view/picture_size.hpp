// How large a picture a device draws in time.
#pragma once

#include <algorithm>
#include <cmath>

namespace glueball::view {

/// The share of a window's pixels that is drawn, so that frames take no longer than they may: moved half the
/// way, on a logarithmic scale, to what the last frame says; seven eighths to eight sevenths of the wanted
/// time are good enough.
class PictureSize {
 public:
  /// `seconds` a frame may take.
  explicit PictureSize(double seconds, double smallest_scale = 0.2)
      : seconds_(seconds), smallest_(smallest_scale) {}

  /// A frame at scale() took so long.
  void learn(double took) {
    if (!(took > 0)) return;
    const double ratio = seconds_ / took;
    if (ratio > 7.0 / 8 && (ratio < 8.0 / 7 || scale_ == 1)) return;
    scale_ = std::clamp(scale_ * std::pow(std::clamp(ratio, 0.1, 10.0), 0.25), smallest_,
                        1.0);  // time goes with its square
  }
  /// Of width and height, 0 to 1.
  double scale() const { return scale_; }
  /// A length of the window in the picture's pixels, at least 1.
  int of(int length) const { return std::max(1, int(std::lround(length * scale_))); }

 private:
  double seconds_, smallest_, scale_ = 1;
};

}  // namespace glueball::view
