# %% [markdown]
# # 6. Random SU(3) matrices
# Links of a hot start are drawn with Haar measure: the mean of Tr U is 0, that of |Tr U|^2 is 1. Traces fill
# a triangle with three cusps, the centre of the group.

# %%
import os

import glueball
import matplotlib.pyplot as plt
import numpy as np

size = 4 if "GLUEBALL_TINY" in os.environ else 8
links = glueball.random((size,) * 4, seed=1).links
traces = np.trace(links, axis1=-2, axis2=-1).ravel()
error = 1 / np.sqrt(len(traces))
print(f"<Tr U> = {traces.mean():.4f}, <|Tr U|^2> = {(abs(traces) ** 2).mean():.4f}, expected to {error:.4f}")
assert abs(traces.mean()) < 5 * error

# %%
plt.plot(traces.real, traces.imag, ",")
phase = np.linspace(0, 2 * np.pi, 200)
edge = 2 * np.exp(1j * phase) + np.exp(-2j * phase)
plt.plot(edge.real, edge.imag)
plt.axis("equal")
plt.xlabel("Re Tr U")
plt.ylabel("Im Tr U")
plt.show()
