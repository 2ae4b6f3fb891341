#version 460
// Exercise 3: -log u is distributed as exp(-x).
#extension GL_EXT_control_flow_attributes : require  // [[unroll]]
#include "lib/backend.glsl"
#include "lib/philox.glsl"

layout(std430, binding = 0) writeonly restrict buffer Numbers { vec4 numbers[]; };

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i >= numbers.length()) return;
  const uvec4 b = philox(uvec4(i, 0, 2, 0), uvec2(2006, 0));
  numbers[i] =
      vec4(minus_log_uniform(b.x), minus_log_uniform(b.y), minus_log_uniform(b.z), minus_log_uniform(b.w));
}
