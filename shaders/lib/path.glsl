// Products of links along a path. Needs GAUGE_IN or GAUGE_INOUT fields u_this (the parity the kernel works
// on) and u_other.

Su3 link(uint mu, Site s) {
  Su3 u;
  if (s.in_other) u = u_other(mu, s.index);
  else u = u_this(mu, s.index);
  return u;
}

/// Returns m times the next link of a path at s, one step along mu up or down, and moves s.
Su3 walk(Su3 m, inout Site s, uint mu, bool forward) {
  Su3 product;
  if (forward) {
    product = mul(m, link(mu, s));
    s = up(s, mu);
  } else {
    s = down(s, mu);
    product = mul_adj(m, link(mu, s));
  }
  return product;
}

/// Returns the first link of a path, and moves s.
Su3 set_out(inout Site s, uint mu, bool forward) {
  Su3 u;
  if (forward) {
    u = link(mu, s);
    s = up(s, mu);
  } else {
    s = down(s, mu);
    u = adjoint(link(mu, s));
  }
  return u;
}
