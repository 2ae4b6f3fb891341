// Elements, the scales of linear algebra: a texel of any field, or in half precision a whole site, because a
// site has one scale for all its planes.
//
// ELEMENTS_IN(slot, x) gives `Element x_element(i)`, ELEMENTS_OUT `x_put_element(i, value)`. ELEMENTS_INOUT
// gives both; an invocation may read only elements that it writes afterwards. A loop over a field of so many
// numbers a site is
//   for (uint i = GRID_FIRST; i < element_count(reals); i += GRID_STRIDE)
// and element_first(first) + i is the element of a part that starts at one of the numbers. (In half precision
// a field is one vector.)

// Nonzero if vectors are colour vectors, not spinors; used in half precision and when the precision changes.
layout(constant_id = CONSTANT_FLAG_3) const uint COLOURS = 0;

#if PRECISION == 16

const uint ELEMENT_PLANES = 6;  // planes of a spinor

struct Element {
  real4 a, b, c, d, e, f;
};

uint element_count(uint reals) { return PLANE_SITES; }
uint element_first(uint first) { return 0; }
Element element_zero() { return Element(real4(0), real4(0), real4(0), real4(0), real4(0), real4(0)); }
Element scale(real s, Element x) { return Element(s * x.a, s * x.b, s * x.c, s * x.d, s * x.e, s * x.f); }
Element add(Element x, Element y) {
  return Element(x.a + y.a, x.b + y.b, x.c + y.c, x.d + y.d, x.e + y.e, x.f + y.f);
}
real re_dot(Element x, Element y) {
  return dot(x.a, y.a) + dot(x.b, y.b) + dot(x.c, y.c) + dot(x.d, y.d) + dot(x.e, y.e) + dot(x.f, y.f);
}
real4 times_minus_i(real4 v) { return real4(v.y, -v.x, v.w, -v.z); }
Element times_minus_i(Element x) {
  return Element(times_minus_i(x.a), times_minus_i(x.b), times_minus_i(x.c), times_minus_i(x.d),
                 times_minus_i(x.e), times_minus_i(x.f));
}
real largest(Element x) {
  return largest_size(max(max(max(size_bits(x.a), size_bits(x.b)), max(size_bits(x.c), size_bits(x.d))),
                          max(size_bits(x.e), size_bits(x.f))));
}

#define ELEMENT_LOAD(x) \
  Element x##_element(uint site) { \
    Element v = element_zero(); \
    if (COLOURS != 0) { \
      const real half_scale = x##_texel_scale(PLANE_SITES + site); \
      v.a = half_scale * x##_plane(0, site); \
      v.b.xy = half_scale * x##_plane(1, site).xy; \
    } else { \
      const real half_scale = x##_scale(ELEMENT_PLANES, site); \
      v.a = half_scale * x##_interleaved(SPINOR_INTERLEAVED, 0, site); \
      v.b = half_scale * x##_interleaved(SPINOR_INTERLEAVED, 1, site); \
      v.c = half_scale * x##_interleaved(SPINOR_INTERLEAVED, 2, site); \
      v.d = half_scale * x##_interleaved(SPINOR_INTERLEAVED, 3, site); \
      v.e = half_scale * x##_interleaved(SPINOR_INTERLEAVED, 4, site); \
      v.f = half_scale * x##_interleaved(SPINOR_INTERLEAVED, 5, site); \
    } \
    return v; \
  }
#define ELEMENT_STORE(x) \
  void x##_put_element(uint site, Element v) { \
    const real most = largest(v); \
    const real inverse = inverse_scale_of(most); \
    if (COLOURS != 0) { \
      x##_store(0, site, inverse * v.a); \
      x##_put_with_scale(PLANE_SITES + site, inverse * v.b.xy, scale_of(most)); \
    } else { \
      x##_put_scale(ELEMENT_PLANES, site, scale_of(most)); \
      x##_put_interleaved(SPINOR_INTERLEAVED, 0, site, inverse * v.a); \
      x##_put_interleaved(SPINOR_INTERLEAVED, 1, site, inverse * v.b); \
      x##_put_interleaved(SPINOR_INTERLEAVED, 2, site, inverse * v.c); \
      x##_put_interleaved(SPINOR_INTERLEAVED, 3, site, inverse * v.d); \
      x##_put_interleaved(SPINOR_INTERLEAVED, 4, site, inverse * v.e); \
      x##_put_interleaved(SPINOR_INTERLEAVED, 5, site, inverse * v.f); \
    } \
  }

#else

#define Element real4
// PLANE_SITES is a multiple of 8, because extents are even with ghosts and without, and it includes ghosts.
uint element_count(uint reals) { return reals * (PLANE_SITES / 4); }
uint element_first(uint first) { return first * (PLANE_SITES / 4); }
Element element_zero() { return real4(0); }
Element scale(real s, Element x) { return s * x; }
Element add(Element x, Element y) { return x + y; }
real re_dot(Element x, Element y) { return dot(x, y); }
Element times_minus_i(Element v) { return real4(v.y, -v.x, v.w, -v.z); }

#define ELEMENT_LOAD(x) \
  Element x##_element(uint i) { return x##_texel(i); }
#define ELEMENT_STORE(x) \
  void x##_put_element(uint i, Element v) { x##_put_texel(i, v); }

#endif

/// Returns z x.
Element scale(cplx z, Element x) { return add(scale(z.x, x), scale(-z.y, times_minus_i(x))); }

/// The next functions return Re and Im of <x, y> = sum conj(x) y.
real im_dot(Element x, Element y) { return re_dot(x, times_minus_i(y)); }

#define ELEMENTS_IN(slot, x) FIELD_IN(slot, x) ELEMENT_LOAD(x)
#define ELEMENTS_OUT(slot, x) FIELD_OUT(slot, x) ELEMENT_STORE(x)
#define ELEMENTS_INOUT(slot, x) FIELD_UPDATE(slot, x) ELEMENT_LOAD(x) ELEMENT_STORE(x)
