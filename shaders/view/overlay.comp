#version 460
// A frame: the picture at its place, and over it, in their order, rectangles (plain, or with a letter) and
// triangles. A workgroup draws a tile of 16 x 16 pixels, which has a list of the shapes that touch it
// (host/view/overlay.hpp). Only tiles that change are drawn.
#include "lib/backend.glsl"
#include "args/overlay.h"

// Nonzero if the tiles have shapes: on CPU drivers an empty loop over shapes takes time too.
layout(constant_id = CONSTANT_FLAG_0) const uint SHAPES = 1;

ARGUMENTS(OverlayArgs)
layout(std430, binding = 0) readonly restrict buffer PictureBlock { uint picture[]; };
layout(std430, binding = 1) readonly restrict buffer ShapeBlock { uvec4 shapes[]; };  // three a shape
layout(std430, binding = 2) readonly restrict buffer TileBlock {
  uint tiles[];
};  // where each list begins; then the lists
layout(std430, binding = 3) readonly restrict buffer FontBlock { uint font[]; };       // a byte a texel
layout(std430, binding = 4) readonly restrict buffer ChangeBlock { uint changed[]; };  // tiles
layout(std430, binding = 5) writeonly restrict buffer FrameBlock { uint frame[]; };

const uint kTile = 16, kTriangle = 0, kGlyph = 2;

vec3 texel(ivec2 at) {
  const ivec2 inside = clamp(at, ivec2(0), ivec2(args.picture_width, args.picture_height) - 1);
  return unpackUnorm4x8(picture[inside.y * args.picture_width + inside.x]).rgb;
}

// Returns the picture under a pixel of the frame, interpolated if the picture has another size.
vec3 under(uvec2 pixel) {
  const uvec2 low = uvec2(args.left, args.top), high = uvec2(args.right, args.bottom);
  if (any(lessThan(pixel, low)) || any(greaterThanEqual(pixel, high)))
    return unpackUnorm4x8(args.background).rgb;
  const uvec2 size = uvec2(args.picture_width, args.picture_height);
  if (high - low == size) return texel(ivec2(pixel - low));
  const vec2 at = (vec2(pixel - low) + 0.5) * vec2(size) / vec2(high - low) - 0.5;
  const ivec2 first = ivec2(floor(at));
  const vec2 share = at - vec2(first);
  return mix(mix(texel(first), texel(first + ivec2(1, 0)), share.x),
             mix(texel(first + ivec2(0, 1)), texel(first + ivec2(1, 1)), share.x), share.y);
}

// Returns twice the area of (a, b, p). The reversed edge gives exactly the negative.
float edge(vec2 a, vec2 b, vec2 p, out bool owns) {
  owns = a.y < b.y || (a.y == b.y && a.x < b.x);
  const vec2 from = owns ? a : b, to = owns ? b : a;
  const float area = (to.x - from.x) * (p.y - from.y) - (to.y - from.y) * (p.x - from.x);
  return owns ? area : -area;
}

vec4 in_triangle(uvec4 colours, uvec4 ab, uvec4 c_clip, vec2 p) {
  const vec2 low = vec2(c_clip.z & 0xffffu, c_clip.z >> 16), high = vec2(c_clip.w & 0xffffu, c_clip.w >> 16);
  if (any(lessThan(p, low)) || any(greaterThan(p, high))) return vec4(0);
  const vec2 a = uintBitsToFloat(ab.xy), b = uintBitsToFloat(ab.zw), c = uintBitsToFloat(c_clip.xy);
  bvec3 owns;
  const vec3 w = vec3(edge(b, c, p, owns.x), edge(c, a, p, owns.y), edge(a, b, p, owns.z));
  // A pixel on the edge between two triangles belongs to one of them.
  for (int i = 0; i < 3; ++i)
    if (w[i] < 0 || (w[i] == 0 && !owns[i])) return vec4(0);
  return (w.x * unpackUnorm4x8(colours.y) + w.y * unpackUnorm4x8(colours.z) +
          w.z * unpackUnorm4x8(colours.w)) /
         (w.x + w.y + w.z);
}

vec4 in_rectangle(uvec4 head, uvec4 box, uvec4 tail, vec2 p) {
  const vec2 low = uintBitsToFloat(box.xy), high = uintBitsToFloat(box.zw);
  if (any(lessThan(p, low)) || any(greaterThanEqual(p, high))) return vec4(0);
  vec4 colour = unpackUnorm4x8(head.y);
  if (head.x == kGlyph) {
    const uvec2 at = uvec2(uintBitsToFloat(head.zw) + (p - low) * uintBitsToFloat(tail.xy));
    const uint n = at.y * args.font_width + at.x;
    colour.a *= float(font[n >> 2] >> (8 * (n & 3u)) & 0xffu) / 255.0;
  }
  return colour;
}

/// Draws the shapes of a tile over a colour.
vec3 over(vec3 colour, uint tile, vec2 p) {
  const uint last = tiles[tile + 1];
  for (uint n = tiles[tile]; n < last; ++n) {
    const uint shape = 3 * tiles[n];
    const uvec4 head = shapes[shape], middle = shapes[shape + 1], tail = shapes[shape + 2];
    const vec4 here =
        head.x == kTriangle ? in_triangle(head, middle, tail, p) : in_rectangle(head, middle, tail, p);
    colour = mix(colour, here.rgb, here.a);
  }
  return colour;
}

void main() {
  const uint across = (args.width + kTile - 1) / kTile;
  for (uint k = gl_WorkGroupID.x; k < args.changed; k += gl_NumWorkGroups.x) {
    const uint tile = changed[args.first_changed + k];
    for (uint i = gl_LocalInvocationID.x; i < kTile * kTile; i += gl_WorkGroupSize.x) {
      const uvec2 pixel = uvec2(tile % across, tile / across) * kTile + uvec2(i % kTile, i / kTile);
      if (pixel.x >= args.width || pixel.y >= args.height) continue;
      const vec2 p = vec2(pixel) + 0.5;
      vec3 colour = under(pixel);
      if (SHAPES != 0) colour = over(colour, tile, p);
      frame[pixel.y * args.width + pixel.x] =
          packUnorm4x8(vec4(args.blue_first != 0 ? colour.bgr : colour, 1));
    }
  }
}
