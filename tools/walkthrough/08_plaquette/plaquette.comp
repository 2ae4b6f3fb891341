#version 460
// Re Tr P / 3 of the plaquette in the plane (mu, nu) at every site, and its sum over each workgroup.
#include "08_plaquette/links.glsl"
#include "lib/backend.glsl"

struct Plane {
  uint mu, nu;
};
ARGUMENTS(Plane)

layout(std430, binding = 1) writeonly restrict buffer P { float plaquette[]; };
layout(std430, binding = 2) writeonly restrict buffer Sums { float sums[]; };

shared float part[gl_WorkGroupSize.x];

void main() {
  const uint n = gl_GlobalInvocationID.x, lane = gl_LocalInvocationID.x;
  part[lane] = 0;
  if (n < VOLUME) {
    const uvec4 s = site_of(n);
    const Matrix there = mul(link(s, args.mu), link(up(s, args.mu), args.nu));
    const Matrix back = mul(link(s, args.nu), link(up(s, args.nu), args.mu));
    part[lane] = plaquette[n] = trace(mul(there, adjoint(back))).x / 3;
  }
  barrier();
  for (uint width = gl_WorkGroupSize.x / 2; width > 0; width /= 2) {  // chapter 3
    if (lane < width) part[lane] += part[lane + width];
    barrier();
  }
  if (lane == 0) sums[gl_WorkGroupID.x] = part[0];
}
