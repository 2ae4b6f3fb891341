#version 460
// A picture of a scalar on a periodic box with one ray a pixel. It shows a transparent volume, or two
// surfaces of equal height with their cut by the box, or slices. A ray goes from cell to cell; in each the
// field is linear between its eight corners. The CPU reference is host/reference/march.hpp.
#extension GL_EXT_control_flow_attributes : require
#include "lib/backend.glsl"
#include "args/march.h"

layout(constant_id = CONSTANT_FLAG_0) const uint COMPLEX = 0;
layout(constant_id = CONSTANT_FLAG_1) const uint SIGNED = 0;
layout(constant_id = CONSTANT_FLAG_2) const uint SURFACES = 0;
layout(constant_id = CONSTANT_FLAG_3) const uint SLICES = 0;

ARGUMENTS(MarchArgs)
layout(std430, binding = 0) readonly restrict buffer VolumeBlock { float volume[]; };
layout(std430, binding = 1) readonly restrict buffer BoundBlock { float bounds[]; };
layout(std430, binding = 2) readonly restrict buffer ColourBlock { uint colours[]; };
layout(std430, binding = 3) writeonly restrict buffer PictureBlock { uint picture[]; };

#include "lib/ray.glsl"

struct Ray {
  vec3 eye, way;
};
/// The colour accumulated so far, times its opacity, and the opacity.
struct Seen {
  vec3 colour;
  float opacity;
};

Seen behind(Seen s, vec3 colour, float opacity) {
  const float share = (1.0 - s.opacity) * opacity;
  return Seen(s.colour + share * colour, s.opacity + share);
}

/// Returns a surface's colour in a light from above the viewer's left shoulder.
vec3 shaded(Ray ray, vec3 p, vec3 base) {
  vec3 slope = vec3(0);
  [[dont_unroll]] for (uint axis = 0; axis < 3; ++axis) {
    const vec3 unit = vec3(axis == 0 ? 1 : 0, axis == 1 ? 1 : 0, axis == 2 ? 1 : 0);
    slope += unit * (magnitude_at(p + unit) - magnitude_at(p - unit));
  }
  const vec3 to_eye = normalize(-ray.way);
  vec3 normal = slope * inversesqrt(max(dot(slope, slope), 1e-30));
  if (dot(normal, to_eye) < 0.0) normal = -normal;
  const vec3 right = vec3(args.right_x, args.right_y, args.right_z),
             up = vec3(args.up_x, args.up_y, args.up_z);
  const vec3 light = normalize(to_eye - 0.5 * normalize(right) + 0.7 * normalize(up));
  const float diffuse = max(dot(normal, light), 0.0),
              glance = max(dot(normal, normalize(light + to_eye)), 0.0);
  const float shine = glance * glance * glance * glance * glance * glance;
  return base * (0.25 + 0.75 * diffuse) + 0.35 * shine * shine * shine * shine;
}

/// Follows one of two equal parts of the ray through a cell: from `first` to `last`, the cell at `corner`.
Seen through(Seen s, Ray ray, Cell k, vec3 corner, float first, float last) {
  const float least = args.threshold * args.range;
  const vec3 from = ray.eye + first * ray.way - corner, to = ray.eye + last * ray.way - corner;
  if (SURFACES != 0) {
    const float a = magnitude(value(k, from)) - least, b = magnitude(value(k, to)) - least;
    if ((a < 0.0) != (b < 0.0)) {
      // A straight line gives the crossing, and a second one from there improves it.
      float at = a / (a - b);
      const float m = magnitude(value(k, mix(from, to, at))) - least;
      at = (m < 0.0) == (a < 0.0) ? at + (1.0 - at) * m / (m - b) : at * a / (a - m);
      const vec3 f = mix(from, to, at);
      s = behind(s, shaded(ray, corner + f, colour(value(k, f))), args.opacity);
    }
  } else {
    const vec2 v = value(k, 0.5 * (from + to));
    const float above = (magnitude(v) - least) / max((1.0 - args.threshold) * args.range, 1e-30);
    if (above > 0.0) {
      // The opacity is per lattice spacing; the logarithm of the transparency is additive.
      const float passed = 1.0 - min(args.opacity * min(above, 1.0), 0.999);
      s = behind(s, colour(v), 1.0 - pow(passed, (last - first) * length(ray.way) / args.spacing));
    }
  }
  return s;
}

