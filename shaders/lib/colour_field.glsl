// Staggered quarks: one colour vector a site. A plane has two of its complex numbers, half a plane the third.
// In half precision the third shares a texel with the site's scale.
//
// COLOUR_IN(slot, psi) gives `Colour psi(site)`, COLOUR_OUT `psi_put(site, c)`, COLOUR_INOUT both.
#if PRECISION == 16

#define COLOUR_SCALE(psi, site) psi##_texel_scale(PLANE_SITES + site)
#define COLOUR_THIRD(psi, site) psi##_plane(1, site).xy
#define COLOUR_STORE(psi) \
  void psi##_put(uint site, Colour c) { \
    const real most = largest(c); \
    c = scale(inverse_scale_of(most), c); \
    psi##_store(0, site, real4(c.re.x, c.im.x, c.re.y, c.im.y)); \
    psi##_put_with_scale(PLANE_SITES + site, cplx(c.re.z, c.im.z), scale_of(most)); \
  }

#else

#define COLOUR_SCALE(psi, site) real(1)
#define COLOUR_THIRD(psi, site) psi##_half_texel(PLANE_SITES, site)
#define COLOUR_STORE(psi) \
  void psi##_put(uint site, Colour c) { \
    psi##_store(0, site, real4(c.re.x, c.im.x, c.re.y, c.im.y)); \
    psi##_put_half_texel(PLANE_SITES, site, cplx(c.re.z, c.im.z)); \
  }

#endif

#define COLOUR_LOAD(psi) \
  Colour psi##_stored(uint site) { \
    const real4 p = psi##_plane(0, site); \
    const cplx q = COLOUR_THIRD(psi, site); \
    return Colour(real3(p.x, p.z, q.x), real3(p.y, p.w, q.y)); \
  } \
  Colour psi(uint site) { return scale(COLOUR_SCALE(psi, site), psi##_stored(site)); }

#define COLOUR_IN(slot, psi) FIELD_IN(slot, psi) COLOUR_LOAD(psi)
#define COLOUR_OUT(slot, psi) FIELD_OUT(slot, psi) COLOUR_STORE(psi)
#define COLOUR_INOUT(slot, psi) FIELD_INOUT(slot, psi) COLOUR_LOAD(psi) COLOUR_STORE(psi)
