// Returns (a + i a5 gamma5) x + (b + i b5 gamma5) H psi at a site from H psi. Needs `args` and a SPINOR_IN
// field x.
layout(constant_id = CONSTANT_FLAG_1) const uint ADD_X = 0;  // nonzero: the term with x exists
layout(constant_id = CONSTANT_FLAG_2) const uint TWIST = 0;  // nonzero: the terms with gamma5 exist

Spinor wilson_term(uint site, Spinor h) {
  Spinor sum;
  if (TWIST != 0) sum = twisted(args.b, args.b5, h);
  else sum = scale(args.b, h);
  if (ADD_X != 0) {
    if (TWIST != 0) sum = add(twisted(args.a, args.a5, x(site)), sum);
    else sum = add(scale(args.a, x(site)), sum);
  }
  return sum;
}
