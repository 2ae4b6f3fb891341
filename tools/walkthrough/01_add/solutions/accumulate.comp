#version 460
// Exercise 3: y += x in place. A texture that is drawn to cannot be read in the same pass; a buffer can.
layout(local_size_x_id = 0) in;

layout(std430, binding = 0) readonly restrict buffer X { vec4 x[]; };
layout(std430, binding = 1) restrict buffer Y { vec4 y[]; };

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i >= y.length()) return;
  y[i] += x[i];
}
