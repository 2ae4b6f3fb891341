#version 460
// variants: storage double
// Overrelaxation of the direct maximal centre gauge. In each of three SU(2) subgroups it applies an element a
// that increases the sum of |Tr(a w)|^2 over the eight links w of a site, to the power omega. As a function
// of the quaternion the sum is a.(A a) + 2 b.a + const (Montero, Phys. Lett. B 467 (1999) 106), where A has
// no negative eigenvalues. Every step a -> (A a + b) / |A a + b| increases this convex function. The element
// results from a few steps that start at 1. A search for eigenvectors could end at another maximum.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/su2.glsl"
#include "lib/su2_power.glsl"
#include "args/relax.h"

ARGUMENTS(RelaxArgs)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
GAUGE_INOUT(2, g_this)
GAUGE_IN(3, g_other)

#include "lib/gauge_fixing.glsl"
#include "lib/overrelax_gauge.glsl"
SLICES_IN(4)

/// The rows of A, and b.
struct Form {
  real4 a0, a1, a2, a3, b;
};

cplx of_subgroup(int subgroup, cplx a, cplx b, cplx c) { return subgroup == 0 ? a : subgroup == 1 ? b : c; }

/// Adds the term of a link w, transformed by g: Tr(a w) = a.v + c with a complex v.
Form with_trace(Form f, Su3 g, Su3 w, int subgroup) {
  w = su3_of_rows(mul(rows(g), w));
  const cplx x = entry(w, 0, 0), y = entry(w, 1, 1), z = entry(w, 2, 2);
  const cplx p = of_subgroup(subgroup, x, x, y), q = of_subgroup(subgroup, y, z, z),
             c = of_subgroup(subgroup, z, y, x);
  const cplx r = of_subgroup(subgroup, entry(w, 0, 1), entry(w, 0, 2), entry(w, 1, 2)),
             s = of_subgroup(subgroup, entry(w, 1, 0), entry(w, 2, 0), entry(w, 2, 1));
  const real4 re = real4(p.x + q.x, -r.y - s.y, s.x - r.x, q.y - p.y),
              im = real4(p.y + q.y, r.x + s.x, s.y - r.y, p.x - q.x);
  f.a0 += re.x * re + im.x * im;
  f.a1 += re.y * re + im.y * im;
  f.a2 += re.z * re + im.z * im;
  f.a3 += re.w * re + im.w * im;
  f.b += c.x * re + c.y * im;
  return f;
}

real4 climbed(Form f, real4 a) {
  const real4 k = real4(dot(f.a0, a), dot(f.a1, a), dot(f.a2, a), dot(f.a3, a)) + f.b;
  const real norm2 = dot(k, k);
  if (norm2 > real(1e-30)) a = inversesqrt(norm2) * k;
  return a;
}

/// Returns g after the step in a subgroup.
Su3 relaxed(Site site, Su3 g, int subgroup) {
  Form f = Form(real4(0), real4(0), real4(0), real4(0), real4(0));
  [[unroll]] for (uint mu = 0; mu < 4; ++mu) {
    f = with_trace(f, g, link_ahead(site, mu), subgroup);
    f = with_trace(f, g, link_behind(site, mu), subgroup);
  }
  real4 a = su2_unit();
  [[unroll]] for (int n = 0; n < 4; ++n) a = climbed(f, a);
  return su2_times(overrelaxed_step(a), g, subgroup);
}

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  const Site s = site_at(i, args.parity);
  if (at_rest(s)) return;
  g_this_put(0, i, reunitarize(relaxed(s, relaxed(s, relaxed(s, g_this(0, i), 0), 1), 2)));
}
