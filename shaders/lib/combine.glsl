// What a correlator makes of the matrix of field a at one site and that of b at another. Wants SITE_FIELD_IN
// fields a and b. Two flags choose, so that each correlator is a pipeline of its own without a branch:
//
//   1  average   conj(Tr A / 3) Tr B / 3
//   2  singlet   Tr(A^+ B) / 3
//   3  octet     [conj(Tr A) Tr B - Tr(A^+ B) / 3] / 8,   so that 9 average = singlet + 8 octet
layout(constant_id = CONSTANT_FLAG_0) const uint COMBINE_LOW = 0;
layout(constant_id = CONSTANT_FLAG_1) const uint COMBINE_HIGH = 0;
const uint COMBINE = COMBINE_LOW + 2 * COMBINE_HIGH;

/// conj(Tr A) Tr B; the diagonal lies in the first halves of planes 0, 2 and 4.
cplx combine_traces(uint x, uint y, uint count) {
  return cmul_conj(a(0, x, count).xy + a(2, x, count).xy + a(4, x, count).xy,
                   b(0, y, count).xy + b(2, y, count).xy + b(4, y, count).xy);
}

/// Tr(A^+ B): the sum over entries, no product needed.
cplx combine_matrices(uint x, uint y, uint count) {
  cplx sum = cplx(0);
  for (uint plane = 0; plane < 5; ++plane) {
    const real4 p = a(plane, x, count), q = b(plane, y, count);
    sum += cmul_conj(p.xy, q.xy) + cmul_conj(p.zw, q.zw);
  }
  return sum;
}

cplx combine(uint x, uint y, uint count) {
  cplx c;
  if (COMBINE == 1) c = combine_traces(x, y, count) / 9.0;
  else if (COMBINE == 2) c = combine_matrices(x, y, count) / 3.0;
  else c = (combine_traces(x, y, count) - combine_matrices(x, y, count) / 3.0) / 8.0;
  return c;
}
