// A complex 3 x 3 matrix for each link of a site, of any size, five planes a direction: what an energy's
// derivative with respect to links is kept in. The last half of each fifth plane is empty.
//
// MATRIX_IN(slot, z) gives `Su3 z(mu, site)`, MATRIX_INOUT also `z_put(mu, site, matrix)`.
#define MATRIX_LOAD(z)                                                                                      \
  Su3 z(uint mu, uint site) {                                                                               \
    return su3_of_planes(z##_plane(5 * mu, site), z##_plane(5 * mu + 1, site), z##_plane(5 * mu + 2, site), \
                         z##_plane(5 * mu + 3, site), z##_plane(5 * mu + 4, site).xy);                      \
  }
#define MATRIX_STORE(z)                                                 \
  void z##_put(uint mu, uint site, Su3 m) {                             \
    const Colour a = row(m, 0), b = row(m, 1), c = row(m, 2);           \
    z##_store(5 * mu, site, real4(a.re.x, a.im.x, a.re.y, a.im.y));     \
    z##_store(5 * mu + 1, site, real4(a.re.z, a.im.z, b.re.x, b.im.x)); \
    z##_store(5 * mu + 2, site, real4(b.re.y, b.im.y, b.re.z, b.im.z)); \
    z##_store(5 * mu + 3, site, real4(c.re.x, c.im.x, c.re.y, c.im.y)); \
    z##_store(5 * mu + 4, site, real4(c.re.z, c.im.z, 0, 0));           \
  }
#define MATRIX_IN(slot, z) FIELD_IN(slot, z) MATRIX_LOAD(z)
#define MATRIX_INOUT(slot, z) FIELD_INOUT(slot, z) MATRIX_LOAD(z) MATRIX_STORE(z)
