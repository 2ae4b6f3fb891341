// Elements (lib/element.glsl) in the order of global sums (lib/blocks.glsl): plane by plane of the block's
// sites, as in memory. In half precision a site has one element. The order site by site was 2 to 5 percent
// slower from 32^4 on (NVIDIA), 15 percent on CPU drivers. In a colour vector's last half plane, where two
// sites share a texel, a site has half an element.
//
//   for (uint n = 0; n < site_elements(args.reals); ++n) {
//     for (BLOCK_SHARE(k)) {
//       const uint site = block_site(BLOCK, k);
//       ... x_of_site(args.first, n, site) ...
//     }
//   }
//
// For a field x declared by ELEMENTS_IN write SITE_ELEMENTS_IN(x). For one declared by ELEMENTS_INOUT write
// SITE_ELEMENTS_INOUT(x), which also gives `x_put_of_site`. `first` is the number of a site's with which the
// vector begins.
#if PRECISION == 16

uint site_elements(uint reals) { return 1; }
#define SITE_ELEMENTS_IN(x) \
  Element x##_of_site(uint first, uint n, uint site) { return x##_element(site); }
#define SITE_ELEMENTS_INOUT(x) \
  SITE_ELEMENTS_IN(x) \
  void x##_put_of_site(uint first, uint n, uint site, Element v) { x##_put_element(site, v); }

#else

// This does not test the number of reals: CPU drivers execute both sides of a branch that they cannot fold.
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
