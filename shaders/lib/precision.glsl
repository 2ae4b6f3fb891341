// Arithmetic: every kernel uses `real`, so that one source serves each precision.
//
//   PRECISION 32  fields in single precision
//   PRECISION 64  fields and arithmetic in double
//   PRECISION 16  fields in 16 bits, fixed or floating point (lib/field.glsl), arithmetic in single
//
// Decimal constants are written real(0.1lf), because GLSL rounds 0.1 to single first. Dyadic fractions and
// integers need no suffix.
#ifndef PRECISION
#define PRECISION 32
#endif

#if PRECISION == 64
#define real double
#define real3 dvec3
#define real4 dvec4
#define real3x3 dmat3
#define cplx dvec2
#else
#define real float
#define real3 vec3
#define real4 vec4
#define real3x3 mat3
#define cplx vec2
#endif
