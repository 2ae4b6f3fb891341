# %% [markdown]
# # 20. The index theorem
# Zero modes of massless overlap quarks, left less right, count the topological charge of the links they live
# in.

# %%
import os

import glueball
import matplotlib.pyplot as plt

tiny = "GLUEBALL_TINY" in os.environ
extents, sweeps = ((4, 4, 4, 4), 2) if tiny else ((6, 6, 6, 6), 20)
indices, charges = [], []
for seed in range(1, 2 if tiny else 7):
    chain = glueball.heatbath(
        lattice=extents, beta=5.9, sweeps=sweeps, start="cold" if tiny else "hot", seed=seed
    )
    for _ in chain:
        pass
    values = glueball.measure(chain.configuration(), "index,charge:1")
    print({name: value for name, value in values.items() if name in ("index", "charge")})
    indices.append(values["index"])
    charges.append(values["charge"])

# %%
plt.plot(charges, indices, "o")
plt.xlabel("charge after flow")
plt.ylabel("index")
plt.show()
