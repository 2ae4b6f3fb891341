#version 460
// A sum in double precision.
layout(local_size_x_id = 0) in;

#define Number double
#define ZERO 0.0lf
Number add(Number a, Number b) { return a + b; }
#include "03_sum/tree.glsl"
