// Links in memory: 12 reals (the first two rows, three planes a link) or 18 (five planes, the last half empty).
//
// GAUGE_IN(slot, u) gives `Su3 u(uint mu, uint site)`, GAUGE_OUT and GAUGE_INOUT also `u_put(mu, site, matrix)`. A gauge
// field is bound as two halves, one a parity; kernels call them u_here (links at sites of the parity they work on) and
// u_there (the other parity).
layout(constant_id = 5) const uint RECONSTRUCT = 12;
const uint LINK_PLANES = RECONSTRUCT == 12 ? 3 : 5;

Su3 su3_of_planes(vec4 p, vec4 q, vec4 r) {
  const Colour a = Colour(real3(p.x, p.z, q.x), real3(p.y, p.w, q.y));
  const Colour b = Colour(real3(q.z, r.x, r.z), real3(q.w, r.y, r.w));
  return from_rows(a, b, third_row(a, b));
}

Su3 su3_of_planes(vec4 p, vec4 q, vec4 r, vec4 s, vec4 t) {
  return from_rows(Colour(real3(p.x, p.z, q.x), real3(p.y, p.w, q.y)), Colour(real3(q.z, r.x, r.z), real3(q.w, r.y, r.w)),
                   Colour(real3(s.x, s.z, t.x), real3(s.y, s.w, t.y)));
}

#define LINK_LOAD(u) \
  Su3 u(uint mu, uint site) { \
    const uint first = mu * LINK_PLANES; \
    const vec4 p = u##_plane(first, site), q = u##_plane(first + 1, site), r = u##_plane(first + 2, site); \
    Su3 m; \
    if (RECONSTRUCT == 12) m = su3_of_planes(p, q, r); \
    else m = su3_of_planes(p, q, r, u##_plane(first + 3, site), u##_plane(first + 4, site)); \
    return m; \
  }
#define LINK_STORE(u) \
  void u##_put(uint mu, uint site, Su3 m) { \
    const uint first = mu * LINK_PLANES; \
    const Colour a = row(m, 0), b = row(m, 1); \
    u##_store(first, site, vec4(a.re.x, a.im.x, a.re.y, a.im.y)); \
    u##_store(first + 1, site, vec4(a.re.z, a.im.z, b.re.x, b.im.x)); \
    u##_store(first + 2, site, vec4(b.re.y, b.im.y, b.re.z, b.im.z)); \
    if (RECONSTRUCT != 12) { \
      const Colour c = row(m, 2); \
      u##_store(first + 3, site, vec4(c.re.x, c.im.x, c.re.y, c.im.y)); \
      u##_store(first + 4, site, vec4(c.re.z, c.im.z, 0, 0)); \
    } \
  }

#define GAUGE_IN(slot, u) FIELD_IN(slot, u) LINK_LOAD(u)
#define GAUGE_OUT(slot, u) FIELD_OUT(slot, u) LINK_STORE(u)
#define GAUGE_INOUT(slot, u) FIELD_INOUT(slot, u) LINK_LOAD(u) LINK_STORE(u)
