#version 460
// K <- keep K + eps force(V): a stage's exponent, on all links at the sites of one parity.
#define STORAGE 0  // plain buffers
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/algebra.glsl"

struct Arguments {
  uint parity;
  float keep;
  float eps;
};
ARGUMENTS(Arguments)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
MOMENTUM_INOUT(2, k)

#include "lib/staple.glsl"

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i >= SITES) return;
  const Site x = site_at(i, args.parity);
  for (uint mu = 0; mu < 4; ++mu) {
    // Downhill: minus the derivative of sum Re Tr(1 - P), hermitian and traceless.
    const Algebra z = scale(-1.0, hermitian_part(mul(u_this(mu, i), plaquette_staples(x, mu))));
    k_put(mu, i, add(scale(args.keep, k(mu, i)), scale(args.eps, z)));
  }
}
