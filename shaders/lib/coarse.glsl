// Vectors and matrices of multigrid's coarse lattice. A vector has 2 VECTORS complex numbers a site, two a
// texel: plane p has rows 2 p and 2 p + 1. A matrix is stored by pairs of columns: the texels of a pair are
// those of all rows, so that neighbouring threads, which have neighbouring rows, read adjacent texels.
layout(constant_id = CONSTANT_COUNT) const uint VECTORS = 4;  // a multiple of 4

/// Returns the texel of the pair of columns from `column` on, and a row, of matrix number n of a site that
/// has so many.
uint matrix_texel(uint matrices, uint site, uint n, uint column, uint row) {
  return ((site * matrices + n) * VECTORS + column / 2) * 2 * VECTORS + row;
}
