// Reciprocals and roots in double precision by one cubic step from single precision's: a third of what a
// division or a sqrt() takes, wrong by two units in the last place at most. Arguments lie within single
// precision's range, 1e-36 to 1e36.
#if PRECISION == 64
/// 1/x
double inverse_of(double x) {
  const double y = double(1.0 / float(x)), e = 1.0 - x * y;
  return y + y * (e + e * e);
}

/// 1/sqrt(x)
double inverse_root(double x) {
  const double y = double(inversesqrt(float(x))), e = 1.0 - x * y * y;
  return y + y * e * (0.5 + 0.375 * e);
}

/// sqrt(x); of a negative x 0
double root(double x) { return max(x, 0.0) * inverse_root(max(x, 1e-36lf)); }
#endif