/// Adds the cut of the box through a body whose surface is shown: the field's own colours, in the light on
/// this side of the box.
Seen cut(Seen s, Ray ray, Cell k, vec3 corner, float at) {
  const vec3 p = ray.eye + at * ray.way;
  const vec2 v = value(k, clamp(p - corner, 0.0, 1.0));
  if (magnitude(v) >= args.threshold * args.range) {
    const vec3 middle = 0.5 * vec3(extents()), away = abs(p - middle) / middle;
    const uint axis = away.x >= max(away.y, away.z) ? 0 : away.y >= away.z ? 1 : 2;
    const vec3 normal = vec3(axis == 0 ? 1 : 0, axis == 1 ? 1 : 0, axis == 2 ? 1 : 0);
    s = behind(s, colour(v) * (0.4 + 0.6 * abs(dot(normal, normalize(ray.way)))), args.opacity);
  }
  return s;
}

/// Follows the ray from its entry into the box to its exit.
Seen march(Seen s, Ray ray, float near, float far) {
  const ivec3 n = ivec3(extents());
  const vec3 entry = ray.eye + near * ray.way;
  ivec3 c = clamp(ivec3(floor(entry)), ivec3(0), n - 1);
  const ivec3 turn = ivec3(sign(ray.way));
  const vec3 wall = abs(1.0 / ray.way);
  vec3 next = (vec3(c) + vec3(max(turn, ivec3(0))) - ray.eye) / ray.way;
  float at = near;
  const uint most = 2 * uint(n.x + n.y + n.z) + 6;
  const float least = args.threshold * args.range;
  if (SURFACES != 0 && near > 0.0) s = cut(s, ray, cell_at(uvec3(c)), vec3(c), near);
  bool inside = true;
  uint step = 0;
  [[dont_unroll]] for (; step < most && inside && at < far && s.opacity < 0.995; ++step) {
    // Advance to the next cell in which something is visible, past the last one. The loop is separate,
    // because CPU drivers execute code behind an `if` even if no ray of a group needs it.
    float leave = min(min(next.x, next.y), min(next.z, far));
    [[dont_unroll]] for (; step < most && inside && at < far &&
                           !(leave > at && bounds[point_index(uvec3(c))] > least);
                         ++step) {
      at = max(at, leave);
      if (next.x <= leave) {
        c.x += turn.x;
        next.x += wall.x;
      } else if (next.y <= leave) {
        c.y += turn.y;
        next.y += wall.y;
      } else {
        c.z += turn.z;
        next.z += wall.z;
      }
      inside = all(greaterThanEqual(c, ivec3(0))) && all(lessThan(c, n));
      leave = min(min(next.x, next.y), min(next.z, far));
    }
    if (inside && at < far) {
      const Cell k = cell_at(uvec3(c));
      const float middle = 0.5 * (at + leave);
      [[dont_unroll]] for (uint part = 0; part < 2; ++part)
        s = through(s, ray, k, vec3(c), part == 0 ? at : middle, part == 0 ? middle : leave);
      at = leave;
    }
  }
  return s;
}

