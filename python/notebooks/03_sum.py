# %% [markdown]
# # 3. One number from a field: sums
# Random numbers are added one by one in single precision, and on the device in a tree: each level adds pairs,
# so that half as many numbers are left. Beside it two floats, a number and what it was rounded by, get all
# digits.

# %%
import os

import glueball
import matplotlib.pyplot as plt
import numpy as np

size = 4 if "GLUEBALL_TINY" in os.environ else 16  # a power of two: every level has pairs
lattice = glueball.Lattice((size,) * 4)
rng = np.random.default_rng(3)
# Multiples of 2^-24 in [0, 1): exact in single precision, and so is their sum in double.
numbers = rng.integers(0, 2**24, size=(size,) * 4) / 2**24
exact = numbers.sum()

# %%
# In .x the sum in single precision, in .y and .z that in two floats. The sites of a parity are numbered from
# 0; those beyond the pairs of a level get 0.
add_pairs = glueball.kernel(
    """
FIELD_IN(0, f)
FIELD_OUT(1, g)
void at_site(Site s) {
  const uint first = 2 * s.index;
  if (first >= SITES) {
    g_store(0, s.index, real4(0));
    return;
  }
  const real4 a = f_plane(0, first), b = f_plane(0, first + 1);
  precise real sum = a.y + b.y;
  precise real v = sum - a.y;
  precise real error = (a.y - (sum - v)) + (b.y - v);  // a.y + b.y = sum + error, exactly
  precise real low = error + a.z + b.z;
  precise real high = sum + low;
  precise real rest = low - (high - sum);
  g_store(0, s.index, real4(a.x + b.x, high, rest, 0));
}
"""
)
f, g = glueball.SiteField(lattice), glueball.SiteField(lattice)
texels = np.zeros((*numbers.shape, 4))
texels[..., 0] = texels[..., 1] = numbers
f.put(texels)
for _ in range((size**4 // 2).bit_length() - 1):
    add_pairs(f=f, g=g)
    f, g = g, f
# The first even and the first odd site.
sums = f.numpy()[0, 0, 0, :2]

# %%
one_by_one = np.cumsum(numbers.ravel(), dtype=np.float32)
single = np.float32(sums[0, 0]) + np.float32(sums[1, 0])
two_floats = sums[:, 1:3].sum()
for name, value in (("one by one", one_by_one[-1]), ("tree", single), ("two floats", two_floats)):
    print(f"{name:<12}{value:18.8f}   error {(value - exact) / exact:11.4e}")
assert two_floats == exact
assert abs(single - exact) < 1e-6 * exact

# %%
running = np.cumsum(numbers.ravel())
plt.plot((one_by_one - running) / running, label="one by one")
plt.axhline((single - exact) / exact, linestyle=":", label="tree, at the end")
plt.xlabel("numbers added")
plt.ylabel("relative error of the sum in single precision")
plt.legend()
plt.show()
