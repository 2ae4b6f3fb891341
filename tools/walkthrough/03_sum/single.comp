#version 460
// A sum in single precision.
layout(local_size_x_id = 0) in;

#define Number float
#define ZERO 0.0
Number add(Number a, Number b) { return a + b; }
#include "03_sum/tree.glsl"
