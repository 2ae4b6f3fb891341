// Back to SU(3) from a sum of links: the polar factor with its determinant's phase divided out evenly, or the
// matrix V that maximises Re tr(V^+ m), found from there by rotations in the three SU(2) subgroups (Cabibbo
// and Marinari).
#include "lib/determinant.glsl"

// |change|^2 of a step of Newton's that is the last: what is left then is its square.
const real LAST_STEP = real(PRECISION == 64 ? 1e-16 : 1e-11);

/// m (m^+ m)^(-1/2) by Newton's iteration x <- (g x + (g x)^-1+) / 2. While x is far from unitary g = |det
/// x|^(-1/3) (Higham 1986): small singular values cost a few steps more then, not one for each factor of two.
Su3 unitary_part(Su3 m) {
  Su3 x = scale(inversesqrt(re_trace_mul_adj(m, m) / real(3)), m);
  bool far = true;
  for (int n = 0; n < 24; ++n) {
    const Colour a = row(x, 0), b = row(x, 1), c = row(x, 2);
    const cplx det = det_of_rows(third_row(a, b), c);
    const real norm = dot(det, det);
    real g = real(1);
    if (far) g = real(pow(max(float(norm), 1e-36), -1.0 / 6.0));
    // the inverse's adjoint has the rows conj(b x c) / conj(det), ...
    const Su3 y = from_rows(third_row(b, c), third_row(c, a), third_row(a, b));
    const real f = real(0.5) / (g * norm);
    const Su3 next = add(scale(real(0.5) * g, x), Su3(f * (det.x * y.re - det.y * y.im),
                                                      f * (det.x * y.im + det.y * y.re)));
    const Su3 change = sub(next, x);
    const real size2 = re_trace_mul_adj(change, change);
    x = next;
    far = size2 > real(0.01);
    if (size2 < LAST_STEP) break;
  }
  return x;
}

/// The same, and its determinant made 1.
Su3 project_polar(Su3 m) {
  const Su3 x = unitary_part(m);
  const cplx det = det_of_rows(third_row(row(x, 0), row(x, 1)), row(x, 2));
  const float phase = -atan(float(det.y), float(det.x)) / 3.0;
  cplx turn = cplx(cos(phase), sin(phase));
#if PRECISION == 64
  // Newton's step for turn^3 det = 1: there is no arctangent in double.
  for (int n = 0; n < 2; ++n)
    turn = (real(2) * turn + cmul_conj(cmul(cmul(turn, turn), det), cplx(1, 0))) / real(3);
#endif
  return reunitarize(Su3(turn.x * x.re - turn.y * x.im, turn.x * x.im + turn.y * x.re));
}

/// v <- g v with the g of the SU(2) subgroup of rows i < j that maximises Re tr(g w), w = v m^+; the square
/// of the sine of half its angle comes back.
real rotate_subgroup(inout Su3 v, inout Su3 w, int i, int j) {
  real4 q = real4(w.re[i][i] + w.re[j][j], w.im[i][i] - w.im[j][j], w.re[j][i] - w.re[i][j],
                  w.im[j][i] + w.im[i][j]);
  q *= inversesqrt(max(dot(q, q), real(1e-30)));
  // g = (conj(alpha), -beta; conj(beta), alpha) undoes w's block (alpha, beta; -conj(beta), conj(alpha))
  [[unroll]] for (int column = 0; column < 3; ++column) {
    cplx a = cplx(v.re[column][i], v.im[column][i]), b = cplx(v.re[column][j], v.im[column][j]);
    cplx x = cmul_conj(q.xy, a) - cmul(q.zw, b), y = cmul_conj(q.zw, a) + cmul(q.xy, b);
    v.re[column][i] = x.x, v.im[column][i] = x.y, v.re[column][j] = y.x, v.im[column][j] = y.y;
    a = cplx(w.re[column][i], w.im[column][i]), b = cplx(w.re[column][j], w.im[column][j]);
    x = cmul_conj(q.xy, a) - cmul(q.zw, b), y = cmul_conj(q.zw, a) + cmul(q.xy, b);
    w.re[column][i] = x.x, w.im[column][i] = x.y, w.re[column][j] = y.x, w.im[column][j] = y.y;
  }
  return dot(q.yzw, q.yzw);
}

// sin^2 of half an angle that no longer counts.
const real SETTLED = real(PRECISION == 64 ? 1e-28 : 1e-13);

Su3 project_su3(Su3 m, bool polar) {
  Su3 v = project_polar(m);
  if (!polar) {
    Su3 w = mul_adj(v, m);
    for (int n = 0; n < 40; ++n) {
      real moved = rotate_subgroup(v, w, 0, 1);
      moved = max(moved, rotate_subgroup(v, w, 0, 2));
      moved = max(moved, rotate_subgroup(v, w, 1, 2));
      if (moved < SETTLED) break;
    }
    v = reunitarize(v);
  }
  return v;
}
