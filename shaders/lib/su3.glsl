// Complex 3x3 matrices as pairs of real ones, and colour vectors, by GLSL's own matrix arithmetic.
struct Su3 {
  real3x3 re, im;
};

struct Colour {
  real3 re, im;
};

Su3 su3_unit() { return Su3(real3x3(1), real3x3(0)); }

Su3 add(Su3 a, Su3 b) { return Su3(a.re + b.re, a.im + b.im); }
Su3 sub(Su3 a, Su3 b) { return Su3(a.re - b.re, a.im - b.im); }
Su3 scale(real f, Su3 a) { return Su3(f * a.re, f * a.im); }
Su3 adjoint(Su3 a) { return Su3(transpose(a.re), -transpose(a.im)); }

// Products are written out, each number as one chain of sums, which compilers turn into fused multiply-adds.

/// Returns u c.
Colour mul(Su3 u, Colour c) {
  const real3x3 x = u.re, y = u.im;
  return Colour(
      x[0] * c.re.x + x[1] * c.re.y + x[2] * c.re.z - y[0] * c.im.x - y[1] * c.im.y - y[2] * c.im.z,
      x[0] * c.im.x + x[1] * c.im.y + x[2] * c.im.z + y[0] * c.re.x + y[1] * c.re.y + y[2] * c.re.z);
}

/// Returns a b, column by column.
Su3 mul(Su3 a, Su3 b) {
  const Colour x = mul(a, Colour(b.re[0], b.im[0])), y = mul(a, Colour(b.re[1], b.im[1])),
               z = mul(a, Colour(b.re[2], b.im[2]));
  return Su3(real3x3(x.re, y.re, z.re), real3x3(x.im, y.im, z.im));
}
/// Returns a b^+.
Su3 mul_adj(Su3 a, Su3 b) { return mul(a, adjoint(b)); }
/// Returns a^+ b.
Su3 adj_mul(Su3 a, Su3 b) { return mul(adjoint(a), b); }

real norm2(Colour c) { return dot(c.re, c.re) + dot(c.im, c.im); }
#if PRECISION == 16
/// Returns the largest absolute value of all components; NaN if one is NaN (lib/field.glsl).
real largest(Colour c) { return largest_size(uvec4(max(size_bits(c.re), size_bits(c.im)), 0)); }
#endif

cplx trace(Su3 a) { return cplx(a.re[0].x + a.re[1].y + a.re[2].z, a.im[0].x + a.im[1].y + a.im[2].z); }

/// Returns Re Tr(a b^+) as a sum over entries, without a matrix product.
real re_trace_mul_adj(Su3 a, Su3 b) {
  return dot(a.re[0], b.re[0]) + dot(a.re[1], b.re[1]) + dot(a.re[2], b.re[2]) + dot(a.im[0], b.im[0]) +
         dot(a.im[1], b.im[1]) + dot(a.im[2], b.im[2]);
}

Colour add(Colour a, Colour b) { return Colour(a.re + b.re, a.im + b.im); }
Colour sub(Colour a, Colour b) { return Colour(a.re - b.re, a.im - b.im); }
Colour scale(real f, Colour a) { return Colour(f * a.re, f * a.im); }
Colour times_i(Colour a) { return Colour(-a.im, a.re); }

/// Returns u^+ c; a row vector times a matrix is the transposed product.
Colour adj_mul(Su3 u, Colour c) { return Colour(c.re * u.re + c.im * u.im, c.im * u.re - c.re * u.im); }

/// Returns a b^+ as a matrix: (a b^+)_ij = a_i conj(b_j).
Su3 outer(Colour a, Colour b) {
  return Su3(outerProduct(a.re, b.re) + outerProduct(a.im, b.im),
             outerProduct(a.im, b.re) - outerProduct(a.re, b.im));
}

Colour row(Su3 u, int i) {
  return Colour(real3(u.re[0][i], u.re[1][i], u.re[2][i]), real3(u.im[0][i], u.im[1][i], u.im[2][i]));
}

