// SU(2) as unit quaternions, a = (a0, a1, a2, a3) for the matrix a0 + i (a1 sigma1 + a2 sigma2 + a3 sigma3),
// and the three SU(2) subgroups of SU(3) of Cabibbo and Marinari: rows and columns (0,1), (0,2), (1,2).
const int SUBGROUPS = 3;
int subgroup_first(int s) { return s == 2 ? 1 : 0; }
int subgroup_second(int s) { return s == 0 ? 1 : 2; }

real4 su2_unit() { return real4(1, 0, 0, 0); }
real4 su2_adjoint(real4 a) { return real4(a.x, -a.yzw); }
real4 su2_mul(real4 a, real4 b) {
  return real4(a.x * b.x - dot(a.yzw, b.yzw), a.x * b.yzw + b.x * a.yzw - cross(a.yzw, b.yzw));
}

/// Returns the one of three numbers that belongs to a subgroup, by choice and never by index. If a loop over
/// subgroups is not unrolled, a matrix with such an index is in memory, and NVIDIA's OpenGL does not support
/// one of doubles (docs/drivers.md).
real of_subgroup(int subgroup, real a, real b, real c) { return subgroup == 0 ? a : subgroup == 1 ? b : c; }

/// Returns the quaternion k with Re Tr(a w) = 2 (a0 k0 - a.k) + const for every a of the subgroup: the part
/// of w's 2 x 2 block that is a multiple of an SU(2) matrix.
real4 su2_part(Su3 w, int subgroup) {
  const real3x3 re = w.re, im = w.im;
  return real(0.5) *
         real4(of_subgroup(subgroup, re[0][0] + re[1][1], re[0][0] + re[2][2], re[1][1] + re[2][2]),
               of_subgroup(subgroup, im[1][0] + im[0][1], im[2][0] + im[0][2], im[2][1] + im[1][2]),
               of_subgroup(subgroup, re[1][0] - re[0][1], re[2][0] - re[0][2], re[2][1] - re[1][2]),
               of_subgroup(subgroup, im[0][0] - im[1][1], im[0][0] - im[2][2], im[1][1] - im[2][2]));
}

/// Returns a m, with a embedded in the subgroup: only two rows change.
Su3 su2_times(real4 a, Su3 m, int subgroup) {
  [[unroll]] for (int c = 0; c < 3; ++c) {
    const real3 re = m.re[c], im = m.im[c];
    const cplx p = cplx(of_subgroup(subgroup, re.x, re.x, re.y), of_subgroup(subgroup, im.x, im.x, im.y));
    const cplx q = cplx(of_subgroup(subgroup, re.y, re.z, re.z), of_subgroup(subgroup, im.y, im.z, im.z));
    const cplx up = cmul(cplx(a.x, a.w), p) + cmul(cplx(a.z, a.y), q);
    const cplx low = cmul(cplx(-a.z, a.y), p) + cmul(cplx(a.x, -a.w), q);
    m.re[c] = real3(of_subgroup(subgroup, up.x, up.x, re.x), of_subgroup(subgroup, low.x, re.y, up.x),
                    of_subgroup(subgroup, re.z, low.x, low.x));
    m.im[c] = real3(of_subgroup(subgroup, up.y, up.y, im.x), of_subgroup(subgroup, low.y, im.y, up.y),
                    of_subgroup(subgroup, im.z, low.y, low.y));
  }
  return m;
}

/// Returns the element that maps a k/|k| to its adjoint by multiplication from the left. It keeps k0, and so
/// the action.
real4 su2_reflection(real4 k) {
  const real norm2 = dot(k, k);
  real4 a = su2_unit();
  if (norm2 > real(1e-30)) a = real4(real(2) * k.x * k.x / norm2 - real(1), real(-2) * k.x / norm2 * k.yzw);
  return a;
}

/// Returns i, which a compiler knows no earlier than the unit quaternion a. So links read with it afterwards
/// are not kept in registers. In single precision there are enough registers.
uint index_after(real4 a, uint i) { return PRECISION == 64 && abs(a.x) > real(2) ? 0u : i; }
