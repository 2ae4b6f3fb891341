// The natural logarithm. It is computed here, because a driver's log() may err by 2^-21 near 1, and there is
// none in double.
const real LOG_2 = real(0.69314718055994530942lf);
const int LOG_TERMS = PRECISION == 64 ? 11 : 5;

/// Returns 2 artanh s, |s| < 0.172.
real twice_artanh(real s) {
  const real s2 = s * s;
  real series = real(0);
  [[unroll]] for (int k = LOG_TERMS; k >= 0; --k) series = series * s2 + real(1) / real(2 * k + 1);
  return real(2) * s * series;
}

/// Returns log x of a positive normal x.
real log_of(real x) {
  // x = m 2^exponent, sqrt(1/2) <= m < sqrt(2).
#if PRECISION == 64
  const uvec2 bits = unpackDouble2x32(x);
  const int exponent = int(bits.y - 0x3FE6A09Eu) >> 20;
  const real m = packDouble2x32(uvec2(bits.x, bits.y - (uint(exponent) << 20)));
#else
  const uint bits = floatBitsToUint(x);
  const int exponent = int(bits - 0x3F3504F3u) >> 23;
  const real m = uintBitsToFloat(bits - (uint(exponent) << 23));
#endif
  return real(exponent) * LOG_2 + twice_artanh((m - real(1)) / (m + real(1)));
}
