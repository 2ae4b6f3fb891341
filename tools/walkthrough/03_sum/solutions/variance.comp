#version 460
// Exercise 3: (n, mean, sum of squared deviations) of two samples make those of both (Chan, Golub and
// LeVeque).
layout(local_size_x_id = 0) in;

#define Number vec4
#define ZERO vec4(0)
Number add(Number a, Number b) {
  const float n = a.x + b.x, of_b = n > 0 ? b.x / n : 0, d = b.y - a.y;
  return vec4(n, a.y + d * of_b, a.z + b.z + d * d * a.x * of_b, 0);
}
#include "03_sum/tree.glsl"
