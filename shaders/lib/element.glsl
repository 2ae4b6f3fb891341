// What linear algebra works on, an element at a time: a texel of any field, or in half precision, where a
// site has one unit for all its planes, a whole site.
//
// ELEMENTS_IN(slot, x) gives `Element x_element(i)`, ELEMENTS_OUT `x_put_element(i, value)`, ELEMENTS_INOUT
// both; for (uint i = GRID_FIRST; i < element_count(planes); i += GRID_STRIDE) runs over a field of that many
// planes, and element_first(first) + i over a part of one that starts there. (In half precision a field is
// one vector.)
#if PRECISION == 16

// Wilson spinors have six planes, staggered ones two.
layout(constant_id = CONSTANT_FLAG_3) const uint FEW_PLANES = 0;
const uint ELEMENT_PLANES = FEW_PLANES != 0 ? 2 : 6;

struct Element {
  real4 a, b, c, d, e, f;
};

uint element_count(uint planes) { return SITES; }
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
    const real unit = x##_unit(ELEMENT_PLANES, site); \
    Element v = element_zero(); \
    v.a = unit * x##_plane(0, site); \
    v.b = unit * x##_plane(1, site); \
    if (FEW_PLANES == 0) { \
      v.c = unit * x##_plane(2, site); \
      v.d = unit * x##_plane(3, site); \
      v.e = unit * x##_plane(4, site); \
      v.f = unit * x##_plane(5, site); \
    } \
    return v; \
  }
#define ELEMENT_STORE(x) \
  void x##_put_element(uint site, Element v) { \
    const real most = largest(v); \
    const real inverse = inverse_unit_of(most); \
    x##_put_unit(ELEMENT_PLANES, site, unit_of(most)); \
    x##_store(0, site, inverse * v.a); \
    x##_store(1, site, inverse * v.b); \
    if (FEW_PLANES == 0) { \
      x##_store(2, site, inverse * v.c); \
      x##_store(3, site, inverse * v.d); \
      x##_store(4, site, inverse * v.e); \
      x##_store(5, site, inverse * v.f); \
    } \
  }

#else

#define Element real4
uint element_count(uint planes) { return planes * SITES; }
uint element_first(uint first) { return first * SITES; }
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

/// z x
Element scale(cplx z, Element x) { return add(scale(z.x, x), scale(-z.y, times_minus_i(x))); }

/// Re, Im of <x, y> = sum conj(x) y.
real im_dot(Element x, Element y) { return re_dot(x, times_minus_i(y)); }

#define ELEMENTS_IN(slot, x) FIELD_IN(slot, x) ELEMENT_LOAD(x)
#define ELEMENTS_OUT(slot, x) FIELD_OUT(slot, x) ELEMENT_STORE(x)
#define ELEMENTS_INOUT(slot, x) FIELD_INOUT(slot, x) ELEMENT_LOAD(x) ELEMENT_STORE(x)
