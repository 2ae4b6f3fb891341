// Staples of smeared links. Needs fields fat_this and fat_other (links by slot); include lib/lattice.glsl
// before.

Su3 fat(uint slot, Site s) {
  Su3 u;
  if (s.in_other) u = fat_other(slot, s.index);
  else u = fat_this(slot, s.index);
  return u;
}

/// Returns both staples from s to s + mu in the plane with rho, with sides along rho. The slots are those of
/// the links along mu and along rho.
Su3 fat_staples(Site s, uint mu, uint rho, uint slot_mu, uint slot_rho) {
  const Site ahead = up(s, mu), above = up(s, rho), below = down(s, rho);
  const Su3 over = mul_adj(mul(fat(slot_rho, s), fat(slot_mu, above)), fat(slot_rho, ahead));
  const Su3 under = mul(adj_mul(fat(slot_rho, below), fat(slot_mu, below)), fat(slot_rho, up(below, mu)));
  return add(over, under);
}

/// Returns the index among twelve of a link along mu with an index `other` != mu.
uint slot_of(uint mu, uint other) { return 3 * mu + other - (other > mu ? 1 : 0); }
