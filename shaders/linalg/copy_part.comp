#version 460
// variants: storage double
// Copies part of a field of several vectors, from number `first` of a site on: y's part = x, or y = x's part.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/element.glsl"
#include "args/reals.h"

layout(constant_id = CONSTANT_FLAG_0) const uint TAKE = 0;  // nonzero: the second form

ARGUMENTS(RealsArgs)
ELEMENTS_IN(0, x)
FIELD_INOUT(1, y)  // y is not read
ELEMENT_STORE(y)

void main() {
  const uint first = element_first(args.first), from = TAKE != 0 ? first : 0, to = TAKE != 0 ? 0 : first;
  for (uint i = GRID_FIRST; i < element_count(args.reals); i += GRID_STRIDE)
    y_put_element(to + i, x_element(from + i));
}
