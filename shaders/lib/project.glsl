// Projection of a sum of links m to SU(3): the polar factor divided by the cube root of its determinant, or
// the matrix V that maximises Re tr(V^+ m). Projection to U(3) is unitary_part.
//
// The first two are V = w y z^+ with w, z in SU(3) such that w^+ m z = diag(s1, s2, s3 exp(i alpha)), s1 >=
// s2 >= s3. Rotations of columns find the singular values (M. R. Hestenes, J. SIAM 6 (1958) 51). At the
// maximum y is diagonal too, since then w^+ m z y^+ is hermitian up to a multiple of i. Phases are first
// found in single precision. Newton's steps in SU(3), which need single divisions only, then remove all
// errors together. Singular values may be arbitrarily small or equal. If two are 0, V is not unique. Then,
// and if a loop has not converged within its bound, the link is NaN, and download_smeared counts and reports
// it.
#include "lib/determinant.glsl"

/// Returns a with columns i and j exchanged and one of them negated, which keeps the determinant.
Su3 exchanged(Su3 a, int i, int j) {
  const real3 re = a.re[i], im = a.im[i];
  a.re[i] = a.re[j], a.im[i] = a.im[j];
  a.re[j] = -re, a.im[j] = -im;
  return a;
}

real column_norm2(Su3 a, int i) { return dot(a.re[i], a.re[i]) + dot(a.im[i], a.im[i]); }

/// Rotates columns i < j of a so that they become orthogonal, and columns of z alike. Returns the squared
/// cosine of the angle before.
real orthogonalize_columns(inout Su3 a, inout Su3 z, int i, int j) {
  const cplx off =
      cplx(dot(a.re[i], a.re[j]) + dot(a.im[i], a.im[j]), dot(a.re[i], a.im[j]) - dot(a.im[i], a.re[j]));
  const real first = column_norm2(a, i), second = column_norm2(a, j), size2 = dot(off, off);
  real cosine2 = real(0);
  if (size2 > real(1e-36)) {
    cosine2 = size2 / (first * second);
    const real size = sqrt(size2), d = second - first;
    const real t = (d >= real(0) ? real(2) : real(-2)) * size / (abs(d) + sqrt(d * d + real(4) * size2));
    const real c = inversesqrt(real(1) + t * t);
    const cplx s = (c * t / size) * off;
    // Column i becomes c i - conj(s) j, column j becomes s i + c j.
    const Su3 b = a, y = z;
    a.re[i] = c * b.re[i] - s.x * b.re[j] - s.y * b.im[j],
    a.im[i] = c * b.im[i] - s.x * b.im[j] + s.y * b.re[j];
    a.re[j] = c * b.re[j] + s.x * b.re[i] - s.y * b.im[i],
    a.im[j] = c * b.im[j] + s.x * b.im[i] + s.y * b.re[i];
    z.re[i] = c * y.re[i] - s.x * y.re[j] - s.y * y.im[j],
    z.im[i] = c * y.im[i] - s.x * y.im[j] + s.y * y.re[j];
    z.re[j] = c * y.re[j] + s.x * y.re[i] - s.y * y.im[i],
    z.im[j] = c * y.im[j] + s.x * y.im[i] + s.y * y.re[i];
  }
  return cosine2;
}

Su3 reunitarize_columns(Su3 a) { return adjoint(reunitarize(adjoint(a))); }

/// Returns a with column k times the k-th of three numbers.
Su3 times_diagonal(Su3 a, Colour d) {
  return Su3(real3x3(d.re.x * a.re[0] - d.im.x * a.im[0], d.re.y * a.re[1] - d.im.y * a.im[1],
                     d.re.z * a.re[2] - d.im.z * a.im[2]),
             real3x3(d.re.x * a.im[0] + d.im.x * a.re[0], d.re.y * a.im[1] + d.im.y * a.re[1],
                     d.re.z * a.im[2] + d.im.z * a.re[2]));
}

/// Returns three phases whose product is 1.
Colour unit_phases(cplx first, cplx second) {
  first *= inversesqrt(dot(first, first));
  second *= inversesqrt(dot(second, second));
  const cplx both = cmul(first, second);
  return Colour(real3(first.x, second.x, both.x), real3(first.y, second.y, -both.y));
}

cplx unit_number(cplx a) {
  const real size2 = dot(a, a);
  return size2 > real(0) ? inversesqrt(size2) * a : cplx(1, 0);
}

/// Returns exp(i angle) to single precision.
cplx turn_by(float angle) { return cplx(cos(angle), sin(angle)); }

