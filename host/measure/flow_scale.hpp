// The scales t0 and w0 from measured points of t^2 E(t), for one configuration and for an ensemble.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace glueball {

/// Points (t, t^2 E) of a flow in ascending order of t, and the times at which the curve through them crosses
/// a value. The curve is a cubic spline with not-a-knot ends (C. de Boor, A Practical Guide to Splines, 1978,
/// chapter IV). Its slope is continuous, so that w0, a crossing of the slope, is well defined too.
class FlowCurve {
 public:
  void add(double t, double t2e);

  /// Returns the first t with t^2 E(t) = value; at 0.3 this is t0/a^2 (Luescher, arXiv:1006.4518). Returns
  /// nothing if the curve stays below the value or begins above it.
  std::optional<double> t0(double value = 0.3) const;
  /// Returns the first w with t d(t^2 E)/dt = value at t = w^2; at 0.3 this is w0/a (Borsanyi et al.,
  /// arXiv:1203.4469). Returns nothing in the same cases.
  std::optional<double> w0(double value = 0.3) const;

  const std::vector<double>& times() const { return t_; }
  const std::vector<double>& values() const { return y_; }

 private:
  /// Coefficients, by power, of a cubic in s = t - t_i from point i to the next.
  using Cubic = std::array<double, 4>;
  std::vector<Cubic> spline() const;
  std::optional<double> crossing(const std::vector<Cubic>& pieces, double value) const;

  std::vector<double> t_, y_;
};

/// A scale of an ensemble.
struct ScaleEstimate {
  std::optional<double> value;  ///< scale of the averaged curve; empty if the curve does not reach it
  /// Empty if there are fewer than two bins or three curves. Empty too if a jackknife sample, or the averaged
  /// curve shifted by a standard deviation, does not reach the scale.
  std::optional<double> error;
  std::size_t missed = 0;         ///< number of jackknife samples that do not reach it
  std::optional<double> tau_int;  ///< by the Gamma method, in units of curves
  bool reliable = false;          ///< true if the series is long enough for the error
};

/// Both scales of an ensemble.
struct FlowScales {
  ScaleEstimate t0, w0;
};

/// Returns t0 and w0 of the averaged curve with errors. If `bin` is 0 they are by the Gamma method for curves
/// of one chain in order, else by the jackknife over bins of `bin` consecutive curves
/// (measure/jackknife.hpp). There is one curve for each configuration. Throws Error(bad_value) unless all
/// have the same times.
FlowScales flow_scales(std::span<const FlowCurve> curves, std::size_t bin = 0);

}  // namespace glueball
