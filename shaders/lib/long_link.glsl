// Long links, of hops over three steps. They may have another number of reals than near links, and one more
// format, because HISQ's are in U(3). 14 reals are the first two rows a and b, as with 12 reals, and the
// determinant: the third row is det conj(a x b). Two sites share a texel of determinants; in images half of
// it is empty.
//
// LONG_IN(slot, l) and LONG_OUT(slot, l) are like GAUGE_IN and GAUGE_OUT of lib/link.glsl. Include that file
// before.
#include "lib/determinant.glsl"

layout(constant_id = CONSTANT_LONG_RECONSTRUCT) const uint LONG_RECONSTRUCT = 12;
LINK_FORMAT(LONG_RECONSTRUCT)
#define LONG_SCALE LINK_SCALE_OF(LONG_RECONSTRUCT)

/// Returns a matrix in U(3) from its stored form.
Su3 su3_of_planes(real4 p, real4 q, real4 r, cplx det) {
  const Su3 m = su3_of_planes(p, q, r);  // in SU(3)
  const Colour c = row(m, 2);
  det *= LINK_SCALE_OF(14);
  return from_rows(row(m, 0), row(m, 1),
                   Colour(det.x * c.re - det.y * c.im, det.x * c.im + det.y * c.re));
}

/// Returns the determinant of a matrix in U(3) whose last row is c.
cplx unit_det(Colour a, Colour b, Colour c) {
  const cplx det = det_of_rows(third_row(a, b), c);
  return inversesqrt(dot(det, det)) * det;
}

#define LOAD_14_OR_18(l) \
  if (LONG_RECONSTRUCT == 14) m = su3_of_planes(p, q, l##_part(mu, 2, site), l##_last(mu, site)); \
  else LOAD_18(l)
#define STORE_14_OR_18(l) \
  { \
    if (LONG_RECONSTRUCT == 14) \
      l##_put_last(mu, site, link_stored(real4(unit_det(a, b, row(m, 2)), 0, 0)).xy); \
    else STORE_18(l) \
  }
#define LONG_IN(slot, l) LINKS_IN(LONG_RECONSTRUCT, slot, l) LINK_LOAD(LONG_RECONSTRUCT, l, LOAD_14_OR_18)
#define LONG_OUT(slot, l) LINKS_OUT(LONG_RECONSTRUCT, slot, l) LINK_STORE(LONG_RECONSTRUCT, l, STORE_14_OR_18)
