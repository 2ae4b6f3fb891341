// String tension and r0 from the static potential.
#pragma once

#include <optional>
#include <string>

#include "measure/observable.hpp"

namespace glueball {

/// V(r) = constant + string_tension r - coulomb / r in units of the lattice spacing.
struct PotentialFit {
  double constant = 0, string_tension = 0, coulomb = 0;
  double chi2 = 0;  ///< as if points were independent

  double at(double r) const { return constant + string_tension * r - coulomb / r; }
  /// Returns r0 / a, where r^2 dV/dr = 1.65 (R. Sommer, Nucl. Phys. B 411 (1994) 839, hep-lat/9310022): the
  /// square root of (1.65 - coulomb) / string_tension. It is NaN if there is none.
  double r0() const;
};

struct PotentialPoint {
  double r, v, error;
};

/// Three parameters need at least one point more.
inline constexpr std::size_t kFewestPoints = 4;

/// Fits by least squares with weights 1 / error^2. The fit is uncorrelated, since a few files do not
/// determine the correlation of many points. Returns nothing for fewer than kFewestPoints, or for an error
/// that is not above 0.
std::optional<PotentialFit> fit_potential(std::span<const PotentialPoint> points);

/// A requested fit of the potential between t and t + 1 for r_min <= r <= r_max.
struct FitRange {
  int t = 0;                      ///< 0: no fit
  double r_min = 1.5, r_max = 0;  ///< lattice artefacts are largest for r = 1 and sqrt(2)
};

/// Distances and correlators of an ensemble: log c(r, t) / c(r, t + 1) is the potential.
struct PotentialData {
  std::vector<double> r;
  std::vector<std::vector<double>>
      samples;  ///< for each configuration c(r, t), c(r, t + 1), for one r after the other
};

/// Returns the potential at r[n].
SeriesEstimate potential_at(const PotentialData& data, std::size_t n, std::size_t bin);

/// Returns the points whose value and error are determined.
std::vector<PotentialPoint> potential_points(const PotentialData& data, std::size_t bin);

/// Returns NAME_constant, NAME_string_tension, NAME_coulomb and NAME_r0 with errors, NAME_chi2 and
/// NAME_points. The weights are the same in all bins of a jackknife. Results of fewer than kFewestPoints
/// points are undetermined.
std::vector<Summary> summarize_fit(const std::string& name, const PotentialData& data, std::size_t bin);

}  // namespace glueball
