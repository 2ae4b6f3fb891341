// Hermitian 6 x 6 matrices: the diagonal, and below it row by row (1,0), (2,0), (2,1), (3,0), ... Loops are
// unrolled, so that no array remains.
//
// HERMITIAN6_IN(slot, f) gives `Hermitian6 f(first plane, site)`, HERMITIAN6_OUT `f_put(first plane, site,
// matrix)`.
struct Hermitian6 {
  real d[6];
  cplx e[15];
};

/// Returns entry (i, j) on either side of the diagonal.
cplx at(Hermitian6 m, int i, int j) {
  cplx z;
  if (i == j) z = cplx(m.d[i], 0);
  else if (i > j) z = m.e[i * (i - 1) / 2 + j];
  else z = cplx(m.e[j * (j - 1) / 2 + i].x, -m.e[j * (j - 1) / 2 + i].y);
  return z;
}

/// Returns 1 + c (s_x x + s_y y + s_z z), where s are Pauli's matrices on the spin and x, y, z are hermitian
/// on the colour; index 3 spin + colour.
Hermitian6 one_plus_pauli(real c, Su3 x, Su3 y, Su3 z) {
  Hermitian6 m;
  // The block below the diagonal is x + i y.
  const Su3 lower = Su3(x.re - y.im, x.im + y.re);
  [[unroll]] for (int i = 0; i < 3; ++i) {
    m.d[i] = real(1) + c * z.re[i][i];
    m.d[i + 3] = real(1) - c * z.re[i][i];
    [[unroll]] for (int j = 0; j < 3; ++j) {
      if (j < i) {
        m.e[i * (i - 1) / 2 + j] = c * cplx(z.re[j][i], z.im[j][i]);
        m.e[(i + 3) * (i + 2) / 2 + j + 3] = -c * cplx(z.re[j][i], z.im[j][i]);
      }
      m.e[(i + 3) * (i + 2) / 2 + j] = c * cplx(lower.re[j][i], lower.im[j][i]);
    }
  }
  return m;
}

/// Returns a b + s, computed from the lower half.
Hermitian6 product(Hermitian6 a, Hermitian6 b, real s) {
  Hermitian6 m;
  [[unroll]] for (int n = 0; n < 15; ++n) m.e[n] = cplx(0);
  [[unroll]] for (int i = 0; i < 6; ++i) m.d[i] = s;
  [[unroll]] for (int k = 0; k < 6; ++k) {
    cplx column[6], row[6];
    [[unroll]] for (int i = 0; i < 6; ++i) {
      column[i] = at(a, i, k);
      row[i] = at(b, k, i);
    }
    [[unroll]] for (int i = 0; i < 6; ++i)
      [[unroll]] for (int j = 0; j < 6; ++j) {
        if (j < i) m.e[i * (i - 1) / 2 + j] += cmul(column[i], row[j]);
        if (j == i) m.d[i] += cmul(column[i], row[i]).x;
      }
  }
  return m;
}

Hermitian6 scale(real f, Hermitian6 m) {
  [[unroll]] for (int i = 0; i < 6; ++i) m.d[i] *= f;
  [[unroll]] for (int n = 0; n < 15; ++n) m.e[n] *= f;
  return m;
}

Hermitian6 add(Hermitian6 a, Hermitian6 b) {
  [[unroll]] for (int i = 0; i < 6; ++i) a.d[i] += b.d[i];
  [[unroll]] for (int n = 0; n < 15; ++n) a.e[n] += b.e[n];
  return a;
}

/// Returns m + f.
Hermitian6 plus(Hermitian6 m, real f) {
  [[unroll]] for (int i = 0; i < 6; ++i) m.d[i] += f;
  return m;
}

/// Returns how many terms of the power series of exp(m) reach rounding.
int exponential_terms(Hermitian6 m) {
  real norm2 = real(0);
  [[unroll]] for (int i = 0; i < 6; ++i) norm2 += m.d[i] * m.d[i];
  [[unroll]] for (int n = 0; n < 15; ++n) norm2 += real(2) * dot(m.e[n], m.e[n]);
  return (PRECISION == 64 ? 16 : 8) + int(real(PRECISION == 64 ? 5 : 4) * min(sqrt(norm2), real(20)));
}

