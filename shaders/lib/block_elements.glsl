// Elements (lib/element.glsl) in the order of global sums (lib/blocks.glsl): those of a site one after the
// other, in half precision the one that it has. Of a colour vector's last half plane, where two sites share a
// texel, a site has half an element.
//
//   for (BLOCK_SHARE(k)) {
//     const uint site = block_site(BLOCK, k);
//     for (uint n = 0; n < site_elements(args.reals); ++n) ... x_of_site(args.first, n, site) ...
//   }
//
// Of a field x that was declared as ELEMENTS_IN: SITE_ELEMENTS_IN(x); as ELEMENTS_INOUT:
// SITE_ELEMENTS_INOUT(x), which gives `x_put_of_site` as well. `first`: number of a site's that the vector
// begins with.
#if PRECISION == 16

uint site_elements(uint reals) { return 1; }
#define SITE_ELEMENTS_IN(x) \
  Element x##_of_site(uint first, uint n, uint site) { return x##_element(site); }
#define SITE_ELEMENTS_INOUT(x) \
  SITE_ELEMENTS_IN(x) \
  void x##_put_of_site(uint first, uint n, uint site, Element v) { x##_put_element(site, v); }

#else

// Not by the number of reals: CPU drivers go through both sides of a branch that they cannot fold.
uint site_elements(uint reals) { return COLOURS != 0 ? 2 : reals / 4; }
#define SITE_ELEMENTS_IN(x) \
  Element x##_of_site(uint first, uint n, uint site) { \
    const uint plane = element_first(first) + n * PLANE_SITES; \
    Element v; \
    if (COLOURS == 0 || n == 0) v = x##_texel(plane + site); \
    else v = real4(x##_half_texel(plane, site), 0, 0); \
    return v; \
  }
#define SITE_ELEMENTS_INOUT(x) \
  SITE_ELEMENTS_IN(x) \
  void x##_put_of_site(uint first, uint n, uint site, Element v) { \
    const uint plane = element_first(first) + n * PLANE_SITES; \
    if (COLOURS == 0 || n == 0) x##_put_texel(plane + site, v); \
    else x##_put_half_texel(plane, site, v.xy); \
  }

#endif
