// Wilson spinors: four spins of a colour vector, six planes a site. Spins are in the device's basis
// (lib/gamma.glsl): planes 0-2 have the spins with gamma_t = +1, planes 3-5 those with gamma_t = -1.
struct Spinor {
  Colour s0, s1, s2, s3;
};

struct HalfSpinor {
  Colour a, b;
};

HalfSpinor half_spinor_of_planes(real4 p, real4 q, real4 r) {
  return HalfSpinor(Colour(real3(p.x, p.z, q.x), real3(p.y, p.w, q.y)),
                    Colour(real3(q.z, r.x, r.z), real3(q.w, r.y, r.w)));
}

Spinor spinor_zero() {
  const Colour zero = Colour(real3(0), real3(0));
  return Spinor(zero, zero, zero, zero);
}

Spinor scale(real f, Spinor a) {
  return Spinor(scale(f, a.s0), scale(f, a.s1), scale(f, a.s2), scale(f, a.s3));
}
Spinor add(Spinor a, Spinor b) {
  return Spinor(add(a.s0, b.s0), add(a.s1, b.s1), add(a.s2, b.s2), add(a.s3, b.s3));
}
Spinor times_i(Spinor a) { return Spinor(times_i(a.s0), times_i(a.s1), times_i(a.s2), times_i(a.s3)); }
real norm2(Spinor a) { return norm2(a.s0) + norm2(a.s1) + norm2(a.s2) + norm2(a.s3); }
HalfSpinor scale(real f, HalfSpinor h) { return HalfSpinor(scale(f, h.a), scale(f, h.b)); }

const uint SPINOR_PLANES = 6;

// SPINOR_IN(slot, psi) gives `Spinor psi(site)` and `HalfSpinor psi_half(lower, site)`; SPINOR_OUT gives
// `psi_put`.
#if PRECISION == 16

#define SPINOR_SCALE_LOAD(psi, site) psi##_scale(SPINOR_PLANES, site)
#define SPINOR_STORE(psi) \
  SPINOR_STORE_PLANES(psi) \
  void psi##_put(uint site, Spinor v) { \
    const real most = largest(vec4(largest(v.s0), largest(v.s1), largest(v.s2), largest(v.s3))); \
    psi##_put_scale(SPINOR_PLANES, site, scale_of(most)); \
    v = scale(inverse_scale_of(most), v); \
    psi##_put_half(0, site, v.s0, v.s1); \
    psi##_put_half(3, site, v.s2, v.s3); \
  }

#else

#define SPINOR_SCALE_LOAD(psi, site) real(1)
#define SPINOR_STORE(psi) \
  SPINOR_STORE_PLANES(psi) \
  void psi##_put(uint site, Spinor v) { \
    psi##_put_half(0, site, v.s0, v.s1); \
    psi##_put_half(3, site, v.s2, v.s3); \
  }

#endif

#define SPINOR_LOAD(psi) \
  HalfSpinor psi##_stored_half(bool lower, uint site) { \
    const uint first = lower ? 3 : 0; \
    return half_spinor_of_planes(psi##_interleaved(SPINOR_INTERLEAVED, first, site), \
                                 psi##_interleaved(SPINOR_INTERLEAVED, first + 1, site), \
                                 psi##_interleaved(SPINOR_INTERLEAVED, first + 2, site)); \
  } \
  HalfSpinor psi##_half(bool lower, uint site) { \
    return scale(SPINOR_SCALE_LOAD(psi, site), psi##_stored_half(lower, site)); \
  } \
  Spinor psi##_stored(uint site) { \
    const HalfSpinor u = psi##_stored_half(false, site), l = psi##_stored_half(true, site); \
    return Spinor(u.a, u.b, l.a, l.b); \
  } \
  Spinor psi(uint site) { return scale(SPINOR_SCALE_LOAD(psi, site), psi##_stored(site)); }
#define SPINOR_STORE_PLANES(psi) \
  void psi##_put_half(uint first, uint site, Colour a, Colour b) { \
    psi##_put_interleaved(SPINOR_INTERLEAVED, first, site, real4(a.re.x, a.im.x, a.re.y, a.im.y)); \
    psi##_put_interleaved(SPINOR_INTERLEAVED, first + 1, site, real4(a.re.z, a.im.z, b.re.x, b.im.x)); \
    psi##_put_interleaved(SPINOR_INTERLEAVED, first + 2, site, real4(b.re.y, b.im.y, b.re.z, b.im.z)); \
  }

#define SPINOR_IN(slot, psi) FIELD_IN(slot, psi) SPINOR_LOAD(psi)
#define SPINOR_OUT(slot, psi) FIELD_OUT(slot, psi) SPINOR_STORE(psi)
#define SPINOR_EXCHANGED(slot, psi) FIELD_EXCHANGED(slot, psi) SPINOR_LOAD(psi) SPINOR_STORE(psi)
#define SPINOR_INOUT(slot, psi) FIELD_INOUT(slot, psi) SPINOR_LOAD(psi) SPINOR_STORE(psi)
