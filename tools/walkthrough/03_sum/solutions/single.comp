#version 460
// Exercise 2: the chapter's sum in single precision, by more workgroups or fewer.
layout(local_size_x_id = 0) in;

#define Number float
#define ZERO 0.0
Number add(Number a, Number b) { return a + b; }
#include "03_sum/tree.glsl"
