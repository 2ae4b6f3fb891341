# %% [markdown]
# # 7. Sites and neighbours
# A plane wave goes through the Laplacian, a kernel of one's own: it comes back multiplied by
# -4 sum over mu of sin^2(p_mu / 2).

# %%
import os

import glueball
import matplotlib.pyplot as plt
import numpy as np

x, y, z, t = extents = (4, 4, 4, 8) if "GLUEBALL_TINY" in os.environ else (8, 8, 8, 16)
lattice = glueball.Lattice(extents)
wave, result = glueball.SiteField(lattice), glueball.SiteField(lattice)
laplacian = glueball.kernel(
    """
FIELD_IN(0, f_this)
FIELD_IN(1, f_other)
FIELD_OUT(2, g)
void at_site(Site s) {
  real4 sum = real(-8) * f_this_plane(0, s.index);
  for (uint mu = 0; mu < 4; ++mu)
    sum += f_other_plane(0, up(s, mu).index) + f_other_plane(0, down(s, mu).index);
  g_store(0, s.index, sum);
}
"""
)

# %%
place = np.indices((t, z, y, x))
momenta, factors = np.arange(t // 2 + 1) * 2 * np.pi / t, []
for p in momenta:
    f = np.zeros((t, z, y, x, 4))
    f[..., 0] = np.cos(p * place[0])
    wave.put(f)
    laplacian(f=wave, g=result)
    factors.append((result.numpy() * f).sum() / (f * f).sum())
np.testing.assert_allclose(factors, -4 * np.sin(momenta / 2) ** 2, atol=1e-5)

# %%
plt.plot(momenta, factors, "o", label="lattice")
plt.plot(momenta, -(momenta**2), label="continuum")
plt.xlabel("momentum along t")
plt.legend()
plt.show()
