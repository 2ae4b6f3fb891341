#version 460
// Polyakov loops: the product of the time links over a point of space, all the way round, and its trace.
#define STORAGE 0  // plain buffers
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"

GAUGE_IN(0, u_this)   // even
GAUGE_IN(1, u_other)  // odd
// Tr / 3 at ((z*LY + y)*LX + x)
layout(std430, binding = 2) writeonly restrict buffer Loops { vec2 loops[]; };

#include "lib/path.glsl"

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i >= LX * LY * LZ) return;
  Site x = site_of(uvec4(i % LX, i / LX % LY, i / (LX * LY), 0), 0);
  Su3 loop = su3_unit();
  for (uint t = 0; t < LT; ++t) {
    loop = mul(loop, link(3, x));
    x = up(x, 3);
  }
  loops[i] = trace(loop) / 3.0;
}
