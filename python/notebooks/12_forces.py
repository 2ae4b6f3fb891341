# %% [markdown]
# # 12. How well energy is conserved
# Molecular dynamics of the links with steps of length dt. dH falls as dt^2 with a leapfrog and with Omelyan's
# integrator, whose errors are smaller.

# %%
import os

import glueball
import matplotlib.pyplot as plt
import numpy as np

tiny = "GLUEBALL_TINY" in os.environ
extents = (4, 4, 4, 4) if tiny else (8, 8, 8, 8)
warm = glueball.heatbath(lattice=extents, beta=5.7, sweeps=3, seed=2)
for _ in warm:
    pass
start = warm.configuration()

# %%
counts = np.array([10, 20, 40])
for integrator in ("leapfrog", "omelyan"):
    errors = []
    for steps in counts:
        options = {"beta": 5.7, "tau": 1.0, "steps": int(steps), "integrator": integrator, "trajectories": 1}
        (record,) = glueball.hmc(options, start=start)
        errors.append(abs(record.trajectory.delta_h))
    print(integrator, errors)
    plt.loglog(1 / counts, errors, "o-", label=integrator)
plt.xlabel("dt")
plt.ylabel("|dH|")
plt.legend()
plt.show()
