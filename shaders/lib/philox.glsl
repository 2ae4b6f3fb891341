// Philox4x32-10 (Salmon et al., SC 2011): random numbers as a function of a counter and a key, without state.
// The counter is (lexicographic site, draw, step, stream), the key is the 64-bit seed. So a chain is the same
// on every device and decomposition.
uvec4 philox(uvec4 counter, uvec2 key) {
  [[unroll]] for (int round = 0; round < 10; ++round) {
    uint high0, low0, high1, low1;
    umulExtended(0xD2511F53u, counter.x, high0, low0);
    umulExtended(0xCD9E8D57u, counter.z, high1, low1);
    counter = uvec4(high1 ^ counter.y ^ key.x, low1, high0 ^ counter.w ^ key.y, low0);
    key += uvec2(0x9E3779B9u, 0xBB67AE85u);
  }
  return counter;
}

/// Returns u = (bits + 1/2) / 2^32.
float uniform_of(uint bits) { return (float(bits) + 0.5) * 2.3283064365386963e-10; }

/// Returns 2 atanh(s), |s| < 0.18.
float twice_atanh(float s) {
  const float s2 = s * s;
  return 2.0 * s * (1.0 + s2 * (1.0 / 3.0 + s2 * (1.0 / 5.0 + s2 * (1.0 / 7.0 + s2 / 9.0))));
}

// Logarithms are computed here, since a driver's log() may err by 2^-21 near 1.
/// Returns -log(1 - d) to the last digits: from x = 1 - d if d > 1/4, from d alone, which has the significant
/// digits, if it is smaller.
float minus_log_of(float x, float d) {
  const uint bits = floatBitsToUint(x);
  const int exponent = int(bits - 0x3F3504F3u) >> 23;              // x = m 2^exponent,
  const float m = uintBitsToFloat(bits - (uint(exponent) << 23));  // sqrt(1/2) <= m < sqrt(2)
  const bool near = d < 0.25;
  const float above = near ? -d : m - 1.0, sum = near ? 2.0 - d : m + 1.0;
  return (near ? 0.0 : float(-exponent) * 0.69314718056) - twice_atanh(above / sum);
}

/// Returns -log(1 - d), 0 <= d < 1.
float minus_log_one_minus(float d) { return minus_log_of(1.0 - d, d); }

/// Returns -log(u) for u = (bits + 1/2) / 2^32; 1 - u = (~bits + 1/2) / 2^32.
float minus_log_uniform(uint bits) { return minus_log_of(uniform_of(bits), uniform_of(~bits)); }

/// Returns (cos, sin) of 2 pi (bits + 1/2) / 2^32 by exact quadrants and polynomials, since a driver's sin
/// may have only 11 good bits.
vec2 cos_sin_uniform(uint bits) {
  const uint quadrant = (bits + 0x20000000u) >> 30;              // nearest multiple of a quarter turn
  const int rest = int(bits - (quadrant << 30));                 // within an eighth of a turn
  const float x = (float(rest) + 0.5) * 1.4629180792671596e-09;  // 2 pi / 2^32
  const float x2 = x * x;
  const float s = x * (1.0 + x2 * (-1.0 / 6.0 + x2 * (1.0 / 120.0 + x2 * (-1.0 / 5040.0 + x2 / 362880.0))));
  const float c =
      1.0 + x2 * (-0.5 + x2 * (1.0 / 24.0 + x2 * (-1.0 / 720.0 + x2 * (1.0 / 40320.0 - x2 / 3628800.0))));
  const vec2 turned = (quadrant & 1u) == 0u ? vec2(c, s) : vec2(-s, c);
  return quadrant < 2u ? turned : -turned;
}

/// Returns four independent gaussians of unit variance from one block (Box and Muller).
vec4 gaussians(uvec4 bits) {
  return vec4(sqrt(2.0 * minus_log_uniform(bits.x)) * cos_sin_uniform(bits.y),
              sqrt(2.0 * minus_log_uniform(bits.z)) * cos_sin_uniform(bits.w));
}
