// The field that has the last colour, where it follows what is seen.
#pragma once

namespace glueball::view {

/// Follows the largest field of one picture after another: what fits stays as it is, so that colours keep
/// their meaning and do not flicker with the noise of a maximum; what does not fit is come to within a
/// second, by the clock and not by the number of pictures.
class ColourRange {
 public:
  /// The largest field of a picture and when it was seen, in seconds of any clock. Returns the range; 0 while
  /// nothing else was seen.
  double see(double largest, double at);
  double value() const { return value_; }
  /// The next field is another one.
  void forget() { *this = ColourRange(); }

  /// A range fits a largest field between this share of it and all of it.
  static constexpr double kLeast = 0.7;
  /// Seconds in which a range that does not fit comes nearer by a factor of e, as its logarithm.
  static constexpr double kTime = 0.1;
  /// Of a larger field no more than this factor is ever cut off.
  static constexpr double kMostCut = 2;

 private:
  double value_ = 0, at_ = 0;
};

}  // namespace glueball::view
