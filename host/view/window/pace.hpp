// How often frames are drawn, how large their pictures are, and how fast all of it goes.
#pragma once

#include <deque>
#include <utility>

#include "view/picture_size.hpp"
#include "view/window/status.hpp"

namespace glueball::view {

/// Times are in seconds of one clock.
class Pace {
 public:
  /// On software the processor that draws is the one that computes: pictures are smaller, and the run gets
  /// half of the time.
  explicit Pace(bool software);

  /// Whether it is time for a frame, in the midst of a run's work.
  bool due(double now) const;
  /// A frame was drawn; `sized` as `picture` says.
  void drawn(double begin, double end, bool sized);
  /// The run has done `count` steps.
  void stepped(double now, int count);

  /// Size of a picture that fills `width` x `height` pixels.
  std::pair<int, int> picture(int width, int height) const;
  Rates rates(double now, double bytes_per_step) const;

 private:
  static double rate(const std::deque<std::pair<double, int>>& events, double now);

  bool software_;
  double begin_ = 0, end_ = 0;
  double cost_ = 0;  ///< of a frame, averaged over a few
  PictureSize size_;
  std::deque<std::pair<double, int>> frames_, steps_;  ///< of the last seconds: when, how many
};

}  // namespace glueball::view
