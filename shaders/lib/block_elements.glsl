// Elements (lib/element.glsl) in the order of global sums (lib/blocks.glsl): a plane of the block's sites
// after the other, as memory has them; in half precision a site has one element. Site by site took 2 to 5
// percent longer from 32^4 on (NVIDIA), 15 on CPU drivers. Of a colour vector's last half plane, where two
// sites share a texel, a site has half an element.
//
//   for (uint n = 0; n < site_elements(args.reals); ++n) {
//     for (BLOCK_SHARE(k)) {
//       const uint site = block_site(BLOCK, k);
//       ... x_of_site(args.first, n, site) ...
//     }
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
    const uint vector = element_first(first); \
    Element v; \
    if (COLOURS == 0) v = x##_texel(vector + vector_texel(n, args.reals / 4, site)); \
    else if (n == 0) v = x##_texel(vector + site); \
    else v = real4(x##_half_texel(vector + n * PLANE_SITES, site), 0, 0); \
    return v; \
  }
#define SITE_ELEMENTS_INOUT(x) \
  SITE_ELEMENTS_IN(x) \
  void x##_put_of_site(uint first, uint n, uint site, Element v) { \
    const uint vector = element_first(first); \
    if (COLOURS == 0) x##_put_texel(vector + vector_texel(n, args.reals / 4, site), v); \
    else if (n == 0) x##_put_texel(vector + site, v); \
    else x##_put_half_texel(vector + n * PLANE_SITES, site, v.xy); \
  }

#endif
