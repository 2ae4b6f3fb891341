// Staggered quarks: a colour vector a site, two planes, the last two numbers empty.
//
// COLOUR_IN(slot, psi) gives `Colour psi(site)`, COLOUR_OUT `psi_put(site, c)`, COLOUR_INOUT both.
const uint COLOUR_PLANES = 2;

#if PRECISION == 16

#define COLOUR_UNIT(psi, site) psi##_unit(COLOUR_PLANES, site)
#define COLOUR_STORE(psi) \
  void psi##_put(uint site, Colour c) { \
    const real most = largest(c); \
    psi##_put_unit(COLOUR_PLANES, site, unit_of(most)); \
    c = scale(inverse_unit_of(most), c); \
    psi##_store(0, site, real4(c.re.x, c.im.x, c.re.y, c.im.y)); \
    psi##_store(1, site, real4(c.re.z, c.im.z, 0, 0)); \
  }

#else

#define COLOUR_UNIT(psi, site) real(1)
#define COLOUR_STORE(psi) \
  void psi##_put(uint site, Colour c) { \
    psi##_store(0, site, real4(c.re.x, c.im.x, c.re.y, c.im.y)); \
    psi##_store(1, site, real4(c.re.z, c.im.z, 0, 0)); \
  }

#endif

#define COLOUR_LOAD(psi) \
  Colour psi##_stored(uint site) { \
    const real4 p = psi##_plane(0, site), q = psi##_plane(1, site); \
    return Colour(real3(p.x, p.z, q.x), real3(p.y, p.w, q.y)); \
  } \
  Colour psi(uint site) { return scale(COLOUR_UNIT(psi, site), psi##_stored(site)); }

#define COLOUR_IN(slot, psi) FIELD_IN(slot, psi) COLOUR_LOAD(psi)
#define COLOUR_OUT(slot, psi) FIELD_OUT(slot, psi) COLOUR_STORE(psi)
#define COLOUR_INOUT(slot, psi) FIELD_INOUT(slot, psi) COLOUR_LOAD(psi) COLOUR_STORE(psi)
