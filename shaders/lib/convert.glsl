// Fields of one precision from fields of another: SOURCE is 16, 32 or 64, PRECISION what is written. Both lie in buffers. A
// site at a time: in half precision it has one unit.
layout(constant_id = 11) const uint ADD = 0;    // add to what is there rather than replace it
layout(constant_id = 12) const uint LINKS = 0;  // no units: half precision holds multiples of 1/32767

#if SOURCE == 16
layout(std430, binding = 0) readonly restrict buffer SourceBlock { uvec2 source_data[]; };
float source_unit(uint planes, uint site) {
  const uvec2 both = source_data[planes * SITES + site / 2];
  return uintBitsToFloat((site & 1u) == 0 ? both.x : both.y);
}
real4 source(uint plane, uint planes, uint site) {
  const vec4 v = unpack_half(source_data[plane * SITES + site]);
  return real4(LINKS != 0 ? v * (1.0 / 32767.0) : v * source_unit(planes, site));
}
#elif SOURCE == 32
layout(std430, binding = 0) readonly restrict buffer SourceBlock { vec4 source_data[]; };
real4 source(uint plane, uint planes, uint site) { return real4(source_data[plane * SITES + site]); }
#else
layout(std430, binding = 0) readonly restrict buffer SourceBlock { dvec4 source_data[]; };
real4 source(uint plane, uint planes, uint site) { return real4(source_data[plane * SITES + site]); }
#endif

#if PRECISION == 16

ELEMENTS_INOUT(1, target)

void convert(uint planes, uint site) {
  if (LINKS != 0) {
    for (uint plane = 0; plane < planes; ++plane)
      target_store(args.to + plane, site, clamp(source(args.from + plane, planes, site), -1.0, 1.0) * 32767.0);
  } else if (planes > 6) {  // site-diagonal matrices: no Element, replaced only
    real most = 0;
    for (uint plane = 0; plane < planes; ++plane) most = max(most, largest(source(plane, planes, site)));
    const real inverse = most > 0.0 ? 32767.0 / most : 0.0;
    target_put_unit(planes, site, most / 32767.0);
    for (uint plane = 0; plane < planes; ++plane) target_store(plane, site, inverse * source(plane, planes, site));
  } else {
    Element v = element_zero();
    v.a = source(0, planes, site);
    v.b = source(1, planes, site);
    if (FEW_PLANES == 0) {
      v.c = source(2, planes, site);
      v.d = source(3, planes, site);
      v.e = source(4, planes, site);
      v.f = source(5, planes, site);
    }
    if (ADD != 0) v = add(v, target_element(site));
    target_put_element(site, v);
  }
}

#else

FIELD_INOUT(1, target)

void convert(uint planes, uint site) {
  for (uint plane = 0; plane < planes; ++plane) {
    real4 v = source(args.from + plane, planes, site);
    if (ADD != 0) v += target_plane(args.to + plane, site);
    target_store(args.to + plane, site, v);
  }
}

#endif
