// Storage of fields. A field is a stack of planes, one RGBA texel (two complex numbers) a site and plane,
// over the sites of one parity. These macros are the only place that knows where planes are and how a number
// is stored:
//
//   STORAGE 0  storage buffers
//   STORAGE 1  texel buffers for fields that are only read, storage buffers over the same memory for others
//   STORAGE 2  layered 2-D textures for reading, storage images for writing;
//              texel (x/2 + LX/2*y, z + LZ*t), layer = plane
//   STORAGE 3  as 0, with links in several buffers (lib/link.glsl)
//
//   FIELD_IN(slot, f)     gives  real4 f_plane(uint plane, uint site)  and  real4 f_texel(uint i)
//   FIELD_OUT(slot, f)    gives  void f_store(uint plane, uint site, real4 value)
//                         and    void f_put_texel(uint i, real4 value)
//   FIELD_INOUT(slot, f)  gives  both
//   FIELD_UPDATE(slot, f) gives  both, if an invocation reads only what it will write: it may read that as
//                         texels, from slot + 16 (host/gpu/bound_memory.hpp)
//
// A field with interleaved planes (interleaved_texel) has
//
//   FIELD_IN(slot, f)     gives  real4 f_interleaved(uint interleaved, uint plane, uint site)
//   FIELD_OUT(slot, f)    gives  void f_put_interleaved(uint interleaved, uint plane, uint site, real4 value)
//
// If a site has an odd number of complex numbers, its last one is in half a plane, which begins at texel
// `first`: sites 2 k and 2 k + 1 share texel first + k. In images it is a plane with its second half empty.
//
//   FIELD_IN(slot, f)     gives  cplx f_half_texel(uint first, uint site)
//   FIELD_OUT(slot, f)    gives  void f_put_half_texel(uint first, uint site, cplx value)
//
// Linear algebra ignores planes and sites and runs over texels.
//
// In half precision (PRECISION 16) a texel is four numbers of 16 bits, multiples of a scale: integers from
// -32767 to 32767, or with FLOATING 16-bit floats, which are ten times as coarse and faster to decode. Links
// have the common scale link_scale(), spinors one scale a site. The scales of sites follow the planes.
// FIELD_IN gives  float f_scale(uint planes, uint site), FIELD_OUT  void f_put_scale(uint planes, uint site,
// float half_scale). Colour vectors have their scale in their last texel, beside a complex number:  float
// f_texel_scale(uint i) and void f_put_with_scale(uint i, cplx value, float half_scale). Half and double
// precision support buffers and texel buffers only.

// Integers are in offset binary inside a float's mantissa: the lowest bits of 2^23 + 2^15 + n are n.
// Conversion instructions are slow on GPUs.
vec4 unpack_fixed(uvec2 w) {
  const vec2 low = uintBitsToFloat((w & 0xFFFFu) ^ 0x4B008000u),
             high = uintBitsToFloat((w >> 16) ^ 0x4B008000u);
  return vec4(low.x, high.x, low.y, high.y) - 8421376.0;
}

/// Rounds to the nearest integer; |v| <= 32767.
uvec2 pack_fixed(vec4 v) {
  const uvec4 n = floatBitsToUint(v + 8421376.0) ^ 0x8000u;
  return uvec2((n.x & 0xFFFFu) | n.y << 16, (n.z & 0xFFFFu) | n.w << 16);
}

vec4 unpack_floating(uvec2 w) { return vec4(unpackHalf2x16(w.x), unpackHalf2x16(w.y)); }

#if PRECISION == 16

layout(constant_id = CONSTANT_FLOATING) const uint FLOATING = 0;

vec4 unpack_half(uvec2 w) {
  vec4 v;
  if (FLOATING != 0) v = unpack_floating(w);
  else v = unpack_fixed(w);
  return v;
}

/// Rounds multiples of the scale to the nearest stored number.
uvec2 pack_half(vec4 v) {
  uvec2 w;
  if (FLOATING != 0) w = uvec2(packHalf2x16(v.xy), packHalf2x16(v.zw));
  else w = pack_fixed(v);
  return w;
}

