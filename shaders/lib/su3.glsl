// Complex 3x3 matrices as a pair of real ones, and colour vectors: GLSL's own matrix arithmetic does the rest.
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

/// a b
Su3 mul(Su3 a, Su3 b) { return Su3(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re); }
/// a b^+
Su3 mul_adj(Su3 a, Su3 b) { return mul(a, adjoint(b)); }
/// a^+ b
Su3 adj_mul(Su3 a, Su3 b) { return mul(adjoint(a), b); }

cplx trace(Su3 a) { return cplx(a.re[0].x + a.re[1].y + a.re[2].z, a.im[0].x + a.im[1].y + a.im[2].z); }

/// Re Tr(a b^+): the sum over entries, no product needed.
real re_trace_mul_adj(Su3 a, Su3 b) {
  return dot(a.re[0], b.re[0]) + dot(a.re[1], b.re[1]) + dot(a.re[2], b.re[2]) +
         dot(a.im[0], b.im[0]) + dot(a.im[1], b.im[1]) + dot(a.im[2], b.im[2]);
}

Colour add(Colour a, Colour b) { return Colour(a.re + b.re, a.im + b.im); }
Colour sub(Colour a, Colour b) { return Colour(a.re - b.re, a.im - b.im); }
Colour scale(real f, Colour a) { return Colour(f * a.re, f * a.im); }
Colour times_i(Colour a) { return Colour(-a.im, a.re); }

/// u c
Colour mul(Su3 u, Colour c) { return Colour(u.re * c.re - u.im * c.im, u.re * c.im + u.im * c.re); }
/// u^+ c; a row vector times a matrix is the transposed product
Colour adj_mul(Su3 u, Colour c) { return Colour(c.re * u.re + c.im * u.im, c.im * u.re - c.re * u.im); }

/// a b^+ as a matrix: (a b^+)_ij = a_i conj(b_j)
Su3 outer(Colour a, Colour b) {
  return Su3(outerProduct(a.re, b.re) + outerProduct(a.im, b.im), outerProduct(a.im, b.re) - outerProduct(a.re, b.im));
}

Colour row(Su3 u, int i) {
  return Colour(real3(u.re[0][i], u.re[1][i], u.re[2][i]), real3(u.im[0][i], u.im[1][i], u.im[2][i]));
}

/// conj(a x b): the third row of an SU(3) matrix from the first two.
Colour third_row(Colour a, Colour b) {
  return Colour(cross(a.re, b.re) - cross(a.im, b.im), -(cross(a.re, b.im) + cross(a.im, b.re)));
}

Su3 from_rows(Colour a, Colour b, Colour c) {
  return Su3(transpose(real3x3(a.re, b.re, c.re)), transpose(real3x3(a.im, b.im, c.im)));
}

/// Gram-Schmidt on the first two rows; the third follows.
Su3 reunitarize(Su3 u) {
  Colour a = row(u, 0), b = row(u, 1);
  a = scale(inversesqrt(dot(a.re, a.re) + dot(a.im, a.im)), a);
  const cplx overlap = cplx(dot(a.re, b.re) + dot(a.im, b.im), dot(a.re, b.im) - dot(a.im, b.re));  // a^+ b
  b = Colour(b.re - overlap.x * a.re + overlap.y * a.im, b.im - overlap.x * a.im - overlap.y * a.re);
  b = scale(inversesqrt(dot(b.re, b.re) + dot(b.im, b.im)), b);
  return from_rows(a, b, third_row(a, b));
}

/// max over entries of |u u^+ - 1| and |det u - 1|
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

/// exp(i q) of a hermitian traceless q: its power series, folded by Cayley and Hamilton, q^3 = c1 q + c0 with
/// c1 = Tr q^2 / 2, c0 = det q, into three complex coefficients (Horner from the last term on). The terms left out are
/// below 1e-7 for |q| < 4; the molecular dynamics stays far inside.
Su3 exp_i(Su3 q) {
  const Su3 q2 = mul(q, q);
  const real c1 = real(0.5) * trace(q2).x;
  const real c0 = re_trace_mul_adj(q2, q) / real(3);  // det q = Tr q^3 / 3 for a traceless q
  cplx f0 = cplx(1, 0), f1 = cplx(0), f2 = cplx(0);
  [[unroll]] for (int n = 20; n > 0; --n) {
    // f <- 1 + (i q / n) f
    const cplx g0 = times_i(f2) * c0, g1 = times_i(f0 + f2 * c1), g2 = times_i(f1);
    const real inverse = real(1) / real(n);
    f0 = cplx(1, 0) + inverse * g0;
    f1 = inverse * g1;
    f2 = inverse * g2;
  }
  Su3 e;
  e.re = f0.x * real3x3(1) + f1.x * q.re - f1.y * q.im + f2.x * q2.re - f2.y * q2.im;
  e.im = f0.y * real3x3(1) + f1.x * q.im + f1.y * q.re + f2.x * q2.im + f2.y * q2.re;
  return e;
}
