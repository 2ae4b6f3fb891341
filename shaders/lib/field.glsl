// A field is a stack of planes, one RGBA texel (two complex numbers) a site and plane, over the sites of one parity.
// These macros are the only place that knows where the planes live:
//
//   STORAGE 0  storage buffers
//   STORAGE 1  texel buffers for fields that are only read, storage buffers over the same memory for the others
//   STORAGE 2  layered 2-D textures for reading, storage images for writing; texel (x/2 + LX/2*y, z + LZ*t), layer = plane
//
// FIELD_IN(slot, f)     gives  vec4 f_plane(uint plane, uint site)               and  vec4 f_texel(uint i)
// FIELD_OUT(slot, f)    gives  void f_store(uint plane, uint site, vec4 value)   and  void f_put_texel(uint i, vec4 value)
// FIELD_INOUT(slot, f)  gives  both
//
// Linear algebra does not care for planes and sites: it runs over texel i = plane * SITES + site.
#define FIELD_BUFFER(slot, f, access) \
  layout(std430, binding = slot) access restrict buffer f##_block { vec4 f##_data[]; };
#define FIELD_LOAD(f) \
  vec4 f##_texel(uint i) { return f##_data[i]; } \
  vec4 f##_plane(uint plane, uint site) { return f##_data[plane * SITES + site]; }
#define FIELD_STORE(f) \
  void f##_put_texel(uint i, vec4 value) { f##_data[i] = value; } \
  void f##_store(uint plane, uint site, vec4 value) { f##_data[plane * SITES + site] = value; }

#if STORAGE == 0

#define FIELD_IN(slot, f) FIELD_BUFFER(slot, f, readonly) FIELD_LOAD(f)
#define FIELD_OUT(slot, f) FIELD_BUFFER(slot, f, writeonly) FIELD_STORE(f)
#define FIELD_INOUT(slot, f) FIELD_BUFFER(slot, f, ) FIELD_LOAD(f) FIELD_STORE(f)

#elif STORAGE == 1

#define FIELD_IN(slot, f) \
  layout(binding = slot) uniform samplerBuffer f##_texels; \
  vec4 f##_texel(uint i) { return texelFetch(f##_texels, int(i)); } \
  vec4 f##_plane(uint plane, uint site) { return texelFetch(f##_texels, int(plane * SITES + site)); }
#define FIELD_OUT(slot, f) FIELD_BUFFER(slot, f, writeonly) FIELD_STORE(f)
#define FIELD_INOUT(slot, f) FIELD_BUFFER(slot, f, ) FIELD_LOAD(f) FIELD_STORE(f)

#else

ivec3 texel_of(uint plane, uint site) { return ivec3(site % (HALF_X * LY), site / (HALF_X * LY), plane); }

#define FIELD_IMAGE_STORE(f) \
  void f##_store(uint plane, uint site, vec4 value) { imageStore(f##_image, texel_of(plane, site), value); } \
  void f##_put_texel(uint i, vec4 value) { f##_store(i / SITES, i % SITES, value); }

#define FIELD_IN(slot, f) \
  layout(binding = slot) uniform sampler2DArray f##_texture; \
  vec4 f##_plane(uint plane, uint site) { return texelFetch(f##_texture, texel_of(plane, site), 0); } \
  vec4 f##_texel(uint i) { return f##_plane(i / SITES, i % SITES); }
#define FIELD_OUT(slot, f) \
  layout(binding = slot, rgba32f) writeonly restrict uniform image2DArray f##_image; \
  FIELD_IMAGE_STORE(f)
#define FIELD_INOUT(slot, f) \
  layout(binding = slot, rgba32f) restrict uniform image2DArray f##_image; \
  vec4 f##_plane(uint plane, uint site) { return imageLoad(f##_image, texel_of(plane, site)); } \
  vec4 f##_texel(uint i) { return f##_plane(i / SITES, i % SITES); } \
  FIELD_IMAGE_STORE(f)

#endif
