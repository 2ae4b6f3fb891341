// Links in memory have 12 reals (the first two rows, three planes a link), 18 (four planes and a half, where
// two sites share a texel of the last; in images five, the last half empty) or 8 (two planes,
// lib/stereographic.glsl). Long links may have 14 (lib/long_link.glsl).
//
// GAUGE_IN(slot, u) gives `Su3 u(uint mu, uint site)`, GAUGE_OUT and GAUGE_INOUT also `u_put(mu, site,
// matrix)`. A gauge field is bound as two halves, one for each parity. Kernels call them u_this (links at
// sites of the parity they work on) and u_other (the other parity). All have RECONSTRUCT reals.
//
// STORAGE 3 has storage buffers with a range for each direction's links, which together exceed the range that
// a device binds. The buffers of slot n are bound to n, n + 8, n + 16 and n + 24. Everything else is as with
// STORAGE 0.
//
// In half precision numbers are multiples of link_scale(): links are unitary, so no entry exceeds 1. Matrices
// of 8 reals have no scale; the last bits of the stored q.x and q.y are set if the signs of
// lib/stereographic.glsl are negative.
#include "lib/stereographic.glsl"

// The layout for a number of reals: whole planes, planes in images, the texel where half a plane begins, and
// the texels of a direction.
#define LINK_FORMAT(reals) \
  const uint reals##_WHOLE = reals / 4, reals##_PLANES = (reals + 2) / 4; \
  const uint reals##_LASTS = reals / 4 * PLANE_SITES, reals##_TEXELS = reals / 2 * (PLANE_SITES / 2);

layout(constant_id = CONSTANT_RECONSTRUCT) const uint RECONSTRUCT = 12;
LINK_FORMAT(RECONSTRUCT)

#if PRECISION == 16
#define LINK_SCALE_OF(reals) (reals == 8 ? 1.0 : link_scale())
#define LINK_SCALED(reals, m) scale(LINK_SCALE_OF(reals), m)

/// Returns the nearest integer to 32767 x that is even, or odd for a negative sign. Or it returns the nearest
/// such float, where bit 13 in single precision is the last of 16 bits. Floats are at least 2^-14, so that
/// devices without denormal numbers keep the bit.
real with_sign(real x, real sign) {
  const bool negative = sign < 0.0;
  real stored;
  if (FLOATING != 0) {
    const uint odd = negative ? 0x2000u : 0u,
               bits = floatBitsToUint(clamp(abs(x), 1.0 / 16384.0, 2047.0 / 2048.0));
    stored = uintBitsToFloat(((bits - odd + 0x2000u) & ~0x3FFFu) + odd);
    if (x < 0.0) stored = -stored;
  } else {
    const real odd = negative ? 1.0 : 0.0;
    stored = 2.0 * floor(0.5 * (clamp(32767.0 * x, -32766.0, 32766.0) - odd) + 0.5) + odd;
  }
  return stored;
}
real sign_of(real n) {
  real odd;
  if (FLOATING != 0) odd = float(floatBitsToUint(n) >> 13 & 1u);
  else odd = 2.0 * fract(0.5 * n);
  return 1.0 - 2.0 * odd;
}

Rows rows_of_8(real4 p, real4 q) {
  const real half_scale = link_scale();
  return stereographic_rows(p * half_scale, q * half_scale, sign_of(q.x), sign_of(q.y));
}
Stereographic stored_8(Rows m) {
  Stereographic s = stereographic_of(m, true);
  s.p = link_stored(s.p);
  s.q = real4(with_sign(s.q.x, s.sign_a), with_sign(s.q.y, s.sign_b), link_stored(s.q).zw);
  return s;
}
#else
#define LINK_SCALE_OF(reals) real(1)
real4 link_stored(real4 entries) { return entries; }
#define LINK_SCALED(reals, m) m

Rows rows_of_8(real4 p, real4 q) { return stereographic_rows(p, q, real(1), real(1)); }
Stereographic stored_8(Rows m) { return stereographic_of(m, false); }
#endif

