// A scalar, or a complex number, on a periodic box of points, and rays through it. Needs the arguments of
// args/march.h, buffers volume[] and bounds[], and constants COMPLEX (v has two planes, and |v| is shown) and
// SIGNED (v may be negative).

uvec3 extents() { return uvec3(args.extent_x, args.extent_y, args.extent_z); }
uint point_index(uvec3 c) { return (c.z * args.extent_y + c.y) * args.extent_x + c.x; }

/// The values at a cell's corners, those at its lower z first: (0, 0), (1, 0), (0, 1), (1, 1).
struct Corners {
  vec4 low, high;
};
struct Cell {
  Corners re, im;
};

Corners corners(uvec3 c, uint plane) {
  const uvec3 n = extents();
  const uint first = plane * n.x * n.y * n.z;
  const uint x = c.x + 1 == n.x ? 0 : c.x + 1, y = c.y + 1 == n.y ? 0 : c.y + 1,
             z = c.z + 1 == n.z ? 0 : c.z + 1;
  const uint a = first + (c.z * n.y + c.y) * n.x, b = first + (c.z * n.y + y) * n.x;
  const uint d = first + (z * n.y + c.y) * n.x, e = first + (z * n.y + y) * n.x;
  return Corners(vec4(volume[a + c.x], volume[a + x], volume[b + c.x], volume[b + x]),
                 vec4(volume[d + c.x], volume[d + x], volume[e + c.x], volume[e + x]));
}

Cell cell_at(uvec3 c) {
  Cell k;
  k.re = corners(c, 0);
  k.im = k.re;
  if (COMPLEX != 0) k.im = corners(c, 1);
  return k;
}

float linear(Corners k, vec3 f) {
  const vec4 square = mix(k.low, k.high, f.z);
  const vec2 side = mix(square.xy, square.zw, f.y);
  return mix(side.x, side.y, f.x);
}

/// Returns v at a point in the cell, whose corners are at 0 and 1; the second component of a real v is 0.
vec2 value(Cell k, vec3 f) { return vec2(linear(k.re, f), COMPLEX != 0 ? linear(k.im, f) : 0.0); }

/// Returns the quantity for thresholds: |v|, or v if it has one sign.
float magnitude(vec2 v) { return COMPLEX != 0 ? length(v) : SIGNED != 0 ? abs(v.x) : v.x; }

/// Returns the magnitude at any point within a box's length of the box.
float magnitude_at(vec3 p) {
  const vec3 corner = floor(p);
  const ivec3 n = ivec3(extents());
  return magnitude(value(cell_at(uvec3((ivec3(corner) + n) % n)), p - corner));
}

/// Returns the colour of v from the table.
vec3 colour(vec2 v) {
  const float share = args.range > 0.0 ? v.x / args.range : 0.0;
  float at;
  if (COMPLEX != 0) at = v == vec2(0) ? 0.5 : 0.5 + atan(v.y, v.x) / 6.283185307179586;
  else at = SIGNED != 0 ? 0.5 + 0.5 * share : share;
  const float entry = clamp(at, 0.0, 1.0) * 255.0;
  return unpackUnorm4x8(colours[uint(entry + 0.5)]).rgb;
}

/// Returns how much of the box's edges along one axis a pixel shows. Components of the ray's `eye` and `way`
/// are the axis first, then the two across. Edges up to `depth` are in front.
vec2 edges(vec3 eye, vec3 way, vec3 box, float pixel, float depth) {
  vec2 shown = vec2(0);
  [[dont_unroll]] for (uint edge = 0; edge < 4; ++edge) {
    const vec2 from = vec2((edge & 1u) != 0 ? box.y : 0.0, (edge & 2u) != 0 ? box.z : 0.0) - eye.yz;
    // Across the axis the nearest approach is that of a point and a line.
    const float length2 = max(dot(way.yz, way.yz), 1e-12), t = dot(way.yz, from) / length2;
    const float apart = abs(way.y * from.y - way.z * from.x) * inversesqrt(length2);
    const float x = eye.x + t * way.x, beyond = max(max(-x, x - box.x), 0.0), width = pixel * t;
    const float share = t > 0.0 ? clamp(1.3 - max(apart, beyond) / width, 0.0, 1.0) : 0.0;
    if (t <= depth) shown.x = max(shown.x, share);
    else shown.y = max(shown.y, share);
  }
  return shown;
}