// Sizes are compared as bits, which have the order of the numbers and put NaN above infinity; max() may drop
// a NaN. Integers have no NaN, so the scale of a site with a NaN is NaN, and so is every number read there.
const uint INFINITE = 0x7F800000u;
uvec4 size_bits(vec4 v) { return floatBitsToUint(v) & 0x7FFFFFFFu; }
uvec3 size_bits(vec3 v) { return floatBitsToUint(v) & 0x7FFFFFFFu; }
float largest_size(uvec4 bits) {
  const uvec2 pair = max(bits.xy, bits.zw);
  return uintBitsToFloat(max(pair.x, pair.y));
}
/// Returns the largest absolute value of all components; NaN if one is NaN.
float largest(vec4 v) { return largest_size(size_bits(v)); }

/// Returns the scale of a site whose largest number is `most`. For floats it is a power of two, which scales
/// without rounding and brings the largest number between 1 and 2. 16 bits alone reach from 6e-8 to 65504,
/// and residuals are smaller.
float scale_of(float most) {
  const uint bits = floatBitsToUint(most);
  float half_scale;
  if (FLOATING != 0) half_scale = uintBitsToFloat(bits > INFINITE ? bits : bits & INFINITE);
  else half_scale = most / 32767.0;
  return half_scale;
}

/// Returns 1 / scale_of(most), or 0 if that is 0.
float inverse_scale_of(float most) {
  float inverse = 0.0;
  if (FLOATING == 0) {
    if (most > 0.0) inverse = 32767.0 / most;
  } else {
    const uint exponent = floatBitsToUint(most) & INFINITE;
    if (exponent != 0) inverse = uintBitsToFloat(0x7F000000u - exponent);
  }
  return inverse;
}

float link_scale() { return FLOATING != 0 ? 1.0 : 1.0 / 32767.0; }
/// Converts entries of links to stored form. A NaN stays NaN as a float; integers have no NaN, and links have
/// no scale that could be.
vec4 link_stored(vec4 entries) {
  vec4 v = clamp(entries, -1.0, 1.0) * (FLOATING != 0 ? 1.0 : 32767.0);
  if (FLOATING != 0) v = mix(v, entries, greaterThan(size_bits(entries), uvec4(INFINITE)));
  return v;
}

#define STORED uvec2
#define UNPACKED(x) unpack_half(x)
#define PUT_STORED(place, v) place = pack_half(v)
#define PUT_FIRST(place, v) place.x = pack_half(vec4(v, 0, 0)).x
#define PUT_SECOND(place, v) place.y = pack_half(vec4(v, 0, 0)).x
#define SCALE_LOAD(f) \
  float f##_scale(uint planes, uint site) { \
    return uintBitsToFloat(f##_data[planes * PLANE_SITES + site / 2][site & 1u]); \
  } \
  float f##_texel_scale(uint i) { return uintBitsToFloat(f##_data[i].y); }
// Two sites share a pair of words; a component with a run-time index would be written together with its
// neighbour.
#define SCALE_STORE(f) \
  void f##_put_scale(uint planes, uint site, float half_scale) { \
    const uint i = planes * PLANE_SITES + site / 2; \
    if ((site & 1u) == 0) f##_data[i].x = floatBitsToUint(half_scale); \
    else f##_data[i].y = floatBitsToUint(half_scale); \
  } \
  void f##_put_with_scale(uint i, cplx value, float half_scale) { \
    f##_data[i] = uvec2(pack_half(vec4(value, 0, 0)).x, floatBitsToUint(half_scale)); \
  }

#else

#define STORED real4
#define UNPACKED(x) (x)
#define PUT_STORED(place, v) place = v
#define PUT_FIRST(place, v) place.x = v.x, place.y = v.y
#define PUT_SECOND(place, v) place.z = v.x, place.w = v.y
#define SCALE_LOAD(f)
#define SCALE_STORE(f)

