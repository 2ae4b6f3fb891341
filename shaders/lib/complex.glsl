// Complex numbers.
cplx cmul(cplx a, cplx b) { return cplx(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
/// Returns conj(a) * b.
cplx cmul_conj(cplx a, cplx b) { return cplx(a.x * b.x + a.y * b.y, a.x * b.y - a.y * b.x); }
/// Returns i * a.
cplx times_i(cplx a) { return cplx(-a.y, a.x); }
/// Returns the product of a complex number and two.
real4 times_texel(cplx c, real4 v) { return c.x * v + c.y * real4(-v.y, v.x, -v.w, v.z); }
/// Returns sum conj(a) b of two complex numbers.
cplx dot_texels(real4 a, real4 b) {
  return cplx(dot(a, b), a.x * b.y - a.y * b.x + a.z * b.w - a.w * b.z);
}
