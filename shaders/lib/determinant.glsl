/// Returns the determinant of a matrix with rows a, b and c; third = conj(a x b).
cplx det_of_rows(Colour third, Colour c) {
  return cplx(dot(third.re, c.re) + dot(third.im, c.im), dot(third.re, c.im) - dot(third.im, c.re));
}
