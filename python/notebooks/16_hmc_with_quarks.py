# %% [markdown]
# # 16. Hybrid Monte Carlo with two flavours of quarks
# The same beta without quarks and with them: the determinant orders the links.

# %%
import os

import glueball
import matplotlib.pyplot as plt

tiny = "GLUEBALL_TINY" in os.environ
options = {
    "lattice": (4, 4, 4, 4),
    "start": "hot",
    "beta": 5.3,
    "tau": 0.5,
    "steps": 6,
    "trajectories": 2 if tiny else 40,
    "thermalization": 1 if tiny else 20,
}

# %%
for kappa in (0.0, 0.16):
    chain = glueball.hmc(options, kappa=kappa)
    records = list(chain.run(progress=glueball.Bar(f"kappa {kappa}")))
    summary = chain.summary()["plaquette"]
    print(f"kappa {kappa}: plaquette {summary.mean:.4f} +- {summary.error:.4f}")
    print("  CG iterations", [r.trajectory.cg_iterations for r in records][-3:])
    plt.plot([r.plaquette for r in records], label=f"kappa = {kappa}")
plt.xlabel("trajectory")
plt.ylabel("plaquette")
plt.legend()
plt.show()
