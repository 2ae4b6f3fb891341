// The links of a lattice: matrices of chapter 6 at the sites of chapter 7. Texel k of link mu of site n is
// u[(3 mu + k) V + n].
#include "06_su3/matrix.glsl"
#include "07_lattice/site.glsl"

layout(std430, binding = 0) readonly restrict buffer U { vec4 u[]; };

Matrix link(uvec4 s, uint mu) {
  const uint first = 3 * mu * VOLUME + number_of(s);
  return unpack(u[first], u[first + VOLUME], u[first + 2 * VOLUME]);
}
