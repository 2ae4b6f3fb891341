// Matrices that transport from x to x + mu, like the link along mu, and their staples: eight a site, five
// planes each (lib/matrix_field.glsl). Slot mu has M itself, slot nu != mu its staples A_nu along nu. Slot 4
// + nu has the sum B_nu between the outermost steps along nu of a fat link (smear/fat_links.comp).
const uint OUTERMOST = 4;

/// Returns U_nu(x) M(x+nu) U_nu(x+mu)^+ + U_nu(x-nu)^+ M(x-nu) U_nu(x-nu+mu) from M above and below the site
/// s. Needs GAUGE_IN fields u_this (the parity of s) and u_other.
Su3 staple(Site s, uint mu, uint nu, Su3 above, Su3 below) {
  const uint ahead = shift(s, mu, 1), under = shift(s, nu, -1);
  const Su3 over = mul_adj(mul(u_this(nu, s.index), above), u_other(nu, s.index + ahead));
  return add(over, mul(adj_mul(u_other(nu, s.index + under), below), u_this(nu, s.index + ahead + under)));
}
