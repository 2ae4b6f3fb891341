// SU(3) by eight reals: two stereographic projections. The first row a is a point of the sphere S5. The
// second row, in the plane orthogonal to a, is a point (alpha, beta) of S3:
//
//   y = (Im a1, a2, a3) / (1 + Re a1),  v = (1 + i y0, y1, y2),  a = 2 v / (1 + |y|^2) - e1
//   z = (Im alpha, beta) / (1 + Re alpha),  b = alpha f2 + beta f3,  f_k = e_k - conj(y_k) g v,
//   g = 2 (1 + i y0) / ((1 + y0^2) (1 + |y|^2))
//
// f2 and f3 are images of e2 and e3 under the reflection that maps -e1 to a, so they are orthonormal and
// orthogonal to a. All functions are rational, every y and z give a unitary matrix, and zeros give the unit
// matrix. Other forms with 8 reals (Bunk and Sommer, Comput. Phys. Commun. 40 (1986) 229; Clark et al.,
// arXiv:0911.3191) take roots of differences, which lose half the digits at small entries. They also divide
// by |a2|^2 + |a3|^2, which is 0 for diagonal links.
//
// The one singular point of a projection, Re a1 = -1 or Re alpha = -1, is at infinity in y or z. Floating
// point reaches it: relative errors of y are errors of the same size of a and b, however large y is. Up to
// FARTHEST the error is below rounding. Fixed point keeps y and z inside their unit balls and has two signs,
// of a and of (alpha, beta).
//
// Packed form is p = (y1, y2), q = (y0, z).
#if PRECISION == 64
const real FARTHEST = real(18014398509481984.0lf);  // 2^54
#else
const real FARTHEST = real(67108864.0);  // 2^26
#endif

// Nonzero if the device rounds divisions correctly, as processors do.
layout(constant_id = CONSTANT_EXACT_DIVISION) const uint EXACT_DIVISION = 0;

/// Returns 1 / x. Single precision of GPUs is off by a bit, more often to one side. Rows would be too long,
/// or too short, all over the lattice, and a loop of many links would add this up. A fused multiply-add
/// corrects it. If that rounds twice (drivers on the CPU) it would spoil an exact result.
real reciprocal(real x) {
  real r = real(1) / x;
#if PRECISION != 64
  if (EXACT_DIVISION == 0) r = fma(r, fma(-x, r, real(1)), r);
#endif
  return r;
}

struct Chart {
  Colour v;
  real f;  // 2 / (1 + |y|^2)
  cplx g;
};

Chart chart(real4 p, real y0) {
  const real phase = real(1) + y0 * y0, f = real(2) * reciprocal(phase + dot(p, p)),
             h = f * reciprocal(phase);
  return Chart(Colour(real3(1, p.x, p.z), real3(y0, p.y, p.w)), f, cplx(h, h * y0));
}

/// Returns the first two rows; the signs are those of a and of (alpha, beta).
Rows stereographic_rows(real4 p, real4 q, real sign_a, real sign_b) {
  const Chart c = chart(p, q.x);
  const real fa = sign_a * c.f, fb = sign_b * real(2) * reciprocal(real(1) + dot(q.yzw, q.yzw));
  const cplx alpha = cplx(fb - sign_b, fb * q.y), beta = cplx(fb * q.z, fb * q.w);
  const cplx t = cmul(cmul_conj(p.xy, alpha) + cmul_conj(p.zw, beta), c.g);
  const Colour v = c.v;
  return Rows(Colour(real3(fa - sign_a, fa * v.re.y, fa * v.re.z), fa * v.im),
              Colour(real3(0, alpha.x, beta.x) - t.x * v.re + t.y * v.im,
                     real3(0, alpha.y, beta.y) - t.x * v.im - t.y * v.re));
}

/// Returns the factor 1 / (1 + x) from a point of a sphere to its projection. x is the coordinate along the
/// axis and rest2 the square of the others. For negative x, 1 + x cancels, but rest2 does not.
real projection(real x, real rest2) {
  real f;
  if (x < real(0)) f = (real(1) - x) / rest2;
  else f = real(1) / (real(1) + x);
  return f;
}

/// The signs, and p and q, of a matrix with first rows a and b. `folded` keeps y and z in their balls;
/// otherwise the signs are 1.
struct Stereographic {
  real4 p, q;
  real sign_a, sign_b;
};

Stereographic stereographic_of(Rows m, bool folded) {
  const Colour a = m.a, b = m.b;
  const real least = real(4) / (FARTHEST * FARTHEST);
  const real4 a23 = real4(a.re.y, a.im.y, a.re.z, a.im.z);
  Stereographic s = Stereographic(real4(0), real4(0), real(1), real(1));
  if (folded && a.re.x < real(0)) s.sign_a = real(-1);
  const real x = s.sign_a * a.re.x, rest2 = a.im.x * a.im.x + dot(a23, a23);
  s.q.x = FARTHEST;
  if (x > real(0) || rest2 > least) {
    const real f = s.sign_a * projection(x, rest2);
    s.p = f * a23;
    s.q.x = f * a.im.x;
  }

  const Chart c = chart(s.p, s.q.x);
  const Colour v = c.v;
  const cplx along = cplx(dot(v.re, b.re) + dot(v.im, b.im), dot(v.re, b.im) - dot(v.im, b.re));  // v^+ b
  const cplx u = cmul_conj(c.g, along);
  const cplx alpha = cplx(b.re.y, b.im.y) - cmul(s.p.xy, u), beta = cplx(b.re.z, b.im.z) - cmul(s.p.zw, u);
  if (folded && alpha.x < real(0)) s.sign_b = real(-1);
  const real w = s.sign_b * alpha.x, others2 = alpha.y * alpha.y + dot(beta, beta);
  s.q.y = FARTHEST;
  if (w > real(0) || others2 > least)
    s.q.yzw = s.sign_b * projection(w, others2) * real3(alpha.y, beta.x, beta.y);
  return s;
}
