#version 460
// variants: double half
// Converts a field from double precision.
#define STORAGE 0
#define SOURCE 64
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/element.glsl"
#include "args/convert.h"

ARGUMENTS(ConvertArgs)
#include "lib/convert.glsl"

void main() {
  const uint n = GRID_FIRST;
  if (n < SITES) convert(args.planes, n);
}