#define LINK_SCALE LINK_SCALE_OF(RECONSTRUCT)

Su3 su3_of_planes(real4 p, real4 q, real4 r) {
  const Colour a = Colour(real3(p.x, p.z, q.x), real3(p.y, p.w, q.y));
  const Colour b = Colour(real3(q.z, r.x, r.z), real3(q.w, r.y, r.w));
  return from_rows(a, b, scale(LINK_SCALE_OF(12), third_row(a, b)));
}

// These find the texels of a link: number k of them at a site, and the last complex number of 18 reals.
#if STORAGE == 3

#define LINK_RANGE(slot, u, mu, access) \
  layout(std430, binding = slot + 8 * mu) access restrict buffer u##_block_##mu { STORED u##_data_##mu[]; };
#define LINK_BUFFERS(slot, u, access) \
  LINK_RANGE(slot, u, 0, access) \
  LINK_RANGE(slot, u, 1, access) LINK_RANGE(slot, u, 2, access) LINK_RANGE(slot, u, 3, access)
// If mu is no constant this branches.
#define LINK_TEXELS_IN(reals, u) \
  real4 u##_at(uint mu, uint i) { \
    real4 v; \
    if (mu == 0) v = UNPACKED(u##_data_0[i]); \
    else if (mu == 1) v = UNPACKED(u##_data_1[i]); \
    else if (mu == 2) v = UNPACKED(u##_data_2[i]); \
    else v = UNPACKED(u##_data_3[i]); \
    return v; \
  } \
  real4 u##_part(uint mu, uint k, uint site) { \
    return u##_at(mu, interleaved_texel(reals##_WHOLE, k, site)); \
  } \
  cplx u##_last(uint mu, uint site) { return half_of(u##_at(mu, reals##_LASTS + site / 2), site); }
#define LINK_TEXELS_OUT(reals, u) \
  void u##_put_part(uint mu, uint k, uint site, real4 value) { \
    const uint i = interleaved_texel(reals##_WHOLE, k, site); \
    if (mu == 0) PUT_STORED(u##_data_0[i], value); \
    else if (mu == 1) PUT_STORED(u##_data_1[i], value); \
    else if (mu == 2) PUT_STORED(u##_data_2[i], value); \
    else PUT_STORED(u##_data_3[i], value); \
  } \
  void u##_put_last(uint mu, uint site, cplx value) { \
    const uint i = reals##_LASTS + site / 2; \
    if (mu == 0) PUT_HALF(u##_data_0[i], site, value) \
    else if (mu == 1) PUT_HALF(u##_data_1[i], site, value) \
    else if (mu == 2) PUT_HALF(u##_data_2[i], site, value) \
    else PUT_HALF(u##_data_3[i], site, value) \
  }
#define LINKS_IN(reals, slot, u) LINK_BUFFERS(slot, u, readonly) LINK_TEXELS_IN(reals, u)
#define LINKS_OUT(reals, slot, u) LINK_BUFFERS(slot, u, writeonly) LINK_TEXELS_OUT(reals, u)
#define LINKS_INOUT(reals, slot, u) LINK_BUFFERS(slot, u, ) LINK_TEXELS_IN(reals, u) LINK_TEXELS_OUT(reals, u)

#else

#if STORAGE == 2
#define LINK_TEXELS_IN(reals, u) \
  real4 u##_part(uint mu, uint k, uint site) { return u##_plane(mu * reals##_PLANES + k, site); } \
  cplx u##_last(uint mu, uint site) { return u##_part(mu, reals##_WHOLE, site).xy; }
#define LINK_TEXELS_OUT(reals, u) \
  void u##_put_part(uint mu, uint k, uint site, real4 value) { \
    u##_store(mu * reals##_PLANES + k, site, value); \
  } \
  void u##_put_last(uint mu, uint site, cplx value) { \
    u##_put_part(mu, reals##_WHOLE, site, real4(value, 0, 0)); \
  }
#else
#define LINK_TEXELS_IN(reals, u) \
  real4 u##_part(uint mu, uint k, uint site) { \
    return u##_texel(mu * reals##_TEXELS + interleaved_texel(reals##_WHOLE, k, site)); \
  } \
  cplx u##_last(uint mu, uint site) { return u##_half_texel(mu * reals##_TEXELS + reals##_LASTS, site); }
#define LINK_TEXELS_OUT(reals, u) \
  void u##_put_part(uint mu, uint k, uint site, real4 value) { \
    u##_put_texel(mu * reals##_TEXELS + interleaved_texel(reals##_WHOLE, k, site), value); \
  } \
  void u##_put_last(uint mu, uint site, cplx value) { \
    u##_put_half_texel(mu * reals##_TEXELS + reals##_LASTS, site, value); \
  }
#endif
#define LINKS_IN(reals, slot, u) FIELD_IN(slot, u) LINK_TEXELS_IN(reals, u)
#define LINKS_OUT(reals, slot, u) FIELD_OUT(slot, u) LINK_TEXELS_OUT(reals, u)
#define LINKS_INOUT(reals, slot, u) FIELD_INOUT(slot, u) LINK_TEXELS_IN(reals, u) LINK_TEXELS_OUT(reals, u)

#endif

// `u_stored` is the link as stored, a multiple of the scale; expressions linear in it may be scaled later.
#define LOAD_18(u) \
  m = su3_of_planes(p, q, u##_part(mu, 2, site), u##_part(mu, 3, site), u##_last(mu, site));
#define LINK_LOAD(reals, u, odd) \
  Su3 u##_stored(uint mu, uint site) { \
    const real4 p = u##_part(mu, 0, site), q = u##_part(mu, 1, site); \
    Su3 m; \
    if (reals == 12) m = su3_of_planes(p, q, u##_part(mu, 2, site)); \
    else if (reals == 8) m = su3_of_rows(rows_of_8(p, q)); \
    else odd(u) \
    return m; \
  } \
  Su3 u(uint mu, uint site) { return LINK_SCALED(reals, u##_stored(mu, site)); }
#define STORE_18(u) \
  { \
    const Colour c = row(m, 2); \
    u##_put_part(mu, 3, site, link_stored(real4(c.re.x, c.im.x, c.re.y, c.im.y))); \
    u##_put_last(mu, site, link_stored(real4(c.re.z, c.im.z, 0, 0)).xy); \
  }
#define LINK_STORE(reals, u, put_odd) \
  void u##_put(uint mu, uint site, Su3 m) { \
    const Colour a = row(m, 0), b = row(m, 1); \
    if (reals == 8) { \
      const Stereographic s = stored_8(Rows(a, b)); \
      u##_put_part(mu, 0, site, s.p); \
      u##_put_part(mu, 1, site, s.q); \
    } else { \
      u##_put_part(mu, 0, site, link_stored(real4(a.re.x, a.im.x, a.re.y, a.im.y))); \
      u##_put_part(mu, 1, site, link_stored(real4(a.re.z, a.im.z, b.re.x, b.im.x))); \
      u##_put_part(mu, 2, site, link_stored(real4(b.re.y, b.im.y, b.re.z, b.im.z))); \
    } \
    if (reals > 12) put_odd(u) \
  }

#define GAUGE_IN(slot, u) LINKS_IN(RECONSTRUCT, slot, u) LINK_LOAD(RECONSTRUCT, u, LOAD_18)
#define GAUGE_OUT(slot, u) LINKS_OUT(RECONSTRUCT, slot, u) LINK_STORE(RECONSTRUCT, u, STORE_18)
#define GAUGE_INOUT(slot, u) \
  LINKS_INOUT(RECONSTRUCT, slot, u) LINK_LOAD(RECONSTRUCT, u, LOAD_18) LINK_STORE(RECONSTRUCT, u, STORE_18)
