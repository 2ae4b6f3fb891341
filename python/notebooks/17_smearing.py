# %% [markdown]
# # 17. Stout links
# A stout step turns each link towards its staples. Plaquettes come close to 1, and quarks that see the
# smeared links have a critical kappa near that of free ones.

# %%
import os

import glueball
import matplotlib.pyplot as plt

tiny = "GLUEBALL_TINY" in os.environ
extents = (4, 4, 4, 4) if tiny else (6, 6, 6, 12)
chain = glueball.heatbath(lattice=extents, beta=5.8, sweeps=2 if tiny else 20, seed=1)
for _ in chain:
    pass
u = chain.configuration()
steps = range(0, 9)
smeared = [u] + [glueball.smear(u, "stout", rho=0.12, steps=n) for n in steps[1:]]
plaquettes = [glueball.measure(v, "plaquette")["plaquette"] for v in smeared]
plt.plot(steps, plaquettes, "o-")
plt.xlabel("stout steps of 0.12")
plt.ylabel("plaquette")
plt.show()
assert plaquettes == sorted(plaquettes)

# %%
for smear, kappa in (("none", 0.15), ("stout:0.12:1", 0.135), ("stout:0.12:3", 0.1255)):
    (meson,) = glueball.mesons(u, kappa=kappa, smear=smear)
    plt.semilogy(abs(meson["pion"]), "o-", label=f"{smear}, kappa {kappa}")
plt.xlabel("t")
plt.ylabel("pion C(t)")
plt.legend()
plt.show()
