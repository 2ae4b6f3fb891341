#version 460
// z = x + y on texels of four numbers: chapter 1's buffers.comp once more.
layout(local_size_x_id = 0) in;

layout(std430, binding = 0) readonly restrict buffer X { vec4 x[]; };
layout(std430, binding = 1) readonly restrict buffer Y { vec4 y[]; };
layout(std430, binding = 2) writeonly restrict buffer Z { vec4 z[]; };

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i >= z.length()) return;
  z[i] = x[i] + y[i];
}
