// The range of field values that a colour map covers, when it follows the pictures.
#pragma once

namespace glueball::view {

/// Follows the largest field value from picture to picture. A value that fits changes nothing, so that
/// colours keep their meaning and do not flicker with the noise of a maximum. To a value that does not fit
/// the range adapts within a second of time, whatever the number of pictures is.
class ColourRange {
 public:
  /// Takes the largest field value of a picture, and its time in seconds of any clock. Returns the range, or
  /// 0 before there was a value.
  double see(double largest, double at);
  double value() const { return value_; }
  /// Resets the range for another kind of field.
  void forget() { *this = ColourRange(); }

  /// A range fits if the largest value is between this fraction of it and all of it.
  static constexpr double kLeast = 0.7;
  /// Time constant in seconds of the adaptation, on a logarithmic scale.
  static constexpr double kTime = 0.1;
  /// A larger field is cut off by at most this factor.
  static constexpr double kMostCut = 2;

 private:
  double value_ = 0, at_ = 0;
};

}  // namespace glueball::view
