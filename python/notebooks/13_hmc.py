# %% [markdown]
# # 13. Hybrid Monte Carlo of the gauge field
# Momenta, a trajectory, the Metropolis step. The mean of exp(-dH) is 1, whatever the step.

# %%
import os

import glueball
import matplotlib.pyplot as plt
import numpy as np
from glueball import analysis

tiny = "GLUEBALL_TINY" in os.environ
options = {
    "lattice": (4, 4, 4, 4),
    "start": "hot",
    "beta": 5.7,
    "tau": 1.0,
    "steps": 8,
    "trajectories": 8 if tiny else 200,
    "thermalization": 2 if tiny else 40,
}
records = list(glueball.hmc(options).run(progress=glueball.Bar("hmc")))

# %%
counted = records[options["thermalization"] :]
boltzmann = analysis.gamma_method([np.exp(-r.trajectory.delta_h) for r in counted])
plaquette = analysis.gamma_method([r.plaquette for r in counted])
print(f"<exp(-dH)> = {boltzmann}, plaquette {plaquette}, tau_int {plaquette.tau_int:.1f}")
print(f"acceptance {np.mean([r.trajectory.accepted for r in counted]):.2f}")
plt.plot([r.step for r in records], [r.plaquette for r in records])
plt.xlabel("trajectory")
plt.ylabel("plaquette")
plt.show()
