// Real and complex arithmetic. Every kernel says `real`, so that one source serves each precision.
#define real float
#define real3 vec3
#define real4 vec4
#define real3x3 mat3
#define cplx vec2

cplx cmul(cplx a, cplx b) { return cplx(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
/// conj(a) * b
cplx cmul_conj(cplx a, cplx b) { return cplx(a.x * b.x + a.y * b.y, a.x * b.y - a.y * b.x); }
/// i * a
cplx times_i(cplx a) { return cplx(-a.y, a.x); }
