// One complex 3 x 3 matrix for each link of a site, with entries of any size, in five planes a direction. It
// stores an energy's derivative with respect to links. The last half of each fifth plane is empty.
//
// MATRIX_IN(slot, z) gives `Su3 z(mu, site)`, MATRIX_OUT `z_put(mu, site, matrix)`, MATRIX_INOUT both.
#define MATRIX_LOAD(field) \
  Su3 field(uint mu, uint site) { \
    return su3_of_planes(field##_plane(5 * mu, site), field##_plane(5 * mu + 1, site), \
                         field##_plane(5 * mu + 2, site), field##_plane(5 * mu + 3, site), \
                         field##_plane(5 * mu + 4, site).xy); \
  }
#define MATRIX_STORE(field) \
  void field##_put(uint mu, uint site, Su3 m) { \
    const Colour a = row(m, 0), b = row(m, 1), c = row(m, 2); \
    field##_store(5 * mu, site, real4(a.re.x, a.im.x, a.re.y, a.im.y)); \
    field##_store(5 * mu + 1, site, real4(a.re.z, a.im.z, b.re.x, b.im.x)); \
    field##_store(5 * mu + 2, site, real4(b.re.y, b.im.y, b.re.z, b.im.z)); \
    field##_store(5 * mu + 3, site, real4(c.re.x, c.im.x, c.re.y, c.im.y)); \
    field##_store(5 * mu + 4, site, real4(c.re.z, c.im.z, 0, 0)); \
  }
#define MATRIX_IN(slot, field) FIELD_IN(slot, field) MATRIX_LOAD(field)
#define MATRIX_OUT(slot, field) FIELD_OUT(slot, field) MATRIX_STORE(field)
#define MATRIX_INOUT(slot, field) FIELD_INOUT(slot, field) MATRIX_LOAD(field) MATRIX_STORE(field)
