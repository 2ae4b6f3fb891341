// Site-diagonal matrices of clover quarks: two hermitian 6 x 6 blocks a site, one for each chirality, gamma5
// = +1 first. A block is nine planes, 36 reals: its diagonal, then below it row by row (1,0), (2,0), (2,1),
// (3,0), ... real and imaginary parts. Its index is 3 spin + colour. In half precision a site has one scale
// for both blocks.
//
// With the device's gamma5 = -(0, 1; 1, 0) the part of +1 is (upper - lower) / sqrt 2, that of -1 (upper +
// lower) / sqrt 2.
//
// BLOCKS_IN(slot, t) gives `Spinor t(site, psi)`, the product.
const uint BLOCK_PLANES = 9;

struct Chiral {
  Colour a, b;
};

Chiral add(Chiral x, Chiral y) { return Chiral(add(x.a, y.a), add(x.b, y.b)); }
Chiral scale(real f, Chiral x) { return Chiral(scale(f, x.a), scale(f, x.b)); }

Chiral chiral_part(Spinor p, bool plus) {
  Chiral c;
  if (plus) c = Chiral(sub(p.s0, p.s2), sub(p.s1, p.s3));
  else c = Chiral(add(p.s0, p.s2), add(p.s1, p.s3));
  return c;
}

/// Combines the parts of chiral_part, which is larger by sqrt 2, to a spinor.
Spinor from_chiral(Chiral plus, Chiral minus) {
  return scale(real(0.5), Spinor(add(plus.a, minus.a), add(plus.b, minus.b), sub(minus.a, plus.a),
                                 sub(minus.b, plus.b)));
}

cplx entry(Chiral c, int k) {
  cplx z;
  if (k < 3) z = cplx(c.a.re[k], c.a.im[k]);
  else z = cplx(c.b.re[k - 3], c.b.im[k - 3]);
  return z;
}

void accumulate(inout Chiral c, int k, cplx z) {
  if (k < 3) {
    c.a.re[k] += z.x;
    c.a.im[k] += z.y;
  } else {
    c.b.re[k - 3] += z.x;
    c.b.im[k - 3] += z.y;
  }
}

/// Adds entry (row, column) of a hermitian matrix, an entry below the diagonal, and its conjugate above.
void accumulate_pair(inout Chiral sum, Chiral x, int row, int column, cplx m) {
  accumulate(sum, row, cmul(m, entry(x, column)));
  accumulate(sum, column, cmul_conj(m, entry(x, row)));
}

#if PRECISION == 16
#define BLOCK_SCALE(t, site) t##_scale(2 * BLOCK_PLANES, site)
#else
#define BLOCK_SCALE(t, site) real(1)
#endif

#define BLOCKS_IN(slot, t) \
  FIELD_IN(slot, t) \
  Chiral t##_times(uint first, uint site, Chiral x) { \
    const real4 d = t##_plane(first, site), e = t##_plane(first + 1, site); \
    Chiral y = Chiral(Colour(d.xyz * x.a.re, d.xyz * x.a.im), \
                      Colour(real3(d.w, e.x, e.y) * x.b.re, real3(d.w, e.x, e.y) * x.b.im)); \
    accumulate_pair(y, x, 1, 0, e.zw); \
    const real4 f = t##_plane(first + 2, site); \
    accumulate_pair(y, x, 2, 0, f.xy); \
    accumulate_pair(y, x, 2, 1, f.zw); \
    const real4 g = t##_plane(first + 3, site); \
    accumulate_pair(y, x, 3, 0, g.xy); \
    accumulate_pair(y, x, 3, 1, g.zw); \
    const real4 h = t##_plane(first + 4, site); \
    accumulate_pair(y, x, 3, 2, h.xy); \
    accumulate_pair(y, x, 4, 0, h.zw); \
    const real4 k = t##_plane(first + 5, site); \
    accumulate_pair(y, x, 4, 1, k.xy); \
    accumulate_pair(y, x, 4, 2, k.zw); \
    const real4 l = t##_plane(first + 6, site); \
    accumulate_pair(y, x, 4, 3, l.xy); \
    accumulate_pair(y, x, 5, 0, l.zw); \
    const real4 m = t##_plane(first + 7, site); \
    accumulate_pair(y, x, 5, 1, m.xy); \
    accumulate_pair(y, x, 5, 2, m.zw); \
    const real4 n = t##_plane(first + 8, site); \
    accumulate_pair(y, x, 5, 3, n.xy); \
    accumulate_pair(y, x, 5, 4, n.zw); \
    return y; \
  } \
  Spinor t(uint site, Spinor p) { \
    return scale(BLOCK_SCALE(t, site), from_chiral(t##_times(0, site, chiral_part(p, true)), \
                                                  t##_times(BLOCK_PLANES, site, chiral_part(p, false)))); \
  }
