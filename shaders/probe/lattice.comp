#version 460
// Test of lib/lattice: returns all its values for the sites of one parity, 76 words a site.
#include "lib/backend.glsl"
#include "lib/lattice.glsl"
#include "args/site.h"

ARGUMENTS(SiteArgs)
layout(std430, binding = 0) writeonly restrict buffer OutputBlock { int outputs[]; };

uint next;
void put(Site s) {
  outputs[next++] = int(s.index);
  outputs[next++] = int(s.parity);
  outputs[next++] = int(s.x);
  outputs[next++] = int(s.y);
  outputs[next++] = int(s.z);
  outputs[next++] = int(s.t);
  outputs[next++] = int(global_index(s));
  outputs[next++] = int(s.in_other);
}

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  next = 76 * i;
  const Site s = site_at(i, args.parity);
  put(s);
  for (uint mu = 0; mu < 4; ++mu) {
    put(up(s, mu));
    put(down(s, mu));
    outputs[next++] = int(boundary_sign(s, mu));
  }
}
