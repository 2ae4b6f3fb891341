# %% [markdown]
# # 14. A quark propagator and the pion
# Twelve columns of M^-1 from a point. The pion's correlator is the sum of |G|^2 over space; its fall is the
# mass.

# %%
import os

import glueball
import matplotlib.pyplot as plt
import numpy as np

tiny = "GLUEBALL_TINY" in os.environ
extents, kappa = ((4, 4, 4, 8), 0.12) if tiny else ((8, 8, 8, 16), 0.15)
chain = glueball.heatbath(lattice=extents, beta=6, sweeps=3 if tiny else 20, seed=1)
for _ in chain:
    pass
u = chain.configuration()
g = 2 * kappa * glueball.propagator(u, kappa=kappa, progress=glueball.Bar("columns"))
pion = (abs(g) ** 2).sum(axis=(1, 2, 3, 4, 5, 6, 7))
(meson,) = glueball.mesons(u, kappa=kappa)
np.testing.assert_allclose(meson["pion"], pion, rtol=1e-8)
print("masses", glueball.effective_masses(pion))

# %%
for channel in ("pion", "vector_x"):
    plt.semilogy(abs(meson[channel]), "o-", label=channel)
plt.xlabel("t")
plt.ylabel("C(t)")
plt.legend()
plt.show()
