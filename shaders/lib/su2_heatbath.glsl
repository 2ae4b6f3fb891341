// SU(2) elements b with density sqrt(1 - b0^2) exp(alpha b0), by rejection. With delta = 1 - b0 the proposals
// are
//   Kennedy and Pendleton (Phys. Lett. 156B (1985) 393): sqrt(delta) exp(-alpha delta),
//     accepted with probability sqrt(1 - delta/2),
//   Creutz (Phys. Rev. D 21 (1980) 2308): exp(-alpha delta) on (0, 2),
//     accepted with probability sqrt(delta (2 - delta)).
// Their acceptances are sqrt(2 pi alpha) e^-alpha I1(alpha) and pi I1(alpha) / (2 sinh alpha). They cross at
// alpha = 1.6846, where both are 0.71, so the better of the two is never below that. (Fabricius and Haan's is
// the same as Kennedy and Pendleton's.)
//
// The number of attempts is bounded, so that a chain has no unbounded loop on a device; if all fail, the link
// keeps its value. This is exact: its probability depends on alpha alone, which multiplication by the
// subgroup does not change.
const uint HEATBATH_ATTEMPTS = 8;
#if DRAW_BITS == 53
const double CREUTZ_BELOW = 1.6846lf;
#else
const float CREUTZ_BELOW = 1.6846;
#endif

#ifndef HEATBATH_WORDS
#define HEATBATH_WORDS(counter, key) philox(counter, key)
#define HEATBATH_LOWER_WORDS(counter, key) philox_lower(counter, key)
#endif

/// Returns the proposed delta, by Creutz's or Kennedy and Pendleton's method.
float proposed(bool creutz, float alpha, uvec4 words) {
  if (creutz) return minus_log_one_minus(uniform_of(words.x) * one_minus_exp(2.0 * alpha)) / alpha;
  const float c = cos_sin_uniform(words.y).x;
  return (minus_log_uniform(words.x) + c * c * minus_log_uniform(words.z)) / alpha;
}

/// Returns the squared probability of acceptance; negative if delta is out of range.
float chance_squared(bool creutz, float delta) { return creutz ? delta * (2.0 - delta) : 1.0 - 0.5 * delta; }

#if DRAW_BITS == 53
double chance_squared(bool creutz, double delta) {
  return creutz ? delta * (2.0 - delta) : 1.0 - 0.5 * delta;
}

double proposed(bool creutz, double alpha, double inverse, Draws draws) {
  // One logarithm serves both methods: neighbours use different ones, and wait for each other.
  const double u = uniform_of(DRAW(draws, x));
  double d = 1.0 - u;
  if (creutz) d = u * one_minus_exp(2.0 * alpha);
  double sum = minus_log_one_minus(d);
  if (!creutz) sum += cos2_uniform(DRAW(draws, y)) * minus_log_uniform(DRAW(draws, z));
  return sum * inverse;
}

/// Returns true if an attempt may be accepted, by its upper words in single precision, where squares of
/// probabilities err by less than 3e-5.
bool is_candidate(bool creutz, float alpha, uvec4 words) {
  const float r = uniform_of(words.w);
  return r * r < chance_squared(creutz, proposed(creutz, alpha, words)) + 1e-4;
}
#endif

/// Returns an element that was drawn in single precision, normalised to the precision of links.
real4 as_unit(real4 b) {
#if PRECISION == 64 && DRAW_BITS == 32
  b *= inversesqrt(dot(b, b));
#endif
  return b;
}

/// Returns (1 + cos theta) / 2 of an accepted proposal, from the number that accepted it. A device may divide
/// a number by a slightly larger one and get more than 1. The root of 1 - height^2 is then NaN: one link in
/// some 10^9 draws.
float polar_height(float r, float accept) { return min(r / accept, 1.0); }

/// Returns a such that a k/|k| has this distribution with alpha = |k|. Its random numbers are one block an
/// attempt, from `counter` on. The last word of a block accepts. After acceptance it is independent of delta
/// and uniform, so it also gives the polar angle of (b1, b2, b3). `angle` gives the azimuth.
real4 su2_heatbath(real4 k, Draw angle, uvec4 counter, uvec2 key) {
#if DRAW_BITS == 53
  // The loop is in single precision, since invocations wait in it for their neighbours, and ends with the
  // first candidate. If double precision then rejects the candidate, all attempts count as failed.
  const double alpha2 = max(dot(k, k), 1e-30lf), inverse = inverse_root(alpha2), alpha = alpha2 * inverse;
  const bool creutz = alpha < CREUTZ_BELOW;
  bool found = false;
  uvec4 words = uvec4(0), at = counter;
  [[dont_unroll]] for (uint attempt = 0; attempt < HEATBATH_ATTEMPTS && !found; ++attempt) {
    at = counter + uvec4(0, attempt, 0, 0);
    words = HEATBATH_WORDS(at, key);
    found = is_candidate(creutz, float(alpha), words);
  }
  double delta = 0.0, height = 0.0;  // cos theta = 2 height - 1
  if (found) {
    const Draws draws = Draws(words, HEATBATH_LOWER_WORDS(at, key));
    delta = proposed(creutz, alpha, inverse, draws);
    const double chance2 = chance_squared(creutz, delta), r = uniform_of(DRAW(draws, w));
    found = r * r < chance2;
    height = r * inverse_root(max(chance2, 1e-36lf));
  }
  dvec4 a = su2_unit();
  if (found) {
    const double length3 = root(delta * (2.0 - delta)), level = 2.0 * root(height * (1.0 - height));
    const dvec4 b =
        dvec4(1.0 - delta, length3 * level * cos_sin_uniform(angle), length3 * (2.0 * height - 1.0));
    a = alpha > 1.000001e-15lf ? inverse * su2_mul(b, su2_adjoint(k)) : b;
  }
#else
  const real norm = max(length(k), real(1e-15));
  const float alpha = float(norm);
  const bool creutz = alpha < CREUTZ_BELOW;
  float delta = 0.0, accept = 1.0, r = 1.0;
  bool found = false;
  [[dont_unroll]] for (uint attempt = 0; attempt < HEATBATH_ATTEMPTS && !found; ++attempt, ++counter.y) {
    const uvec4 words = HEATBATH_WORDS(counter, key);
    delta = proposed(creutz, alpha, words);
    accept = sqrt(max(chance_squared(creutz, delta), 0.0));
    r = uniform_of(words.w);
    found = r < accept;
  }
  real4 a = su2_unit();
  // This is outside of the loop, which neighbouring invocations leave at different attempts.
  if (found) {
    const float height = polar_height(r, accept);
    const float length3 = sqrt(delta * (2.0 - delta)), level = 2.0 * sqrt(height * (1.0 - height));
    const real4 b =
        as_unit(real4(1.0 - delta, length3 * level * cos_sin_uniform(angle), length3 * (2.0 * height - 1.0)));
    a = norm > real(1e-15) ? su2_mul(b, su2_adjoint(k)) / norm : b;
  }
#endif
  return a;
}
