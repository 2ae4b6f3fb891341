# %% [markdown]
# # 4. Random numbers without a memory: Philox
# A function of a key and a counter, `philox` of the library's own shaders, is called at every site: the key
# is the seed, the counter says which site and step. Gaussians follow by Box and Muller. Beside it the same
# rounds in numpy.

# %%
import os

import glueball
import matplotlib.pyplot as plt
import numpy as np

size = 4 if "GLUEBALL_TINY" in os.environ else 16
seed, step = 2006, 1
lattice = glueball.Lattice((size,) * 4)
# A texel holds four numbers of 24 digits: a word goes in two halves of 16 bits.
draw = glueball.kernel(
    f"""
#include "lib/philox.glsl"
FIELD_OUT(0, high)
FIELD_OUT(1, low)
FIELD_OUT(2, normal)
void at_site(Site s) {{
  const uvec4 b = philox(uvec4(2 * s.index + s.parity, 0, {step}, 0), uvec2({seed}, 0));
  high_store(0, s.index, real4(b >> 16));
  low_store(0, s.index, real4(b & 0xFFFFu));
  normal_store(0, s.index, real4(sqrt(2.0 * minus_log_uniform(b.x)) * cos_sin_uniform(b.y),
                                 sqrt(2.0 * minus_log_uniform(b.z)) * cos_sin_uniform(b.w)));
}}
"""
)
high, low, normal = (glueball.SiteField(lattice) for _ in range(3))
draw(high=high, low=low, normal=normal)
words = (high.numpy().astype(np.uint64) << np.uint64(16)) + low.numpy().astype(np.uint64)


# %%
def philox(counter, key):
    """J. K. Salmon et al., SC11: ten rounds of Philox4x32. `counter`: four arrays of words."""
    c0, c1, c2, c3 = (np.asarray(c, dtype=np.uint64) for c in counter)
    k0, k1 = key
    mask, shift = np.uint64(0xFFFFFFFF), np.uint64(32)
    for _ in range(10):
        first, second = c0 * np.uint64(0xD2511F53), c2 * np.uint64(0xCD9E8D57)
        c0, c1 = (second >> shift) ^ c1 ^ np.uint64(k0), second & mask
        c2, c3 = (first >> shift) ^ c3 ^ np.uint64(k1), first & mask
        k0, k1 = (k0 + 0x9E3779B9) & 0xFFFFFFFF, (k1 + 0xBB67AE85) & 0xFFFFFFFF
    return np.stack(np.broadcast_arrays(c0, c1, c2, c3), axis=-1)


t, z, y, x = np.indices((size,) * 4)
index, parity = ((t * size + z) * size + y) * (size // 2) + x // 2, (x + y + z + t) % 2
expected = philox((2 * index + parity, 0, step, 0), (seed, 0))
np.testing.assert_array_equal(words, expected)

# %%
u = (expected + 0.5) / 2**32
radius, angle = np.sqrt(-2 * np.log(u[..., 0::2])), 2 * np.pi * u[..., 1::2]
exact = np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=-1).reshape(normal.numpy().shape)
numbers = normal.numpy()
assert abs(numbers - exact).max() < 1e-5
points = (words >> np.uint64(8)).astype(float) / 2**24
inside = (points[..., 0::2] ** 2 + points[..., 1::2] ** 2 < 1).mean()
print(f"pi from points in a circle: {4 * inside:.4f} +- {np.sqrt(np.pi * (4 - np.pi) / (2 * size**4)):.4f}")
print(f"normal: mean {numbers.mean():.4f}, variance {numbers.var():.4f}, fourth {(numbers**4).mean():.3f}")

# %%
at = np.linspace(-4, 4, 200)
plt.hist(numbers.ravel(), bins=60, density=True)
plt.plot(at, np.exp(-(at**2) / 2) / np.sqrt(2 * np.pi))
plt.xlabel("gaussian random numbers")
plt.show()
