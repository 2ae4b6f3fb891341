#version 460
// Test of lib/philox: returns the block of a counter and a key (6 words), and functions of its first two
// words.
#include "lib/backend.glsl"
#include "lib/lattice.glsl"
#include "lib/philox.glsl"
#include "args/probe.h"

ARGUMENTS(ProbeArgs)
layout(std430, binding = 0) readonly restrict buffer InputBlock { uint inputs[]; };
layout(std430, binding = 1) writeonly restrict buffer OutputBlock { uint outputs[]; };

void main() {
  const uint i = GRID_FIRST;
  if (i >= args.count) return;
  const uint at = 6 * i;
  const uvec4 counter = uvec4(inputs[at], inputs[at + 1], inputs[at + 2], inputs[at + 3]);
  const uvec4 block = philox(counter, uvec2(inputs[at + 4], inputs[at + 5]));
  // These transform the counter's own first word, whose bits the test chooses.
  const vec2 turn = cos_sin_uniform(counter.x);
  const vec4 normal = gaussians(block);
  const uint to = 11 * i;
  for (int k = 0; k < 4; ++k) {
    outputs[to + k] = block[k];
    outputs[to + 7 + k] = floatBitsToUint(normal[k]);
  }
  outputs[to + 4] = floatBitsToUint(minus_log_uniform(counter.x));
  outputs[to + 5] = floatBitsToUint(turn.x);
  outputs[to + 6] = floatBitsToUint(turn.y);
}
