// SU(2) elements b with density sqrt(1 - b0^2) exp(alpha b0), by rejection. With delta = 1 - b0 the proposals
// are
//   Kennedy and Pendleton's (Phys. Lett. 156B (1985) 393): sqrt(delta) exp(-alpha delta), accepted with
//   sqrt(1 - delta/2), Creutz's (Phys. Rev. D 21 (1980) 2308): exp(-alpha delta) on (0, 2), accepted with
//   sqrt(delta (2 - delta)).
// Their acceptances are sqrt(2 pi alpha) e^-alpha I1(alpha) and pi I1(alpha) / (2 sinh alpha). They cross at
// alpha = 1.6846, where both are 0.71: with the better of the two no alpha does worse. (Fabricius and Haan's
// is the same as Kennedy and Pendleton's.)
//
// The number of attempts is bounded, so that a chain has no unbounded loop on a device; when all fail, the
// link keeps its value. That is exact: the chance of it depends on alpha alone, which multiplication by the
// subgroup does not change.
const uint HEATBATH_ATTEMPTS = 8;
const float CREUTZ_BELOW = 1.6846;

// Random numbers have 32 bits and are handled in single precision, whatever that of the links.

/// 1 - exp(-x) for x >= 0.
float one_minus_exp(float x) {
  float r;
  if (x < 0.5) {
    r = 1.0;
    [[unroll]] for (int n = 9; n > 1; --n) r = 1.0 - x / float(n) * r;
    r *= x;
  } else {
    r = 1.0 - exp(-x);
  }
  return r;
}

#ifndef HEATBATH_WORDS
#define HEATBATH_WORDS(counter, key) philox(counter, key)
#endif

/// a, such that a k/|k| is distributed so with alpha = |k|. Its random numbers: one block an attempt,
/// `counter` and on, where the last word accepts; given that it did, it says nothing of delta and is spread
/// evenly: it makes the polar angle of (b1, b2, b3) too. `angle` makes the azimuth.
real4 su2_heatbath(real4 k, uint angle, uvec4 counter, uvec2 key) {
  const real norm = max(length(k), real(1e-15));
  const float alpha = float(norm);
  float delta = 0.0, accept = 1.0, r = 1.0;
  bool found = false;
  [[dont_unroll]] for (uint attempt = 0; attempt < HEATBATH_ATTEMPTS && !found; ++attempt, ++counter.y) {
    const uvec4 bits = HEATBATH_WORDS(counter, key);
    if (alpha < CREUTZ_BELOW) {
      delta = minus_log_one_minus(uniform_of(bits.x) * one_minus_exp(2.0 * alpha)) / alpha;
      accept = sqrt(max(delta * (2.0 - delta), 0.0));
    } else {
      const float c = cos_sin_uniform(bits.y).x;
      delta = (minus_log_uniform(bits.x) + c * c * minus_log_uniform(bits.z)) / alpha;
      accept = sqrt(max(1.0 - 0.5 * delta, 0.0));
    }
    r = uniform_of(bits.w);
    found = r < accept;
  }
  real4 a = su2_unit();
  // Outside of the loop, which invocations side by side leave at different attempts.
  if (found) {
    const float height = r / accept;  // cos theta = 2 height - 1
    const float length3 = sqrt(delta * (2.0 - delta)), level = 2.0 * sqrt(height * (1.0 - height));
    real4 b = real4(1.0 - delta, length3 * level * cos_sin_uniform(angle), length3 * (2.0 * height - 1.0));
#if PRECISION == 64
    b *= inversesqrt(dot(b, b));
#endif
    a = norm > real(1e-15) ? su2_mul(b, su2_adjoint(k)) / norm : b;
  }
  return a;
}
