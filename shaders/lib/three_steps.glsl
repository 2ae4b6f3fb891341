// Three steps along a direction at once, and their boundary factor. Include lib/boundary.glsl before.
Site three_up(Site s, uint mu) { return up(up(up(s, mu), mu), mu); }
Site three_down(Site s, uint mu) { return down(down(down(s, mu), mu), mu); }

/// Returns the factor of the long link from s: the product of those of its three links, several of which may
/// wrap.
cplx three_factor(Site s, uint mu, bool forward) {
  const Site second = up(s, mu);
  const cplx a = hop_factor(s, mu, forward), b = hop_factor(second, mu, forward),
             c = hop_factor(up(second, mu), mu, forward);
  cplx product;
  if (PHASES == 0)
    product = cplx(a.x * b.x * c.x, 0);
  else
    product = cmul(cmul(a, b), c);
  return product;
}
