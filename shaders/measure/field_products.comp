#version 460
// variants: storage double
// Products of the field strengths at a site (formulae: host/measure/field_products.hpp) in four planes: U_xx
// U_yy U_zz U_tt; U_xy U_xz U_xt U_yz; U_yt U_zt E Q; T_x T_y T_z T_t.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/algebra.glsl"

const real QUARTER_SQRT3 = real(0.43301270189221932338lf);  // half of f_458 = f_678 = sqrt(3) / 2
const real QUARTER_PI2 = real(0.025330295910584442861lf);  // 1 / (4 pi^2)

MOMENTUM_IN(0, f)
FIELD_OUT(1, products)

/// Returns tr F G.
real trace_of(Algebra p, Algebra q) { return real(0.5) * (dot(p.a, q.a) + dot(p.b, q.b)); }

/// a . (b x c) of three components.
#define VOLUME(i, j, k) \
  (a.i * (b.j * c.k - b.k * c.j) + a.j * (b.k * c.i - b.i * c.k) + a.k * (b.i * c.j - b.j * c.i))

/// Returns tr i [A, B] C = -f_klm a_k b_l c_m / 2 with the structure constants of Gell-Mann's matrices.
real triple(Algebra a, Algebra b, Algebra c) {
  const real halves = VOLUME(a.x, a.w, b.z) - VOLUME(a.x, b.x, b.y) + VOLUME(a.y, a.w, b.y) +
                      VOLUME(a.y, b.x, b.z) + VOLUME(a.z, a.w, b.x) - VOLUME(a.z, b.y, b.z);
  const real roots = VOLUME(a.w, b.x, b.w) + VOLUME(b.y, b.z, b.w);
  return real(-0.5) * VOLUME(a.x, a.y, a.z) - real(0.25) * halves - QUARTER_SQRT3 * roots;
}

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  // The planes have magnetic fields F_yz, F_zx, F_xy and electric ones F_xt, F_yt, F_zt.
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
  // T_c = eps_cklm tr i [F_ck, F_cl] F_cm, in one order of k, l, m.
  products_store(3, i, real4(-triple(bz, by, ex), -triple(bx, bz, ey), -triple(by, bx, ez),
                             triple(ex, ey, ez)));
}
