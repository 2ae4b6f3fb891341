# %% [markdown]
# # 8. The plaquette
# Of unit links it is 1, of random ones 0 up to 1 / sqrt(V), of a vacuum something between. Links depend on
# the gauge, plaquettes do not.

# %%
import os

import glueball
import matplotlib.pyplot as plt
import numpy as np

extents = (4, 4, 4, 4) if "GLUEBALL_TINY" in os.environ else (8, 8, 8, 8)
chain = glueball.heatbath(lattice=extents, beta=6, sweeps=5, seed=1)
thermal = list(chain) and chain.configuration()
fixed = glueball.fix(thermal, theta=1e-4).configuration
fields = {
    "cold": glueball.unit(extents),
    "hot": glueball.random(extents),
    "beta = 6": thermal,
    "its Landau gauge": fixed,
}

# %%
for name, u in fields.items():
    trace = np.trace(u.links, axis1=-2, axis2=-1).real.mean() / 3
    print(f"{name:17} plaquette {glueball.plaquette(u):.6f}  link {trace:.4f}")
assert abs(glueball.plaquette(thermal) - glueball.plaquette(fixed)) < 1e-5

# %%
for name, u in fields.items():
    trace = np.trace(u.links, axis1=-2, axis2=-1).real.ravel() / 3
    plt.hist(trace, bins=50, histtype="step", label=name)
plt.xlabel("Re Tr U / 3 of the links")
plt.yscale("log")
plt.legend()
plt.show()
