#version 460
// Exercises 1 and 2: Re Tr / 3 of a loop of `steps` links along mu and one along nu.
#include "08_plaquette/links.glsl"
#include "lib/backend.glsl"

struct Loop {
  uint mu, nu, steps;
};
ARGUMENTS(Loop)

layout(std430, binding = 1) writeonly restrict buffer W { float loops[]; };

void main() {
  const uint n = gl_GlobalInvocationID.x;
  if (n >= VOLUME) return;
  uvec4 low = site_of(n), high = up(low, args.nu);
  Matrix there = link(low, args.mu), back = mul(link(low, args.nu), link(high, args.mu));
  for (uint step = 1; step < args.steps; ++step) {
    low = up(low, args.mu);
    high = up(high, args.mu);
    there = mul(there, link(low, args.mu));
    back = mul(back, link(high, args.mu));
  }
  there = mul(there, link(up(low, args.mu), args.nu));
  loops[n] = trace(mul(there, adjoint(back))).x / 3;
}
