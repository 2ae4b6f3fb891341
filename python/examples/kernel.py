"""A kernel of one's own: the plaquette of the xy plane at every site."""

import glueball

u = glueball.read("assets/configurations/quickstart.ildg")
lattice = glueball.Lattice(u.extents)
density = glueball.SiteField(lattice)
kernel = glueball.kernel(
    """
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
FIELD_OUT(2, density)
void at_site(Site s) {
  const Su3 lower = mul(u_this(0, s.index), u_other(1, up(s, 0).index));
  const Su3 upper = mul(u_this(1, s.index), u_other(0, up(s, 1).index));
  density_store(0, s.index, real4(re_trace_mul_adj(lower, upper) / real(3)));
}
"""
)
kernel(u=lattice.upload(u), density=density)
print(f"mean of the xy plane {density.numpy()[..., 0].mean():.6f}")