/// Returns conj(a x b), the third row of an SU(3) matrix from the first two.
Colour third_row(Colour a, Colour b) {
  return Colour(a.re.yzx * b.re.zxy - a.re.zxy * b.re.yzx - a.im.yzx * b.im.zxy + a.im.zxy * b.im.yzx,
                a.re.zxy * b.im.yzx - a.re.yzx * b.im.zxy + a.im.zxy * b.re.yzx - a.im.yzx * b.re.zxy);
}

Su3 from_rows(Colour a, Colour b, Colour c) {
  return Su3(transpose(real3x3(a.re, b.re, c.re)), transpose(real3x3(a.im, b.im, c.im)));
}
/// Returns a matrix from nine complex numbers, row by row.
Su3 su3_of_planes(real4 p, real4 q, real4 r, real4 s, cplx t) {
  return from_rows(Colour(real3(p.x, p.z, q.x), real3(p.y, p.w, q.y)),
                   Colour(real3(q.z, r.x, r.z), real3(q.w, r.y, r.w)),
                   Colour(real3(s.x, s.z, t.x), real3(s.y, s.w, t.y)));
}

// Two rows suffice for a product of SU(3) matrices: the third follows, which saves a third of the work.
struct Rows {
  Colour a, b;
};

Rows rows(Su3 u) { return Rows(row(u, 0), row(u, 1)); }
Su3 su3_of_rows(Rows m) { return from_rows(m.a, m.b, third_row(m.a, m.b)); }

/// Returns r u for a row vector r.
Colour row_mul(Colour r, Su3 u) {
  const Colour x = row(u, 0), y = row(u, 1), z = row(u, 2);
  return Colour(
      r.re.x * x.re + r.re.y * y.re + r.re.z * z.re - r.im.x * x.im - r.im.y * y.im - r.im.z * z.im,
      r.re.x * x.im + r.re.y * y.im + r.re.z * z.im + r.im.x * x.re + r.im.y * y.re + r.im.z * z.re);
}
/// Returns r u^+.
Colour row_mul_adj(Colour r, Su3 u) {
  const real3x3 x = u.re, y = u.im;
  return Colour(
      r.re.x * x[0] + r.re.y * x[1] + r.re.z * x[2] + r.im.x * y[0] + r.im.y * y[1] + r.im.z * y[2],
      r.im.x * x[0] + r.im.y * x[1] + r.im.z * x[2] - r.re.x * y[0] - r.re.y * y[1] - r.re.z * y[2]);
}
Rows mul(Rows m, Su3 u) { return Rows(row_mul(m.a, u), row_mul(m.b, u)); }
Rows mul_adj(Rows m, Su3 u) { return Rows(row_mul_adj(m.a, u), row_mul_adj(m.b, u)); }

/// Returns Gram-Schmidt on the first two rows, completed by the third.
Su3 reunitarize(Su3 u) {
  Colour a = row(u, 0), b = row(u, 1);
  a = scale(inversesqrt(dot(a.re, a.re) + dot(a.im, a.im)), a);
  const cplx overlap = cplx(dot(a.re, b.re) + dot(a.im, b.im), dot(a.re, b.im) - dot(a.im, b.re));  // a^+ b
  b = Colour(b.re - overlap.x * a.re + overlap.y * a.im, b.im - overlap.x * a.im - overlap.y * a.re);
  b = scale(inversesqrt(dot(b.re, b.re) + dot(b.im, b.im)), b);
  return from_rows(a, b, third_row(a, b));
}

/// Returns the largest entry of |u u^+ - 1|, or |det u - 1| if that is larger.
real unitarity_deviation(Su3 u) {
  Su3 d = mul_adj(u, u);
  d.re -= real3x3(1);
  const Colour c = row(u, 2), t = third_row(row(u, 0), row(u, 1));
  const cplx det = cplx(dot(c.re, t.re) + dot(c.im, t.im) - real(1), dot(c.im, t.re) - dot(c.re, t.im));
  real worst2 = dot(det, det);
  [[unroll]] for (int k = 0; k < 3; ++k) {
    const real3 e = d.re[k] * d.re[k] + d.im[k] * d.im[k];
    worst2 = max(worst2, max(max(e.x, e.y), e.z));
  }
  return sqrt(worst2);
}

