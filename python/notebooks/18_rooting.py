# %% [markdown]
# # 18. Roots of determinants
# Rational functions stand for x^(-1/2): the best of their order have errors that alternate. A pole more gains
# a constant factor. With them a chain has one flavour, or three.

# %%
import os

import glueball
import matplotlib.pyplot as plt
import numpy as np

x = np.geomspace(1e-3, 1, 500)
for order in (3, 5, 7):
    r = glueball.rational("-1/2", (1e-3, 1), order=order)
    print(f"{order} poles: error {r.error:.2e}")
    plt.semilogx(x, (r(x) * np.sqrt(x) - 1) / r.error, label=f"{order} poles")
plt.xlabel("x")
plt.ylabel("(r(x) / x^(-1/2) - 1) / error")
plt.legend()
plt.show()

# %%
tiny = "GLUEBALL_TINY" in os.environ
quarks = {"kind": "rooted-staggered", "level": 0, "mass": 0.3, "flavours": 3}
chain = glueball.hmc(
    lattice=(4, 4, 4, 4),
    start="hot",
    monomial=[{"kind": "gauge", "level": 0, "beta": 5.3}, quarks],
    tau=0.25 if tiny else 0.5,
    steps=2 if tiny else 8,
    trajectories=1 if tiny else 10,
)
for record in chain.run(progress=glueball.Bar("three flavours")):
    print(record.step, f"plaquette {record.plaquette:.5f}  dH {record.trajectory.delta_h:+.4f}")
