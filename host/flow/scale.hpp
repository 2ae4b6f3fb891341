// The scales t0 and w0 from measured points of t^2 E(t).
#pragma once

#include <optional>
#include <vector>

namespace glueball {

/// Points (t, t^2 E) of a flow, t growing, and where they cross a value: cubics through the four points around.
class FlowCurve {
 public:
  void add(double t, double t2e);

  /// t with t^2 E(t) = value: t0/a^2 at 0.3 (Luescher, arXiv:1006.4518). None where no two neighbours have it between them.
  std::optional<double> t0(double value = 0.3) const;
  /// w with t d(t^2 E)/dt = value at t = w^2: w0/a at 0.3 (Borsanyi et al., arXiv:1203.4469).
  std::optional<double> w0(double value = 0.3) const;

 private:
  struct Point {
    double t, y;
  };
  /// Value (as .t) and derivative (as .y) at t of the cubic (or lower) polynomial through the points around interval i, i + 1.
  Point interpolate(std::size_t i, double t) const;
  template <class F>
  std::optional<double> crossing(F f, double value) const;

  std::vector<Point> points_;
};

}  // namespace glueball
