// Real powers of SU(2) elements. Sine, cosine and angle are computed here: drivers' own may have only eleven
// good bits, and there are none in double.

/// Returns (cos x, sin x) for |x| <= pi.
cplx cos_sin(real x) {
  const real x2 = x * x;
  real c = real(1), s = real(1);
#if PRECISION == 64
  const int TERMS = 28;
#else
  const int TERMS = 16;
#endif
  [[unroll]] for (int n = TERMS; n > 0; n -= 2) {
    c = real(1) - x2 / real(n * (n - 1)) * c;
    s = real(1) - x2 / real(n * (n + 1)) * s;
  }
  return cplx(c, x * s);
}

/// Returns the angle of (cosine, sine), sine >= 0: a driver's estimate, which errs by at most 2^-11, and
/// steps that cube its error.
real angle_of(real cosine, real sine) {
  real angle = real(atan(float(sine), float(cosine)));
#if PRECISION == 64
  const int STEPS = 2;
#else
  const int STEPS = 1;
#endif
  [[unroll]] for (int n = 0; n < STEPS; ++n) {
    const cplx e = cos_sin(angle);
    angle += sine * e.x - cosine * e.y;
  }
  return angle;
}

/// Returns a a.
real4 su2_square(real4 a) { return real4(real(2) * a.x * a.x - real(1), real(2) * a.x * a.yzw); }

/// Returns a^omega, 0 <= omega <= 2.
real4 su2_power(real4 a, real omega) {
  const real sine = length(a.yzw);
  real angle = omega * angle_of(a.x, sine);
  if (angle > real(3.14159265358979324lf)) angle -= real(6.28318530717958648lf);
  const cplx e = cos_sin(angle);
  // The ratio sin(omega angle) / sin(angle) tends to omega.
  const real ratio = sine > real(1e-18) ? e.y / sine : omega;
  return real4(e.x, ratio * a.yzw);
}

/// Returns the binomial series of (1 + (a - 1))^omega to first or second order, normalised; (a - 1)^2 = 2 (a0
/// - 1) a.
real4 su2_power_expanded(real4 a, real omega, bool second) {
  real4 b = omega * a;
  b.x += real(1) - omega;
  if (second) b += omega * (omega - real(1)) * (a.x - real(1)) * a;
  return inversesqrt(dot(b, b)) * b;
}
