# %% [markdown]
# # 1. The smallest kernel
# z = x + y at every site of a lattice, on the device and beside it in numpy. A kernel says what happens at
# one site; a field has four numbers there, a texel of red, green, blue and alpha.

# %%
import os

import glueball
import matplotlib.pyplot as plt
import numpy as np

extents = (4, 4, 4, 4) if "GLUEBALL_TINY" in os.environ else (16, 16, 16, 16)
lattice = glueball.Lattice(extents)
x, y, z = (glueball.SiteField(lattice) for _ in range(3))
add = glueball.kernel(
    """
FIELD_IN(0, x)
FIELD_IN(1, y)
FIELD_OUT(2, z)
void at_site(Site s) { z_store(0, s.index, x_plane(0, s.index) + y_plane(0, s.index)); }
"""
)

# %%
rng = np.random.default_rng(1)
a, b = rng.normal(size=(2, *extents[::-1], 4))
x.put(a)
y.put(b)
add(x=x, y=y, z=z)
error = z.numpy() - (a + b)
print(f"{lattice}: largest difference from double precision {abs(error).max():.1e}")
assert abs(error).max() < 1e-6

# %%
plt.hist(error.ravel(), bins=50)
plt.xlabel("rounding error of single precision")
plt.show()