// Terms of the series below: the first number suffices if Tr q^2 / 2 is below the first bound, the second if
// it is below the second.
const int FEW_TERMS = 11, ALL_TERMS = 20;
#if PRECISION == 64
const real FEW_TERMS_BELOW = real(0.03lf), ALL_TERMS_BELOW = real(1);
#else
const real FEW_TERMS_BELOW = real(1), ALL_TERMS_BELOW = real(12);
#endif
// So many divisions by four bring any finite number below the second bound.
const int MOST_HALVINGS = PRECISION == 64 ? 512 : 64;

/// Returns q^2 of a hermitian traceless q.
Su3 square(Su3 q) {
  const cplx a = cplx(q.re[1][0], q.im[1][0]), b = cplx(q.re[2][0], q.im[2][0]),
             c = cplx(q.re[2][1], q.im[2][1]);
  const real x = q.re[0][0], y = q.re[1][1], z = q.re[2][2];
  const cplx ab = cmul_conj(c, b) - z * a, bc = cmul(a, c) - y * b, ca = cmul_conj(a, b) - x * c;
  Su3 s;
  s.re = real3x3(x * x + dot(a, a) + dot(b, b), ab.x, bc.x, ab.x, y * y + dot(a, a) + dot(c, c), ca.x, bc.x,
                 ca.x, z * z + dot(b, b) + dot(c, c));
  s.im = real3x3(real(0), -ab.y, -bc.y, ab.y, real(0), -ca.y, bc.y, ca.y, real(0));
  return s;
}

/// Returns 1 + (i q / n) f for f = f0 + f1 q + f2 q^2, where q^3 = c1 q + c0.
struct Series {
  cplx f0, f1, f2;
};
Series next_term(Series f, real c0, real c1, int n) {
  const real inverse = real(1) / real(n);
  return Series(cplx(1, 0) + inverse * c0 * times_i(f.f2), inverse * times_i(f.f0 + f.f2 * c1),
                inverse * times_i(f.f1));
}

/// Returns exp(i q) of a hermitian traceless q. By Cayley and Hamilton, q^3 = c1 q + c0 with c1 = Tr q^2 / 2,
/// c0 = det q, the power series becomes three complex coefficients (Horner from the last term on). |q| <=
/// sqrt(4 c1 / 3), so few terms leave an error below 1e-7 in single precision and 1e-16 in double. All terms
/// do so for |q| < 4 in single and |q| < 1.2 in double. Of a larger q the series takes the part 2^-n q that
/// is small enough, and the exponential is squared n times; the error then is that of rounding q. Only c0 and
/// c1 change in the loop, since scaled q and q2 cost kernels in double precision a tenth of their time. The
/// result is NaN if q^2 overflows.
Su3 exp_i(Su3 q) {
  const Su3 q2 = square(q);
  real c1 = real(0.5) * (q2.re[0][0] + q2.re[1][1] + q2.re[2][2]);
  real c0 = re_trace_mul_adj(q2, q) / real(3);  // det q = Tr q^3 / 3 for a traceless q
  int halvings = 0;
  real part = real(1);
  Series f = Series(cplx(1, 0), cplx(0), cplx(0));
  if (c1 >= FEW_TERMS_BELOW) {
    [[dont_unroll]] for (; c1 > ALL_TERMS_BELOW && halvings < MOST_HALVINGS; ++halvings) {
      c1 *= real(0.25);
      c0 *= real(0.125);
      part *= real(0.5);
    }
    [[unroll]] for (int n = ALL_TERMS; n > FEW_TERMS; --n) f = next_term(f, c0, c1, n);
  }
  [[unroll]] for (int n = FEW_TERMS; n > 0; --n) f = next_term(f, c0, c1, n);
  f.f1 *= part;
  f.f2 *= part * part;
  Su3 e;
  e.re = f.f0.x * real3x3(1) + f.f1.x * q.re - f.f1.y * q.im + f.f2.x * q2.re - f.f2.y * q2.im;
  e.im = f.f0.y * real3x3(1) + f.f1.x * q.im + f.f1.y * q.re + f.f2.x * q2.im + f.f2.y * q2.re;
  [[dont_unroll]] for (; halvings > 0; --halvings) e = mul(e, e);
  return e;
}
