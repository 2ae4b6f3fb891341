// Pacing of a window: when frames are drawn, how large their pictures are, and rates.
#pragma once

#include <deque>
#include <utility>

#include "view/picture_size.hpp"
#include "view/window/status.hpp"

namespace glueball::view {

/// Times are seconds of one clock.
class Pace {
 public:
  /// With `software` the processor that draws also computes: pictures are smaller, and the run gets half of
  /// the time.
  explicit Pace(bool software);

  /// True if a frame is due within a run's step.
  bool due(double now) const;
  /// Records a drawn frame; `sized` is true if it had the size of `picture`.
  void drawn(double begin, double end, bool sized);
  /// Records `count` steps of the run.
  void stepped(double now, int count);

  /// Returns the size of a picture that is shown on `width` x `height` pixels.
  std::pair<int, int> picture(int width, int height) const;
  Rates rates(double now, double bytes_per_step) const;

 private:
  static double rate(const std::deque<std::pair<double, int>>& events, double now);

  bool software_;
  double begin_ = 0, end_ = 0;
  double cost_ = 0;  ///< mean duration of the last frames
  PictureSize size_;
  std::deque<std::pair<double, int>> frames_, steps_;  ///< times and counts of the last seconds
};

}  // namespace glueball::view
