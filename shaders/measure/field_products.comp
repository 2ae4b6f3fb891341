#version 460
// variants: storage double
// What is made of products of the field strengths at a site (formulae: host/measure/field_products.hpp),
// four planes: U_xx U_yy U_zz U_tt; U_xy U_xz U_xt U_yz; U_yt U_zt E Q; T_x T_y T_z T_t.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/algebra.glsl"

const real QUARTER_PI2 = real(0.025330295910584442861lf);  // 1 / (4 pi^2)

MOMENTUM_IN(0, f)
FIELD_OUT(1, products)

/// tr F G
real trace_of(Algebra p, Algebra q) { return real(0.5) * (dot(p.a, q.a) + dot(p.b, q.b)); }

/// tr i [A, B] C = -2 Im tr A B C
real triple(Algebra a, Algebra b, Algebra c) {
  const Su3 ab = mul(su3_of_algebra(a), su3_of_algebra(b)), m = su3_of_algebra(c);
  real sum = real(0);
  for (uint j = 0; j < 3; ++j)
    for (uint k = 0; k < 3; ++k) sum += ab.re[j][k] * m.im[k][j] + ab.im[j][k] * m.re[k][j];
  return real(-2) * sum;
}

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  // Magnetic fields F_yz, F_zx, F_xy and electric ones F_xt, F_yt, F_zt.
  const Algebra bx = f(0, i), by = f(1, i), bz = f(2, i), ex = f(3, i), ey = f(4, i), ez = f(5, i);
  const real bxx = trace_of(bx, bx), byy = trace_of(by, by), bzz = trace_of(bz, bz);
  const real exx = trace_of(ex, ex), eyy = trace_of(ey, ey), ezz = trace_of(ez, ez);
  const real magnetic = bxx + byy + bzz, electric = exx + eyy + ezz, energy = magnetic + electric;
  products_store(0, i, real4(real(2) * (magnetic - bxx + exx), real(2) * (magnetic - byy + eyy),
                             real(2) * (magnetic - bzz + ezz), real(2) * electric) - energy);
  products_store(1, i, real(2) * real4(trace_of(ex, ey) - trace_of(bx, by),
                                       trace_of(ex, ez) - trace_of(bx, bz),
                                       trace_of(by, ez) - trace_of(bz, ey),
                                       trace_of(ey, ez) - trace_of(by, bz)));
  const real charge = -QUARTER_PI2 * (trace_of(bx, ex) + trace_of(by, ey) + trace_of(bz, ez));
  products_store(2, i, real4(real(2) * (trace_of(bz, ex) - trace_of(bx, ez)),
                             real(2) * (trace_of(bx, ey) - trace_of(by, ex)), energy, charge));
  // T_c = eps_cklm tr i [F_ck, F_cl] F_cm, one order of k, l, m.
  products_store(3, i, real4(-triple(bz, by, ex), -triple(bx, bz, ey), -triple(by, bx, ez),
                             triple(ex, ey, ez)));
}
