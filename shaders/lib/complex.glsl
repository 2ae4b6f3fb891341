// Complex numbers.
cplx cmul(cplx a, cplx b) { return cplx(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
/// Returns conj(a) * b.
cplx cmul_conj(cplx a, cplx b) { return cplx(a.x * b.x + a.y * b.y, a.x * b.y - a.y * b.x); }
/// Returns i * a.
cplx times_i(cplx a) { return cplx(-a.y, a.x); }