/// Returns the phases y of product 1 that maximise s1 Re y1 + s2 Re y2 + s3 Re(conj(y3) exp(i alpha)), to
/// 1e-6; r1 = s3 / s1, r2 = s3 / s2. At the maximum all s_k sin(phi_k) are equal, so the angle p between y3
/// and exp(i alpha) solves f(p) = |alpha| - p - asin(r1 sin p) - asin(r2 sin p) = 0. f is convex on (0, pi),
/// so Newton's steps from 0 approach its one zero from below. An error of p near a triple zero, which is at
/// pi, does not matter: the sum changes by its fourth power.
Colour best_phases(float r1, float r2, float alpha) {
  float p = 0.0;
  [[dont_unroll]] for (int n = 0; n < 32; ++n) {
    const vec2 along = min(vec2(r1, r2) * sin(p), vec2(1));
    const float left = abs(alpha) - p - asin(along.x) - asin(along.y);
    if (!(left > 1e-6)) break;
    const float slope = 1.0 + cos(p) * dot(vec2(r1, r2), inversesqrt(max(1.0 - along * along, vec2(1e-12))));
    p = min(p + left / max(slope, 1e-4), 3.14159265);
  }
  const vec2 along = min(vec2(r1, r2) * sin(p), vec2(1));
  const float side = alpha < 0.0 ? -1.0 : 1.0;
  return unit_phases(turn_by(-side * asin(along.x)), turn_by(-side * asin(along.y)));
}

/// Returns exp(-i phi / 3) of exp(i phi), -pi < phi <= pi.
cplx third_of_turn(cplx unit) {
  cplx turn = turn_by(-atan(float(unit.y), float(unit.x)) / 3.0);
#if PRECISION == 64
  // Newton's steps solve turn^3 unit = 1, since there is no arctangent in double.
  for (int n = 0; n < 2; ++n)
    turn = (real(2) * turn + cmul_conj(cmul(cmul(turn, turn), unit), cplx(1, 0))) / real(3);
#endif
  return turn;
}

// Bounds of the squared cosine between columns and of the squared gradient, for |m|^2 = 3. Below them the
// present step is the last: rotations and Newton's steps square the error.
const real ORTHOGONAL = real(PRECISION == 64 ? 1e-16 : 1e-8);
const real STATIONARY = real(PRECISION == 64 ? 1e-26 : 1e-10);
// A direction with a smaller curvature is flat up to rounding.
const real FLAT = real(PRECISION == 64 ? 1e-14 : 1e-6);
// Bounds of the loops. Random matrices of any singular values have needed at most five sweeps, six in double,
// and three steps; a triple zero needs thirteen steps.
const int MOST_SWEEPS = 12, MOST_STEPS = 24;

