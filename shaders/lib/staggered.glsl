// The phases of staggered quarks: eta_x = 1, eta_y = (-1)^x, eta_z = (-1)^(x+y), eta_t = (-1)^(x+y+z).
// eta_mu(x - mu) equals eta_mu(x).
real eta(Site s, uint mu) {
  const uint sum = mu == 0 ? 0 : mu == 1 ? s.x : mu == 2 ? s.x + s.y : s.x + s.y + s.z;
  return (sum & 1u) == 0 ? real(1) : real(-1);
}
