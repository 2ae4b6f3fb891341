#version 460
// A sum in two floats, a number and what it was rounded by, for devices without double.
layout(local_size_x_id = 0) in;

#define Number vec2
#define ZERO vec2(0)
/// `precise`: the compiler must not see that in exact arithmetic all errors are zero.
Number add(Number a, Number b) {
  precise float s = a.x + b.x;
  precise float v = s - a.x;
  precise float error = (a.x - (s - v)) + (b.x - v);  // a.x + b.x = s + error, exactly
  precise float low = error + a.y + b.y;
  precise float high = s + low;
  precise float rest = low - (high - s);
  return vec2(high, rest);
}
#include "03_sum/tree.glsl"
