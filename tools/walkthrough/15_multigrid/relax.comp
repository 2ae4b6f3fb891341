#version 460
// y = keep x + source b - step (A + mass) x, on either lattice. It relaxes A x = b if keep = 1 and source =
// step; it computes a residual if source = step = 1, and A x if step = -1, all others 0.
#include "lib/backend.glsl"
#include "lib/complex.glsl"

struct Relax {
  uint extent, components;
  float mass, keep, source, step;
};
ARGUMENTS(Relax)

// A site has three matrices of components x components numbers: of itself, and of its neighbours ahead in x
// and y.
layout(std430, binding = 0) readonly restrict buffer Stencil { cplx stencil[]; };
layout(std430, binding = 1) readonly restrict buffer X { cplx x[]; };
layout(std430, binding = 2) readonly restrict buffer B { cplx b[]; };
layout(std430, binding = 3) writeonly restrict buffer Y { cplx y[]; };

cplx entry(uint site, uint matrix, uint row, uint column) {
  return stencil[((3 * site + matrix) * args.components + row) * args.components + column];
}

void main() {
  const uint i = gl_GlobalInvocationID.x, n = args.components, extent = args.extent, volume = extent * extent;
  if (i >= x.length()) return;
  // A buffer may have several fields, one behind the other.
  const uint row = i % n, site = i / n % volume, first = i - i % (n * volume);
  const uint along = site % extent, line = site - along;
  const uint ahead[2] = uint[2](line + (along + 1) % extent, (site + extent) % volume);
  const uint behind[2] = uint[2](line + (along + extent - 1) % extent, (site + volume - extent) % volume);
  cplx ax = args.mass * x[i];
  for (uint k = 0; k < n; ++k) {
    ax += cmul(entry(site, 0, row, k), x[first + site * n + k]);
    for (uint mu = 0; mu < 2; ++mu)
      ax += cmul(entry(site, 1 + mu, row, k), x[first + ahead[mu] * n + k]) +
            cmul_conj(entry(behind[mu], 1 + mu, k, row), x[first + behind[mu] * n + k]);
  }
  y[i] = args.keep * x[i] + args.source * b[i] - args.step * ax;
}
