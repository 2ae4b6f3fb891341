# %% [markdown]
# # 19. A chain with three flavours
# Three flavours of staggered quarks are the fourth root, cubed, of a determinant of four. The plaquette rises
# as the links of a hot start find order.

# %%
import os

import glueball
import matplotlib.pyplot as plt

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
plaquettes = []
for record in chain.run(progress=glueball.Bar("three flavours")):
    plaquettes.append(record.plaquette)
    print(record.step, f"plaquette {record.plaquette:.5f}  dH {record.trajectory.delta_h:+.4f}")
plt.plot(plaquettes, "o-")
plt.xlabel("trajectory")
plt.ylabel("plaquette")
plt.show()