/// Adds the slice across one axis that the ray crosses at t, if it is inside the box.
Seen slice(Seen s, Ray ray, float plane, float t) {
  const vec3 p = ray.eye + t * ray.way, box = vec3(extents());
  const float slack = 1e-3;
  if (plane >= 0.0 && t > 0.0 && all(greaterThan(p, vec3(-slack))) && all(lessThan(p, box + slack))) {
    const vec3 inside = clamp(p, vec3(0), box - slack), corner = floor(inside);
    const vec2 v = value(cell_at(uvec3(corner)), inside - corner);
    const float share = COMPLEX != 0 && args.range > 0.0 ? min(magnitude(v) / args.range, 1.0) : 1.0;
    s = behind(s, colour(v), args.opacity * share);
  }
  return s;
}

/// Adds all slices, the nearest first.
Seen slices(Seen s, Ray ray) {
  const vec3 planes = vec3(args.plane_x, args.plane_y, args.plane_z), t = (planes - ray.eye) / ray.way;
  const uint first = t.x <= t.y && t.x <= t.z ? 0 : t.y <= t.z ? 1 : 2;
  const uint last = t.z > t.x && t.z > t.y ? 2 : t.y > t.x ? 1 : 0;
  [[dont_unroll]] for (uint turn = 0; turn < 3; ++turn) {
    const uint axis = turn == 0 ? first : turn == 2 ? last : 3 - first - last;
    const float plane = axis == 0 ? planes.x : axis == 1 ? planes.y : planes.z;
    s = slice(s, ray, plane, axis == 0 ? t.x : axis == 1 ? t.y : t.z);
  }
  return s;
}

void main() {
  // Tiles have 8 x 8 pixels, because neighbouring rays visit the same cells.
  const uint across = (args.width + 7) / 8, tiles = across * ((args.height + 7) / 8);
  for (uint n = GRID_FIRST; n < tiles * 64; n += GRID_STRIDE) {
    const uint i = n / 64 % across * 8 + n % 8, j = n / 64 / across * 8 + n / 8 % 8;
    if (i < args.width && j < args.height) {
      Ray ray;
      ray.eye = vec3(args.eye_x, args.eye_y, args.eye_z);
      const vec3 forward = vec3(args.forward_x, args.forward_y, args.forward_z);
      const vec3 right = vec3(args.right_x, args.right_y, args.right_z),
                 up = vec3(args.up_x, args.up_y, args.up_z);
      ray.way = forward + (2.0 * (float(i) + 0.5) / float(args.width) - 1.0) * right +
                (1.0 - 2.0 * (float(j) + 0.5) / float(args.height)) * up;
      // No component may be 0, because its inverse is needed.
      ray.way += vec3(lessThan(abs(ray.way), vec3(1e-6))) * 1e-6;
      const vec3 box = vec3(extents()), one = -ray.eye / ray.way, two = (box - ray.eye) / ray.way;
      const vec3 nears = min(one, two), fars = max(one, two);
      const float near = max(max(max(nears.x, nears.y), nears.z), 0.0),
                  far = min(min(fars.x, fars.y), fars.z);

      vec2 lines = vec2(0);
      if (args.box != 0) {
        const float pixel = 2.0 * length(up) / float(args.height);
        const float depth = near < far ? near * 1.0001 + 1e-3 : 1e30;
        lines = edges(ray.eye, ray.way, box, pixel, depth);
        lines = max(lines, edges(ray.eye.yzx, ray.way.yzx, box.yzx, pixel, depth));
        lines = max(lines, edges(ray.eye.zxy, ray.way.zxy, box.zxy, pixel, depth));
      }
      const vec3 line = unpackUnorm4x8(args.box).rgb;
      Seen s = behind(Seen(vec3(0), 0.0), line, 0.8 * lines.x);
      if (near < far) {
        if (SLICES != 0) s = slices(s, ray);
        else s = march(s, ray, near, far);
      }
      s = behind(s, line, 0.45 * lines.y);
      s = behind(s, unpackUnorm4x8(args.background).rgb, 1.0);
      picture[j * args.width + i] = packUnorm4x8(vec4(s.colour, 1.0));
    }
  }
}