#endif

cplx half_of(real4 both, uint site) { return (site & 1u) == 0 ? both.xy : both.zw; }
/// Writes a complex number that shares a texel with its neighbour's, component by component: a swizzle would
/// write the whole texel.
#define PUT_HALF(place, site, v) \
  { \
    if (((site)&1u) == 0) PUT_FIRST(place, v); \
    else PUT_SECOND(place, v); \
  }

#define FIELD_BUFFER(slot, f, access) \
  layout(std430, binding = slot) access restrict buffer f##_block { STORED f##_data[]; };
#define FIELD_LOAD(f) \
  real4 f##_texel(uint i) { return UNPACKED(f##_data[i]); } \
  real4 f##_plane(uint plane, uint site) { return f##_texel(plane * PLANE_SITES + site); } \
  real4 f##_interleaved(uint interleaved, uint plane, uint site) { \
    return f##_texel(interleaved_texel(interleaved, plane, site)); \
  } \
  cplx f##_half_texel(uint first, uint site) { return half_of(f##_texel(first + site / 2), site); } \
  SCALE_LOAD(f)
#define FIELD_STORE(f) \
  void f##_put_texel(uint i, real4 value) { PUT_STORED(f##_data[i], value); } \
  void f##_store(uint plane, uint site, real4 value) { f##_put_texel(plane * PLANE_SITES + site, value); } \
  void f##_put_interleaved(uint interleaved, uint plane, uint site, real4 value) { \
    f##_put_texel(interleaved_texel(interleaved, plane, site), value); \
  } \
  void f##_put_half_texel(uint first, uint site, cplx value) { \
    const uint i = first + site / 2; \
    PUT_HALF(f##_data[i], site, value) \
  } \
  SCALE_STORE(f)

// FIELD_EXCHANGED(slot, f) is like FIELD_INOUT, in a buffer for every storage, for data that workgroups of
// one launch exchange.
#define FIELD_EXCHANGED(slot, f) FIELD_BUFFER(slot, f, EXCHANGED) FIELD_LOAD(f) FIELD_STORE(f)

#if STORAGE == 0 || STORAGE == 3

#define FIELD_IN(slot, f) FIELD_BUFFER(slot, f, readonly) FIELD_LOAD(f)
#define FIELD_OUT(slot, f) FIELD_BUFFER(slot, f, writeonly) FIELD_STORE(f)
#define FIELD_INOUT(slot, f) FIELD_BUFFER(slot, f, ) FIELD_LOAD(f) FIELD_STORE(f)

#elif STORAGE == 1

