// Momenta and forces: eight real coefficients p_a a link, P = sum_a p_a T_a with T_a = lambda_a / 2
// (Gell-Mann matrices in standard order). P is hermitian and traceless; a link has two planes.
struct Algebra {
  real4 a, b;  // p1..p4, p5..p8
};

Algebra add(Algebra p, Algebra q) { return Algebra(p.a + q.a, p.b + q.b); }
Algebra scale(real f, Algebra p) { return Algebra(f * p.a, f * p.b); }

const real INVERSE_SQRT3 = real(0.57735026918962576451lf);

/// Returns sum_a p_a T_a.
Su3 su3_of_algebra(Algebra p) {
  const real third = p.b.w * INVERSE_SQRT3;
  Su3 m;
  m.re = real(0.5) * real3x3(third + p.a.z, p.a.x, p.a.w,  // column by column
                             p.a.x, third - p.a.z, p.b.y, p.a.w, p.b.y, real(-2) * third);
  m.im = real(0.5) * real3x3(real(0), p.a.y, p.b.x, -p.a.y, real(0), p.b.z, -p.b.x, -p.b.z, real(0));
  return m;
}

/// Returns h_a = Tr[lambda_a H] for the hermitian H = (w - w^+) / 2i, so that Im Tr[T_a w] = h_a / 2.
Algebra hermitian_part(Su3 w) {
  // H_ij = (w_ij - conj(w_ji)) / 2i, so 2 Re H_ij = im w_ij + im w_ji and -2 Im H_ij = re w_ij - re w_ji.
  // GLSL writes w_ij as w[j][i].
  Algebra h;
  h.a.x = w.im[1][0] + w.im[0][1];
  h.a.y = w.re[1][0] - w.re[0][1];
  h.a.z = w.im[0][0] - w.im[1][1];
  h.a.w = w.im[2][0] + w.im[0][2];
  h.b.x = w.re[2][0] - w.re[0][2];
  h.b.y = w.im[2][1] + w.im[1][2];
  h.b.z = w.re[2][1] - w.re[1][2];
  h.b.w = (w.im[0][0] + w.im[1][1] - real(2) * w.im[2][2]) * INVERSE_SQRT3;
  return h;
}

/// Returns p_a = Tr[lambda_a P] of a hermitian P; a trace drops out.
Algebra coefficients(Su3 p) {
  return Algebra(
      real(2) * real4(p.re[1][0], -p.im[1][0], real(0.5) * (p.re[0][0] - p.re[1][1]), p.re[2][0]),
      real(2) * real4(-p.im[2][0], p.re[2][1], -p.im[2][1],
                      real(0.5) * INVERSE_SQRT3 * (p.re[0][0] + p.re[1][1] - real(2) * p.re[2][2])));
}

// MOMENTUM_IN(slot, p) gives `Algebra p(mu, site)`, MOMENTUM_OUT `p_put(mu, site, value)`.
#define MOMENTUM_LOAD(p) \
  Algebra p(uint mu, uint site) { return Algebra(p##_plane(2 * mu, site), p##_plane(2 * mu + 1, site)); }
#define MOMENTUM_STORE(p) \
  void p##_put(uint mu, uint site, Algebra v) { \
    p##_store(2 * mu, site, v.a); \
    p##_store(2 * mu + 1, site, v.b); \
  }
#define MOMENTUM_IN(slot, p) FIELD_IN(slot, p) MOMENTUM_LOAD(p)
#define MOMENTUM_OUT(slot, p) FIELD_OUT(slot, p) MOMENTUM_STORE(p)
#define MOMENTUM_INOUT(slot, p) FIELD_INOUT(slot, p) MOMENTUM_LOAD(p) MOMENTUM_STORE(p)
