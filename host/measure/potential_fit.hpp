// String tension and r0 from the static potential.
#pragma once

#include <optional>
#include <string>

#include "measure/observable.hpp"

namespace glueball {

/// V(r) = constant + string_tension r - coulomb / r in units of the lattice spacing.
struct PotentialFit {
  double constant = 0, string_tension = 0, coulomb = 0;
  double chi2 = 0;  ///< of the points as if they were independent

  double at(double r) const { return constant + string_tension * r - coulomb / r; }
  /// r0 / a, where r^2 dV/dr = 1.65 (R. Sommer, Nucl. Phys. B 411 (1994) 839, hep-lat/9310022): the root of
  /// (1.65 - coulomb) / string_tension. Not a number where there is none.
  double r0() const;
};

struct PotentialPoint {
  double r, v, error;
};

/// Three parameters and one more.
inline constexpr std::size_t kFewestPoints = 4;

/// By least squares, each point with the weight 1 / error^2: an uncorrelated fit, since a few files do not
/// tell the correlation of many points. None of fewer than kFewestPoints, or of an error that is not a number
/// above 0.
std::optional<PotentialFit> fit_potential(std::span<const PotentialPoint> points);

/// A fit that is asked for: the potential between t and t + 1, r_min <= r <= r_max.
struct FitRange {
  int t = 0;                      ///< 0: no fit
  double r_min = 1.5, r_max = 0;  ///< r = 1 and sqrt(2) know most of the lattice
};

/// Signal and distances of an ensemble: log c(r, t) / c(r, t + 1) is the potential.
struct PotentialData {
  std::vector<double> r;
  std::vector<std::vector<double>> samples;  ///< of a configuration: c(r, t), c(r, t + 1), r after r
};

/// At r[n].
SeriesEstimate potential_at(const PotentialData& data, std::size_t n, std::size_t bin);

/// The points whose value and error are determined.
std::vector<PotentialPoint> potential_points(const PotentialData& data, std::size_t bin);

/// NAME_constant, NAME_string_tension, NAME_coulomb and NAME_r0 with their errors, NAME_chi2 and NAME_points.
/// The weights are the same in all bins of a jackknife. What fewer than kFewestPoints points tell is not
/// determined.
std::vector<Summary> summarize_fit(const std::string& name, const PotentialData& data, std::size_t bin);

}  // namespace glueball