// OpenGL has no texel buffers of doubles nor of signed normalised integers, so both are read as integers.
#if PRECISION == 64
dvec4 unpack_double(uvec4 low, uvec4 high) {
  return dvec4(packDouble2x32(low.xy), packDouble2x32(low.zw), packDouble2x32(high.xy),
               packDouble2x32(high.zw));
}
#define TEXEL_BUFFER usamplerBuffer
#define TEXEL_FETCH(f, i) \
  unpack_double(texelFetch(f##_texels, int(2 * (i))), texelFetch(f##_texels, int(2 * (i) + 1)))
#elif PRECISION == 16
// A texel is four integers, which the texel unit unpacks, or two that are a pair of floats each. One type of
// sampler serves both.
#define TEXEL_BUFFER isamplerBuffer
#define TEXEL_FETCH(f, i) texel_half(texelFetch(f##_texels, int(i)))
vec4 texel_half(ivec4 t) {
  vec4 v;
  if (FLOATING != 0) v = unpack_floating(uvec2(t.xy));
  else v = vec4(t);
  return v;
}
float texel_scale(ivec4 both, bool second) {
  const ivec2 halves = second ? both.zw : both.xy;
  int bits;
  if (FLOATING != 0) bits = second ? both.y : both.x;
  else bits = (halves.x & 0xFFFF) | halves.y << 16;
  return intBitsToFloat(bits);
}
#else
#define TEXEL_BUFFER samplerBuffer
#define TEXEL_FETCH(f, i) texelFetch(f##_texels, int(i))
#endif

#if PRECISION == 16
#define TEXEL_SCALE(f) \
  float f##_scale(uint planes, uint site) { \
    return texel_scale(texelFetch(f##_texels, int(planes * PLANE_SITES + site / 2)), (site & 1u) != 0); \
  } \
  float f##_texel_scale(uint i) { return texel_scale(texelFetch(f##_texels, int(i)), true); }
#else
#define TEXEL_SCALE(f)
#endif

#define FIELD_IN(slot, f) \
  layout(binding = slot) uniform TEXEL_BUFFER f##_texels; \
  real4 f##_texel(uint i) { return TEXEL_FETCH(f, i); } \
  real4 f##_plane(uint plane, uint site) { return f##_texel(plane * PLANE_SITES + site); } \
  real4 f##_interleaved(uint interleaved, uint plane, uint site) { \
    return f##_texel(interleaved_texel(interleaved, plane, site)); \
  } \
  cplx f##_half_texel(uint first, uint site) { return half_of(f##_texel(first + site / 2), site); } \
  TEXEL_SCALE(f)
#define FIELD_OUT(slot, f) FIELD_BUFFER(slot, f, writeonly) FIELD_STORE(f)
#define FIELD_INOUT(slot, f) FIELD_BUFFER(slot, f, ) FIELD_LOAD(f) FIELD_STORE(f)
// Mesa's CPU drivers read a storage buffer number by number, three times as slowly as texels.
#if PRECISION == 32
#define FIELD_UPDATE(slot, f) FIELD_IN(slot + 16, f) FIELD_OUT(slot, f)
#endif

#else

ivec3 texel_of(uint plane, uint site) {
  return ivec3(site % (HALF_X * BOX_Y), site / (HALF_X * BOX_Y), plane);
}

#define FIELD_IMAGE_STORE(f) \
  void f##_store(uint plane, uint site, vec4 value) { imageStore(f##_image, texel_of(plane, site), value); } \
  void f##_put_interleaved(uint interleaved, uint plane, uint site, vec4 value) { \
    f##_store(plane, site, value); \
  } \
  void f##_put_texel(uint i, vec4 value) { f##_store(i / PLANE_SITES, i % PLANE_SITES, value); } \
  void f##_put_half_texel(uint first, uint site, vec2 value) { \
    f##_store(first / PLANE_SITES, site, vec4(value, 0, 0)); \
  }
#define FIELD_IMAGE_LOAD(f) \
  vec4 f##_interleaved(uint interleaved, uint plane, uint site) { return f##_plane(plane, site); } \
  vec4 f##_texel(uint i) { return f##_plane(i / PLANE_SITES, i % PLANE_SITES); } \
  vec2 f##_half_texel(uint first, uint site) { return f##_plane(first / PLANE_SITES, site).xy; }

#define FIELD_IN(slot, f) \
  layout(binding = slot) uniform sampler2DArray f##_texture; \
  vec4 f##_plane(uint plane, uint site) { return texelFetch(f##_texture, texel_of(plane, site), 0); } \
  FIELD_IMAGE_LOAD(f)
#define FIELD_OUT(slot, f) \
  layout(binding = slot, rgba32f) writeonly restrict uniform image2DArray f##_image; \
  FIELD_IMAGE_STORE(f)
#define FIELD_INOUT(slot, f) \
  layout(binding = slot, rgba32f) restrict uniform image2DArray f##_image; \
  vec4 f##_plane(uint plane, uint site) { return imageLoad(f##_image, texel_of(plane, site)); } \
  FIELD_IMAGE_LOAD(f) \
  FIELD_IMAGE_STORE(f)

#endif

#ifndef FIELD_UPDATE
#define FIELD_UPDATE(slot, f) FIELD_INOUT(slot, f)
#endif
