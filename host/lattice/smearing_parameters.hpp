// Kinds of smearing and their parameters.
#pragma once

namespace glueball {

/// Projections of a sum of links to SU(3).
enum class Projection {
  maximal_trace,  ///< the V in SU(3) that maximises Re tr(V^+ M), as in Chroma
  polar,          ///< M (M^+ M)^-1/2, divided by the cube root of its determinant
};

/// A smeared link is P[keep U + staple (sum of its staples)]; with `dimensions` 3 links and staples in time
/// are left out. Other codes have one parameter: (keep, staple) = (1 - alpha, alpha / (2 (d - 1))), (c, 1)
/// for Chroma's factor c, (1, epsilon) for codes that quote the weight of a staple relative to a link.
struct ApeParameters {
  double keep = 0.0, staple = 0.0;
  int dimensions = 4;
  Projection projection = Projection::maximal_trace;
};
/// Returns alpha's parameters in the convention (1 - alpha) U + alpha / (2 (d - 1)) sum of staples.
ApeParameters ape_alpha(double alpha, int dimensions = 4);

/// Parameters of Hasenfratz and Knechtli, hep-lat/0103029. With `dimensions` 3 there are two steps, with
/// alpha3 (two staples) and alpha2 (four); alpha1 is unused, as in Chroma.
struct HypParameters {
  double alpha1 = 0.75, alpha2 = 0.6, alpha3 = 0.3;
  int dimensions = 4;
  Projection projection = Projection::maximal_trace;
};

/// Returns the index among twelve of a link along mu with another index.
inline int slot_of(int mu, int other) { return 3 * mu + other - (other > mu ? 1 : 0); }

}  // namespace glueball
