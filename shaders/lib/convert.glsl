// Conversion of fields between precisions: SOURCE is 16, 32 or 64, PRECISION is that of the output. Both
// fields are in buffers. Conversion is site by site, because in half precision a site has one scale. Links
// have no scales of sites; in half precision they have one for all.
layout(constant_id = CONSTANT_FLAG_1) const uint LINKS = 0;

#if SOURCE == 16
// This flag concerns 16-bit floats of the source; FLOATING concerns the target.
layout(constant_id = CONSTANT_FLAG_2) const uint FLOATING_SOURCE = 0;
layout(std430, binding = 0) readonly restrict buffer SourceBlock { uvec2 source_data[]; };
float source_scale(uint planes, uint site) {
  const uvec2 both = source_data[planes * PLANE_SITES + site / 2];
  return uintBitsToFloat((site & 1u) == 0 ? both.x : both.y);
}
real4 source_texel(uint i, float half_scale) {
  const uvec2 stored = source_data[i];
  vec4 v;
  if (FLOATING_SOURCE != 0) v = unpack_floating(stored);
  else v = unpack_fixed(stored);
#if PRECISION == 64
  // The result is exact. `real4(v)` is not used for scale 1, because one driver converts 16-bit floats
  // directly to wrong doubles (docs/drivers.md).
  return real4(v * (2.0 * half_scale)) * real(0.5lf);
#else
  return real4(v * half_scale);
#endif
}
real4 source_link(uint i) { return source_texel(i, FLOATING_SOURCE != 0 ? 1.0 : 1.0 / 32767.0); }
real4 source(uint plane, uint planes, uint site) {
  return source_texel(vector_texel(plane, planes, site), source_scale(planes, site));
}
float source_colour_scale(uint site) { return uintBitsToFloat(source_data[PLANE_SITES + site].y); }
real4 source_first_two(uint site) { return source_texel(site, source_colour_scale(site)); }
cplx source_third(uint site) { return source_texel(PLANE_SITES + site, source_colour_scale(site)).xy; }
#elif SOURCE == 32
layout(std430, binding = 0) readonly restrict buffer SourceBlock { vec4 source_data[]; };
#else
layout(std430, binding = 0) readonly restrict buffer SourceBlock { dvec4 source_data[]; };
#endif

#if SOURCE != 16
real4 source_link(uint i) { return real4(source_data[i]); }
real4 source(uint plane, uint planes, uint site) {
  return source_link(vector_texel(plane, planes, site));
}
// The next two functions read a colour vector.
real4 source_first_two(uint site) { return source_link(site); }
cplx source_third(uint site) { return half_of(source_link(PLANE_SITES + site / 2), site); }
#endif

#if PRECISION == 16

ELEMENTS_OUT(1, target)

/// Converts the domain's own site number n; for links, including ghosts, a share of all texels.
void convert(uint planes, uint n) {
  const uint site = memory_site(n);
  if (LINKS != 0) {
    for (uint i = n; i < args.texels; i += SITES)
      target_put_texel(args.to + i, link_stored(source_link(args.from + i)));
  } else if (planes > 6) {  // site-diagonal matrices, which have no Element
    real most = 0;
    for (uint plane = 0; plane < planes; ++plane)
      most = largest(vec4(most, largest(source(plane, planes, site)), 0, 0));
    const real inverse = inverse_scale_of(most);
    target_put_scale(planes, site, scale_of(most));
    for (uint plane = 0; plane < planes; ++plane)
      target_store(plane, site, inverse * source(plane, planes, site));
  } else {
    Element v = element_zero();
    if (COLOURS != 0) {
      v.a = source_first_two(site);
      v.b.xy = source_third(site);
    } else {
      v.a = source(0, planes, site);
      v.b = source(1, planes, site);
      v.c = source(2, planes, site);
      v.d = source(3, planes, site);
      v.e = source(4, planes, site);
      v.f = source(5, planes, site);
    }
    target_put_element(site, v);
  }
}

#else

FIELD_OUT(1, target)

/// Converts the domain's own site number n; for links, including ghosts, a share of all texels.
void convert(uint planes, uint n) {
  const uint site = memory_site(n);
  if (LINKS != 0) {
    for (uint i = n; i < args.texels; i += SITES)
      target_put_texel(args.to + i, source_link(args.from + i));
  } else if (COLOURS != 0) {
    target_store(0, site, source_first_two(site));
    target_put_half_texel(PLANE_SITES, site, source_third(site));
  } else {
    for (uint plane = 0; plane < planes; ++plane)
      target_put_texel(vector_texel(plane, planes, site), source(plane, planes, site));
  }
}

#endif
