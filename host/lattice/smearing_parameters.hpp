// What kinds of smearing there are, and their numbers.
#pragma once

namespace glueball {

/// How a sum of links comes back to SU(3).
enum class Projection {
  maximal_trace,  ///< the V in SU(3) that maximises Re tr(V^+ M): Chroma's
  polar,          ///< M (M^+ M)^-1/2 with the phase of its determinant divided out evenly
};

/// A smeared link is P[keep U + staple (sum of its staples)]; with `dimensions` 3 links and staples in time
/// take no part. The codes' one parameter: (keep, staple) = (1 - alpha, alpha / (2 (d - 1))) here, (c, 1) for
/// Chroma's factor c, (1, epsilon) for codes that quote the weight of a staple beside a link.
struct ApeParameters {
  double keep = 0.0, staple = 0.0;
  int dimensions = 4;
  Projection projection = Projection::maximal_trace;
};
/// alpha in the convention (1 - alpha) U + alpha / (2 (d - 1)) sum of staples.
ApeParameters ape_alpha(double alpha, int dimensions = 4);

/// Hasenfratz and Knechtli, hep-lat/0103029. With `dimensions` 3 there are two steps, with alpha3 (two
/// staples) and alpha2 (four); alpha1 takes no part, as in Chroma.
struct HypParameters {
  double alpha1 = 0.75, alpha2 = 0.6, alpha3 = 0.3;
  int dimensions = 4;
  Projection projection = Projection::maximal_trace;
};

/// Where a link along mu with another index stands among twelve.
inline int slot_of(int mu, int other) { return 3 * mu + other - (other > mu ? 1 : 0); }

}  // namespace glueball
