// Fields of 3 x 3 matrices over all sites of a periodic box, for example a time slice. They are plain buffers
// of RGBA texels with sites in lexicographic order and five planes: the rows, two complex numbers a texel.
//
// SITE_FIELD_IN(slot, f) gives `real4 f(plane, site, count)`, SITE_FIELD_OUT `f_put(site, count, matrix)`;
// `count` is the number of sites of the box. SITE_FIELD_INOUT gives `f_put` and `Su3 f_matrix(site, count)`.
#define SITE_FIELD_IN(slot, f) \
  layout(std430, binding = slot) readonly restrict buffer f##_block { real4 f##_data[]; }; \
  real4 f(uint plane, uint site, uint count) { return f##_data[plane * count + site]; }

#define SITE_FIELD_OUT(slot, f) \
  layout(std430, binding = slot) writeonly restrict buffer f##_block { real4 f##_data[]; }; \
  SITE_FIELD_STORE(f)

#define SITE_FIELD_INOUT(slot, f) \
  layout(std430, binding = slot) restrict buffer f##_block { real4 f##_data[]; }; \
  Su3 f##_matrix(uint site, uint count) { \
    const real4 p = f##_data[site], q = f##_data[count + site], r = f##_data[2 * count + site]; \
    const real4 s = f##_data[3 * count + site], t = f##_data[4 * count + site]; \
    return from_rows(Colour(real3(p.x, p.z, q.x), real3(p.y, p.w, q.y)), \
                     Colour(real3(q.z, r.x, r.z), real3(q.w, r.y, r.w)), \
                     Colour(real3(s.x, s.z, t.x), real3(s.y, s.w, t.y))); \
  } \
  SITE_FIELD_STORE(f)

#define SITE_FIELD_STORE(f) \
  void f##_put(uint site, uint count, Su3 m) { \
    const Colour a = row(m, 0), b = row(m, 1), c = row(m, 2); \
    f##_data[site] = real4(a.re.x, a.im.x, a.re.y, a.im.y); \
    f##_data[count + site] = real4(a.re.z, a.im.z, b.re.x, b.im.x); \
    f##_data[2 * count + site] = real4(b.re.y, b.im.y, b.re.z, b.im.z); \
    f##_data[3 * count + site] = real4(c.re.x, c.im.x, c.re.y, c.im.y); \
    f##_data[4 * count + site] = real4(c.re.z, c.im.z, 0, 0); \
  }
