// SU(2) as unit quaternions, a = (a0, a1, a2, a3) for the matrix a0 + i (a1 sigma1 + a2 sigma2 + a3 sigma3), and the three
// SU(2) subgroups of SU(3) that Cabibbo and Marinari take in turn: rows and columns (0,1), (0,2), (1,2).
const int SUBGROUPS = 3;
int subgroup_first(int s) { return s == 2 ? 1 : 0; }
int subgroup_second(int s) { return s == 0 ? 1 : 2; }

real4 su2_unit() { return real4(1, 0, 0, 0); }
real4 su2_adjoint(real4 a) { return real4(a.x, -a.yzw); }
real4 su2_mul(real4 a, real4 b) {
  return real4(a.x * b.x - dot(a.yzw, b.yzw), a.x * b.yzw + b.x * a.yzw - cross(a.yzw, b.yzw));
}

/// The quaternion k with Re Tr(a w) = 2 (a0 k0 - a.k) + const for every a of the subgroup: the part of w's 2 x 2 block that
/// is a multiple of an SU(2) matrix.
real4 su2_part(Su3 w, int subgroup) {
  const int i = subgroup_first(subgroup), j = subgroup_second(subgroup);
  return real(0.5) * real4(w.re[i][i] + w.re[j][j], w.im[j][i] + w.im[i][j],
                           w.re[j][i] - w.re[i][j], w.im[i][i] - w.im[j][j]);
}

/// a m, a embedded in the subgroup: only two rows change.
Su3 su2_times(real4 a, Su3 m, int subgroup) {
  const int i = subgroup_first(subgroup), j = subgroup_second(subgroup);
  [[unroll]] for (int c = 0; c < 3; ++c) {
    const cplx p = cplx(m.re[c][i], m.im[c][i]), q = cplx(m.re[c][j], m.im[c][j]);
    const cplx up = cmul(cplx(a.x, a.w), p) + cmul(cplx(a.z, a.y), q);
    const cplx low = cmul(cplx(-a.z, a.y), p) + cmul(cplx(a.x, -a.w), q);
    m.re[c][i] = up.x;
    m.im[c][i] = up.y;
    m.re[c][j] = low.x;
    m.im[c][j] = low.y;
  }
  return m;
}

/// The element that takes a k/|k| to its adjoint when it multiplies from the left: k0, and with it the action, stay.
real4 su2_reflection(real4 k) {
  const real norm2 = dot(k, k);
  real4 a = su2_unit();
  if (norm2 > real(1e-30)) a = real4(real(2) * k.x * k.x / norm2 - real(1), real(-2) * k.x / norm2 * k.yzw);
  return a;
}
