#version 460
// z = x + y, the way of 2006: x and y are textures, one RGBA texel holds four numbers.
layout(local_size_x_id = 0) in;

layout(binding = 0) uniform sampler2DArray x;
layout(binding = 1) uniform sampler2DArray y;
layout(binding = 2, rgba32f) writeonly uniform image2DArray z;

void main() {
  const uint i = gl_GlobalInvocationID.x, width = imageSize(z).x;
  const ivec3 texel = ivec3(i % width, i / width, 0);
  if (texel.y >= imageSize(z).y) return;
  imageStore(z, texel, texelFetch(x, texel, 0) + texelFetch(y, texel, 0));
}
