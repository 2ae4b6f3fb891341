// Fields of 3 x 3 matrices over all sites of a periodic box, of a time slice for one: plain buffers of RGBA
// texels, sites in lexicographic order, five planes: the rows, two complex numbers a texel.
//
// SITE_FIELD_IN(slot, f) gives `real4 f(plane, site, count)`, SITE_FIELD_OUT `f_put(site, count, matrix)`;
// `count` is the number of sites of the box.
#define SITE_FIELD_IN(slot, f) \
  layout(std430, binding = slot) readonly restrict buffer f##_block { real4 f##_data[]; }; \
  real4 f(uint plane, uint site, uint count) { return f##_data[plane * count + site]; }

#define SITE_FIELD_OUT(slot, f) \
  layout(std430, binding = slot) writeonly restrict buffer f##_block { real4 f##_data[]; }; \
  void f##_put(uint site, uint count, Su3 m) { \
    const Colour a = row(m, 0), b = row(m, 1), c = row(m, 2); \
    f##_data[site] = real4(a.re.x, a.im.x, a.re.y, a.im.y); \
    f##_data[count + site] = real4(a.re.z, a.im.z, b.re.x, b.im.x); \
    f##_data[2 * count + site] = real4(b.re.y, b.im.y, b.re.z, b.im.z); \
    f##_data[3 * count + site] = real4(c.re.x, c.im.x, c.re.y, c.im.y); \
    f##_data[4 * count + site] = real4(c.re.z, c.im.z, 0, 0); \
  }
