#version 460
// Exercise 2: a texel is two complex numbers, (r + ig) and (b + ia), and z = x y is their product.
layout(local_size_x_id = 0) in;

layout(std430, binding = 0) readonly restrict buffer X { vec4 x[]; };
layout(std430, binding = 1) readonly restrict buffer Y { vec4 y[]; };
layout(std430, binding = 2) writeonly restrict buffer Z { vec4 z[]; };

vec2 product(vec2 u, vec2 v) { return vec2(u.x * v.x - u.y * v.y, u.x * v.y + u.y * v.x); }

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i >= z.length()) return;
  z[i] = vec4(product(x[i].xy, y[i].xy), product(x[i].zw, y[i].zw));
}
