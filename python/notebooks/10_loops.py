# %% [markdown]
# # 10. Confinement, and its end
# The Polyakov loop is 0 where quarks are confined. Above the transition, at beta = 5.69 with four time
# slices, it chooses one of three directions.

# %%
import os

import glueball
import matplotlib.pyplot as plt
import numpy as np

tiny = "GLUEBALL_TINY" in os.environ
extents, sweeps = ((4, 4, 4, 4), 6) if tiny else ((8, 8, 8, 4), 60)

# %%
for beta in (5.5, 6.0):
    chain = glueball.heatbath(lattice=extents, beta=beta, sweeps=sweeps, start="hot", seed=3)
    loops = np.array([record["polyakov"] for record in chain])[sweeps // 3 :]
    print(f"beta {beta}: |P| = {np.hypot(*loops.T).mean():.4f}")
    plt.plot(*loops.T, "o", label=f"beta = {beta}")
plt.xlabel("Re P")
plt.ylabel("Im P")
plt.axis("equal")
plt.legend()
plt.show()