/// Returns the index of the entry (i, j) below the diagonal.
int below(int i, int j) { return i * (i - 1) / 2 + j; }

/// Inverts a positive matrix without pivoting: m = L D L^+, then L^-1, then (L^-1)^+ D^-1 L^-1, each in
/// place. Sweeps over the diagonal cost as much, but NVIDIA's OpenGL compiled them wrong in double precision.
Hermitian6 inverse(Hermitian6 m) {
  [[unroll]] for (int k = 0; k < 6; ++k) {
    m.d[k] = real(1) / m.d[k];
    cplx column[6];
    [[unroll]] for (int i = 0; i < 6; ++i) column[i] = at(m, i, k);
    [[unroll]] for (int i = 0; i < 6; ++i)
      [[unroll]] for (int j = 0; j < 6; ++j) {
        if (k < j && j < i) m.e[below(i, j)] -= m.d[k] * cmul_conj(column[j], column[i]);
        if (k < i && j == i) m.d[i] -= m.d[k] * dot(column[i], column[i]);
      }
    [[unroll]] for (int i = 0; i < 6; ++i)
      if (i > k) m.e[below(i, k)] = m.d[k] * column[i];
  }
  [[unroll]] for (int j = 0; j < 6; ++j)
    [[unroll]] for (int i = 0; i < 6; ++i) {
      cplx sum = cplx(0);
      [[unroll]] for (int k = 0; k < 6; ++k)
        if (j < k && k < i) sum += cmul(m.e[below(i, k)], m.e[below(k, j)]);
      if (j < i) m.e[below(i, j)] = -m.e[below(i, j)] - sum;
    }
  [[unroll]] for (int i = 0; i < 6; ++i)
    [[unroll]] for (int j = 0; j < 6; ++j) {
      cplx sum = cplx(0);
      [[unroll]] for (int k = 0; k < 6; ++k)
        if (j <= i && i < k) sum += m.d[k] * cmul_conj(m.e[below(k, i)], m.e[below(k, j)]);
      if (j < i) m.e[below(i, j)] = m.d[i] * m.e[below(i, j)] + sum;
      if (j == i) m.d[i] += sum.x;
    }
  return m;
}

/// Returns the product of the pivots of a matrix without vanishing pivots, such as a positive one.
real determinant(Hermitian6 m) {
  real det = real(1);
  [[unroll]] for (int k = 0; k < 6; ++k) {
    det *= m.d[k];
    const real over = real(1) / m.d[k];
    cplx column[6];
    [[unroll]] for (int i = 0; i < 6; ++i) column[i] = at(m, i, k);
    [[unroll]] for (int i = 0; i < 6; ++i)
      [[unroll]] for (int j = 0; j < 6; ++j) {
        if (k < j && j < i) m.e[i * (i - 1) / 2 + j] -= over * cmul_conj(column[j], column[i]);
        if (k < i && j == i) m.d[i] -= over * dot(column[i], column[i]);
      }
  }
  return det;
}

/// Stores m in nine planes, as in lib/chiral_block.glsl.
#define HERMITIAN6_OUT(slot, f) \
  FIELD_OUT(slot, f) \
  void f##_put(uint first, uint site, Hermitian6 m) { \
    f##_store(first, site, real4(m.d[0], m.d[1], m.d[2], m.d[3])); \
    f##_store(first + 1, site, real4(m.d[4], m.d[5], m.e[0])); \
    [[unroll]] for (int n = 0; n < 7; ++n) \
      f##_store(first + 2 + uint(n), site, real4(m.e[2 * n + 1], m.e[2 * n + 2])); \
  }
#define HERMITIAN6_IN(slot, f) \
  FIELD_IN(slot, f) \
  Hermitian6 f(uint first, uint site) { \
    Hermitian6 m; \
    const real4 p = f##_plane(first, site), q = f##_plane(first + 1, site); \
    m.d[0] = p.x, m.d[1] = p.y, m.d[2] = p.z, m.d[3] = p.w, m.d[4] = q.x, m.d[5] = q.y, m.e[0] = q.zw; \
    [[unroll]] for (int n = 0; n < 7; ++n) { \
      const real4 r = f##_plane(first + 2 + uint(n), site); \
      m.e[2 * n + 1] = r.xy, m.e[2 * n + 2] = r.zw; \
    } \
    return m; \
  }
