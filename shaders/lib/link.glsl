// Links in memory: 12 reals (the first two rows, three planes a link) or 18 (five planes, the last half empty).
//
// GAUGE_IN(slot, u) gives `Su3 u(uint mu, uint site)`, GAUGE_OUT and GAUGE_INOUT also `u_put(mu, site, matrix)`. A gauge
// field is bound as two halves, one a parity; kernels call them u_here (links at sites of the parity they work on) and
// u_there (the other parity).
//
// In half precision entries are multiples of 1/32767: links are unitary, none is larger than 1.
layout(constant_id = 5) const uint RECONSTRUCT = 12;
const uint LINK_PLANES = RECONSTRUCT == 12 ? 3 : 5;

#if PRECISION == 16
const real LINK_UNIT = 1.0 / 32767.0;
real4 link_stored(real4 entries) { return clamp(entries, -1.0, 1.0) * 32767.0; }
#define LINK_SCALED(m) scale(LINK_UNIT, m)
#else
const real LINK_UNIT = real(1);
real4 link_stored(real4 entries) { return entries; }
#define LINK_SCALED(m) m
#endif

Su3 su3_of_planes(real4 p, real4 q, real4 r) {
  const Colour a = Colour(real3(p.x, p.z, q.x), real3(p.y, p.w, q.y));
  const Colour b = Colour(real3(q.z, r.x, r.z), real3(q.w, r.y, r.w));
  return from_rows(a, b, scale(LINK_UNIT, third_row(a, b)));
}

Su3 su3_of_planes(real4 p, real4 q, real4 r, real4 s, real4 t) {
  return from_rows(Colour(real3(p.x, p.z, q.x), real3(p.y, p.w, q.y)), Colour(real3(q.z, r.x, r.z), real3(q.w, r.y, r.w)),
                   Colour(real3(s.x, s.z, t.x), real3(s.y, s.w, t.y)));
}

// `u_stored` is the link as it is in memory, a multiple of the unit; what is linear in it may be scaled later.
#define LINK_LOAD(u) \
  Su3 u##_stored(uint mu, uint site) { \
    const uint first = mu * LINK_PLANES; \
    const real4 p = u##_plane(first, site), q = u##_plane(first + 1, site), r = u##_plane(first + 2, site); \
    Su3 m; \
    if (RECONSTRUCT == 12) m = su3_of_planes(p, q, r); \
    else m = su3_of_planes(p, q, r, u##_plane(first + 3, site), u##_plane(first + 4, site)); \
    return m; \
  } \
  Su3 u(uint mu, uint site) { return LINK_SCALED(u##_stored(mu, site)); }
#define LINK_STORE(u) \
  void u##_put(uint mu, uint site, Su3 m) { \
    const uint first = mu * LINK_PLANES; \
    const Colour a = row(m, 0), b = row(m, 1); \
    u##_store(first, site, link_stored(real4(a.re.x, a.im.x, a.re.y, a.im.y))); \
    u##_store(first + 1, site, link_stored(real4(a.re.z, a.im.z, b.re.x, b.im.x))); \
    u##_store(first + 2, site, link_stored(real4(b.re.y, b.im.y, b.re.z, b.im.z))); \
    if (RECONSTRUCT != 12) { \
      const Colour c = row(m, 2); \
      u##_store(first + 3, site, link_stored(real4(c.re.x, c.im.x, c.re.y, c.im.y))); \
      u##_store(first + 4, site, link_stored(real4(c.re.z, c.im.z, 0, 0))); \
    } \
  }

#define GAUGE_IN(slot, u) FIELD_IN(slot, u) LINK_LOAD(u)
#define GAUGE_OUT(slot, u) FIELD_OUT(slot, u) LINK_STORE(u)
#define GAUGE_INOUT(slot, u) FIELD_INOUT(slot, u) LINK_LOAD(u) LINK_STORE(u)
