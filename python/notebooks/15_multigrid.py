# %% [markdown]
# # 15. Multigrid and conjugate gradients
# The lighter a quark, the more iterations conjugate gradients need. Multigrid finds the slow modes once,
# and a coarse lattice takes them.

# %%
import os

import glueball
import matplotlib.pyplot as plt

tiny = "GLUEBALL_TINY" in os.environ
chain = glueball.heatbath(lattice=(8, 8, 8, 8), beta=6, sweeps=2 if tiny else 30, seed=1)
for _ in chain:
    pass
u = chain.configuration()
kappas = [0.12, 0.14] if tiny else [0.12, 0.13, 0.14, 0.145, 0.15, 0.153, 0.156]

# %%
iterations = {
    solver: [glueball.solve(u, kappa=kappa, solver=solver, columns=1).iterations for kappa in kappas]
    for solver in ("cg", "multigrid")
}
for solver, counts in iterations.items():
    plt.semilogy(kappas, counts, "o-", label=solver)
    print(solver, counts)
plt.xlabel("kappa")
plt.ylabel("iterations")
plt.legend()
plt.show()
assert iterations["multigrid"][-1] < iterations["cg"][-1]
