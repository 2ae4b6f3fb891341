#version 460
// Gaussian random numbers from random bits (Box and Muller), four an invocation.
#extension GL_EXT_control_flow_attributes : require  // [[unroll]]
#include "lib/backend.glsl"
#include "lib/philox.glsl"

layout(std430, binding = 0) readonly restrict buffer Bits { uvec4 bits[]; };
layout(std430, binding = 1) writeonly restrict buffer Gaussians { vec4 normal[]; };

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i >= normal.length()) return;
  const uvec4 b = bits[i];
  // r^2 = -2 log u, phi = 2 pi v for u, v uniform in (0, 1)
  normal[i] = vec4(sqrt(2.0 * minus_log_uniform(b.x)) * cos_sin_uniform(b.y),
                   sqrt(2.0 * minus_log_uniform(b.z)) * cos_sin_uniform(b.w));
}
