#version 460
// The copy limit of the same field, texel by texel.
layout(local_size_x_id = 0) in;

layout(std430, binding = 0) readonly restrict buffer X { vec4 x[]; };
layout(std430, binding = 1) writeonly restrict buffer Y { vec4 y[]; };

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i < y.length()) y[i] = x[i];
}
