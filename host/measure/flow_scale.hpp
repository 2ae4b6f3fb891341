// The scales t0 and w0 from measured points of t^2 E(t), of one configuration and of an ensemble.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace glueball {

/// Points (t, t^2 E) of a flow, t growing, and where the curve through them crosses a value. The curve is a
/// cubic spline, not-a-knot at both ends (C. de Boor, A Practical Guide to Splines, 1978, chapter IV). Its
/// slope is continuous, so that w0, a crossing of the slope, is well defined too.
class FlowCurve {
 public:
  void add(double t, double t2e);

  /// t with t^2 E(t) = value: t0/a^2 at 0.3 (Luescher, arXiv:1006.4518), the first. None where the curve
  /// stays below, or begins above.
  std::optional<double> t0(double value = 0.3) const;
  /// w with t d(t^2 E)/dt = value at t = w^2: w0/a at 0.3 (Borsanyi et al., arXiv:1203.4469), the first. None
  /// likewise.
  std::optional<double> w0(double value = 0.3) const;

  const std::vector<double>& times() const { return t_; }
  const std::vector<double>& values() const { return y_; }

 private:
  /// A cubic of s = t - t_i from point i to the next, its coefficients by powers.
  using Cubic = std::array<double, 4>;
  std::vector<Cubic> spline() const;
  std::optional<double> crossing(const std::vector<Cubic>& pieces, double value) const;

  std::vector<double> t_, y_;
};

/// A scale of an ensemble.
struct ScaleEstimate {
  std::optional<double> value;  ///< of the averaged curve; none where it does not come to the scale
  /// None where there are fewer than two bins or three curves, or where a jackknife sample, or the averaged
  /// curve a standard deviation away, does not come to it.
  std::optional<double> error;
  std::size_t missed = 0;         ///< jackknife samples that do not, of the bins there are
  std::optional<double> tau_int;  ///< of the Gamma method, in curves
  bool reliable = false;          ///< whether there were enough to learn the error from
};

struct FlowScales {
  ScaleEstimate t0, w0;
};

/// t0 and w0 of the averaged curve, and their errors: where `bin` is 0 by the Gamma method, curves being
/// those of one chain in its order, else by the jackknife over bins of so many consecutive curves
/// (measure/jackknife.hpp). Curves are by configuration; all have the same times. Throws Error(bad_value)
/// where they do not.
FlowScales flow_scales(std::span<const FlowCurve> curves, std::size_t bin = 0);

}  // namespace glueball
