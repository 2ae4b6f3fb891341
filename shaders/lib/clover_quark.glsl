// Returns (C + i a5 gamma5) x + b H psi at a site of clover quarks from H psi. Needs `args`, a SPINOR_IN
// field x and a BLOCKS_IN field c.
Spinor clover_quark(uint site, Spinor h) {
  const Spinor p = x(site);
  return add(add(c(site, p), scale(args.a5, times_i(gamma5(p)))), scale(args.b, h));
}
