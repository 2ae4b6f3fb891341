// The gauge of a site. Links are not changed. The fields that change are the SU(3) matrices g(x) of the
// transformed links
//   U'_mu(x) = g(x) U_mu(x) g(x + mu)^+,
// so an update of one parity's sites reads every link once and writes a quarter of a link field. (Codes that
// transform the links themselves read and write them all.) The functionals, up to factors, are
//   Landau, Coulomb     sum of Re Tr U'_mu(x) over all, or the spatial, directions
//   maximally Abelian   sum of |U'_mu(x)_aa|^2 over colours a
//   residual            Landau's under diagonal g alone, which the maximally Abelian gauge leaves free
//   centre              sum of |Tr U'_mu(x)|^2, the direct maximal centre gauge
// As functions of g(x) = h g_old(x) they are Re Tr(h W), W = g_old sum [U_mu(x) g(x+mu)^+ + U_mu(x-mu)^+
// g(x-mu)^+], or the sum over a of (h S_a h^+)_aa. S_a is the sum of c c^+ over column a of the eight
// matrices whose sum is W. The centre gauge has no such short form, and its kernel fix/relax_centre loops
// over the links. For its gradient W is the sum of w Tr(w)^* / 3 over the eight matrices w = g_old U g^+.
//
// Needs u_this, u_other, g_this, g_other as GAUGE_ fields, the latter with one link a site.
#include "lib/gauge_kind.glsl"

/// W in `a`, or S_0, S_1, S_2 in `a`, `b`, `c`.
struct Surroundings {
  Su3 a, b, c;
};

Su3 su3_zero() { return Su3(real3x3(0), real3x3(0)); }
Su3 column_moment(Su3 m, int column) {
  const Colour c = Colour(m.re[column], m.im[column]);
  return outer(c, c);
}

/// Returns U_mu(x) g(x+mu)^+.
Su3 link_ahead(Site s, uint mu) {
  return su3_of_rows(mul_adj(rows(u_this(mu, s.index)), g_other(0, up(s, mu).index)));
}
/// Returns U_mu(x-mu)^+ g(x-mu)^+.
Su3 link_behind(Site s, uint mu) {
  const uint there = down(s, mu).index;
  return adjoint(su3_of_rows(mul(rows(g_other(0, there)), u_other(mu, there))));
}

Surroundings with_link(Surroundings n, Su3 g, Su3 m) {
  if (GAUGE == MAXIMALLY_ABELIAN) {
    m = su3_of_rows(mul(rows(g), m));
    n.a = add(n.a, column_moment(m, 0));
    n.b = add(n.b, column_moment(m, 1));
    n.c = add(n.c, column_moment(m, 2));
  } else if (GAUGE == CENTRE) {
    m = su3_of_rows(mul(rows(g), m));
    const cplx t = trace(m) / real(3);
    n.a = add(n.a, Su3(t.x * m.re + t.y * m.im, t.x * m.im - t.y * m.re));
  } else {
    n.a = add(n.a, m);
  }
  return n;
}

Surroundings surroundings(Site s, Su3 g) {
  Surroundings n = Surroundings(su3_zero(), su3_zero(), su3_zero());
  [[unroll]] for (uint mu = 0; mu < 4; ++mu) {
    if (mu < GAUGE_DIRECTIONS) {
      n = with_link(n, g, link_ahead(s, mu));
      n = with_link(n, g, link_behind(s, mu));
    }
  }
  if (GAUGE != MAXIMALLY_ABELIAN && GAUGE != CENTRE) n.a = mul(g, n.a);
  return n;
}

cplx entry(Su3 m, int i, int j) { return cplx(m.re[j][i], m.im[j][i]); }

Su3 moment(Surroundings n, int a) {
  Su3 m = n.a;
  if (a == 1) m = n.b;
  if (a == 2) m = n.c;
  return m;
}

/// Returns the field of the maximally Abelian functional in a subgroup of rows i < j. With (x, y) the first
/// row of the subgroup's element, the functional is half the trace plus field.z (|x|^2 - |y|^2) + 2 Re(x y^*
/// (field.x + i field.y)).
real3 abelian_field(Surroundings n, int i, int j) {
  const Su3 si = moment(n, i), sj = moment(n, j);
  return real3(entry(si, i, j) - entry(sj, i, j),
               real(0.5) * (si.re[i][i] + sj.re[j][j] - si.re[j][j] - sj.re[i][i]));
}

/// Returns the element of a subgroup with the largest functional.
real4 abelian_best(real3 h) {
  const real norm = length(h), across = length(h.xy);
  real4 a = su2_unit();
  if (norm > real(1e-30)) {
    const real cosine = h.z / norm;
    const real larger = sqrt(real(0.5) * (real(1) + abs(cosine)));
    const cplx aside = across > real(0) ? h.yx : cplx(1, 0);
    if (cosine >= real(0)) a = real4(larger, h.yx / (real(2) * norm * larger), 0);
    else a = real4(across / (real(2) * norm * larger), larger * aside / length(aside), 0);
  }
  return a;
}

/// Returns the quaternion whose multiple is W's block; only its diagonal if only diagonal elements are
/// allowed.
real4 linear_field(Su3 w, int subgroup) {
  real4 k = su2_part(w, subgroup);
  if (GAUGE == RESIDUAL) k.yz = cplx(0);
  return k;
}

real4 linear_best(real4 k) {
  const real norm2 = dot(k, k);
  real4 a = su2_unit();
  if (norm2 > real(1e-30)) a = inversesqrt(norm2) * su2_adjoint(k);
  return a;
}

real4 best(Surroundings n, int subgroup) {
  real4 a;
  if (GAUGE == MAXIMALLY_ABELIAN)
    a = abelian_best(abelian_field(n, subgroup_first(subgroup), subgroup_second(subgroup)));
  else a = linear_best(linear_field(n.a, subgroup));
  return a;
}

Su3 conjugated(real4 a, Su3 m, int subgroup) {
  return adjoint(su2_times(a, adjoint(su2_times(a, m, subgroup)), subgroup));
}

/// Returns the surroundings after g(x) -> a g(x).
Surroundings turned(Surroundings n, real4 a, int subgroup) {
  if (GAUGE == MAXIMALLY_ABELIAN) {
    n = Surroundings(conjugated(a, n.a, subgroup), conjugated(a, n.b, subgroup),
                     conjugated(a, n.c, subgroup));
  } else {
    n.a = su2_times(a, n.a, subgroup);
  }
  return n;
}