/// Projects m to SU(3). Without `special` it returns the polar factor itself, whose determinant has m's
/// phase.
Su3 project(Su3 m, bool polar, bool special) {
  m = scale(inversesqrt(re_trace_mul_adj(m, m) / real(3)), m);
  Su3 w = m, z = su3_unit();
  real cosine2 = real(1);
  [[dont_unroll]] for (int sweep = 0; sweep < MOST_SWEEPS && cosine2 > ORTHOGONAL; ++sweep) {
    cosine2 = orthogonalize_columns(w, z, 0, 1);
    cosine2 = max(cosine2, orthogonalize_columns(w, z, 0, 2));
    cosine2 = max(cosine2, orthogonalize_columns(w, z, 1, 2));
  }
  if (column_norm2(w, 0) < column_norm2(w, 1)) w = exchanged(w, 0, 1), z = exchanged(z, 0, 1);
  if (column_norm2(w, 0) < column_norm2(w, 2)) w = exchanged(w, 0, 2), z = exchanged(z, 0, 2);
  if (column_norm2(w, 1) < column_norm2(w, 2)) w = exchanged(w, 1, 2), z = exchanged(z, 1, 2);
  // Paths that cancel sum to 0 up to rounding, which would decide the rest of a polar factor.
  const bool unique = special || column_norm2(w, 1) > FLAT * FLAT;
  w = reunitarize_columns(w), z = reunitarize_columns(z);

  const Su3 mz = mul(m, z);
  Su3 t = adj_mul(w, mz);
  Colour y = Colour(real3(1), real3(0));
  if (!polar) {
    const cplx third = cplx(t.re[2][2], t.im[2][2]), unit = unit_number(third);
    const real s3 = sqrt(dot(third, third));
    y = best_phases(float(s3 / t.re[0][0]), float(s3 / t.re[1][1]), atan(float(unit.y), float(unit.x)));
  }
  real gradient2 = real(1);
  [[dont_unroll]] for (int n = 0; n < MOST_STEPS && gradient2 > STATIONARY; ++n) {
    if (polar) {
      const cplx unit = unit_number(cplx(t.re[2][2], t.im[2][2]));
      y.re.z = unit.x, y.im.z = unit.y;
    }
    t = times_diagonal(t, Colour(y.re, -y.im));
    // Re tr(exp(-x) t) is stationary at the anti-hermitian traceless x with t_ij - conj(t_ji) = (h_i + h_j)
    // x_ij.
    const real3 h = real3(t.re[0][0], t.re[1][1], t.re[2][2]), o = real3(t.im[0][0], t.im[1][1], t.im[2][2]);
    const real3 sums = h.yzx + h.zxy;
    const real3 f = mix(real3(0), real3(1) / sums, greaterThan(sums, real3(FLAT)));
    const cplx a = cplx(t.re[1][0] - t.re[0][1], t.im[1][0] + t.im[0][1]),
               b = cplx(t.re[2][0] - t.re[0][2], t.im[2][0] + t.im[0][2]),
               c = cplx(t.re[2][1] - t.re[1][2], t.im[2][1] + t.im[1][2]);
    real3 turn;
    gradient2 = dot(a, a) + dot(b, b) + dot(c, c);
    if (polar) {
      turn = real3(o.x / h.x, o.y / h.y, real(0));
      turn.z = -turn.x - turn.y;
    } else {
      const real3 products = h.yzx * h.zxy;  // products of the other two
      const real curvature = products.x + products.y + products.z;
      const real3 ahead = o - o.yzx, behind = o - o.zxy;
      gradient2 += dot(ahead, ahead);
      turn = curvature > FLAT ? (ahead * h.zxy + behind * h.yzx) / curvature : real3(0);
    }
    Su3 step;
    step.re = real3x3(real(1), -f.z * a.x, -f.y * b.x, f.z * a.x, real(1), -f.x * c.x, f.y * b.x, f.x * c.x,
                      real(1));
    step.im =
        real3x3(turn.x, f.z * a.y, f.y * b.y, f.z * a.y, turn.y, f.x * c.y, f.y * b.y, f.x * c.y, turn.z);
    w = reunitarize_columns(mul(w, step));
    t = adj_mul(w, mz);
  }
  cplx turn = cplx(1, 0);
  if (polar) {
    turn = third_of_turn(unit_number(cplx(t.re[2][2], t.im[2][2])));
    y = unit_phases(turn, turn);
  }
  // The result is NaN if a loop has not converged, or if the two smaller singular values are 0.
  const bool settled = unique && cosine2 <= ORTHOGONAL && gradient2 <= STATIONARY;
  Su3 v = scale(settled ? real(1) : real(uintBitsToFloat(0x7fc00000u)),
                reunitarize(mul_adj(times_diagonal(w, y), z)));
  if (!special) {
    const cplx back = unit_number(cplx(turn.x, -turn.y));
    v = times_diagonal(v, Colour(real3(back.x), real3(back.y)));
  }
  return v;
}

Su3 project_su3(Su3 m, bool polar) { return project(m, polar, true); }

// The largest |change|^2 of a Newton step that is the last; the remaining error is its square.
const real LAST_STEP = real(PRECISION == 64 ? 1e-16 : 1e-11);
// The squared size of the cofactors, for |m|^2 = 3, below which two singular values are smaller than .024
// times the first. The cofactors then are differences of larger products and have lost digits.
const real TWO_SMALL = real(0.01);
// Random matrices of any singular values have needed at most ten steps.
const int MOST_NEWTON_STEPS = 24;

/// Returns m (m^+ m)^(-1/2) by Newton's iteration x <- (g x + (g x)^-1+) / 2. While x is far from unitary, g
/// = |det x|^(-1/3) (Higham 1986). Small singular values then cost a few more steps, not one for each factor
/// of two. Singular values make the result where two of them are small, where the determinant is 0, and if
/// the steps have not converged. The result is NaN if two singular values are 0 up to rounding; HisqSmearing
/// counts these.
Su3 unitary_part(Su3 m) {
  Su3 x = scale(inversesqrt(re_trace_mul_adj(m, m) / real(3)), m);
  bool far = true, settled = false;
  for (int n = 0; n < MOST_NEWTON_STEPS && !settled; ++n) {
    const Colour a = row(x, 0), b = row(x, 1), c = row(x, 2);
    const cplx det = det_of_rows(third_row(a, b), c);
    const real norm = dot(det, det);
    real g = real(1);
    if (far) g = real(pow(max(float(norm), 1e-36), -1.0 / 6.0));
    // The inverse's adjoint has the rows conj(b x c) / conj(det), ...
    const Su3 y = from_rows(third_row(b, c), third_row(c, a), third_row(a, b));
    if (n == 0 && !(re_trace_mul_adj(y, y) > TWO_SMALL)) break;
    const real f = real(0.5) / (g * norm);
    const Su3 next = add(scale(real(0.5) * g, x),
                         Su3(f * (det.x * y.re - det.y * y.im), f * (det.x * y.im + det.y * y.re)));
    const Su3 change = sub(next, x);
    const real size2 = re_trace_mul_adj(change, change);
    x = next;
    far = size2 > real(0.01);
    settled = size2 < LAST_STEP;
  }
  if (!settled) x = project(m, true, false);
  return x;
}
