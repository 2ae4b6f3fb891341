# %% [markdown]
# # 2. How fast is fast?
# The addition of chapter 1 moves three numbers a texel, two in and one out. Its time is bytes divided by
# bandwidth, and the bandwidth that counts is that of a mere copy. From Python a call has its own cost as
# well: on small fields nothing else is seen.

# %%
import os
import time

import glueball
import matplotlib.pyplot as plt
import numpy as np

tiny = "GLUEBALL_TINY" in os.environ
sizes, repeats = ((2, 4), 2) if tiny else ((4, 8, 12, 16, 24), 10)
add = glueball.kernel(
    """
FIELD_IN(0, x)
FIELD_IN(1, y)
FIELD_OUT(2, z)
void at_site(Site s) { z_store(0, s.index, x_plane(0, s.index) + y_plane(0, s.index)); }
"""
)
copy = glueball.kernel(
    """
FIELD_IN(0, x)
FIELD_OUT(1, z)
void at_site(Site s) { z_store(0, s.index, x_plane(0, s.index)); }
"""
)


# %%
def seconds(kernel, **fields):
    """Of a call, the best of several: the machine does other things too. What a kernel writes is fetched once
    at the end, until when the device may work on."""
    kernel(**fields)  # compiled now
    fields["z"].numpy()
    times = []
    for calls in (1, repeats + 1):
        begin = time.perf_counter()
        for _ in range(calls):
            kernel(**fields)
        fields["z"].numpy()
        times.append(time.perf_counter() - begin)
    return max(times[1] - times[0], 1e-9) / repeats


rates = {"add": [], "copy": []}
for size in sizes:
    lattice = glueball.Lattice((size,) * 4)
    x, y, z = (glueball.SiteField(lattice) for _ in range(3))
    texels = np.ones((size,) * 4 + (4,))
    x.put(texels)
    y.put(2 * texels)
    bytes_of_field = 16 * size**4  # four numbers in single precision
    rates["copy"].append(2 * bytes_of_field / seconds(copy, x=x, z=z))
    assert (z.numpy() == 1).all()
    rates["add"].append(3 * bytes_of_field / seconds(add, x=x, y=y, z=z))
    assert (z.numpy() == 3).all()
    print(f"{size}^4: add {rates['add'][-1] / 1e9:.3f} GB/s, copy {rates['copy'][-1] / 1e9:.3f} GB/s")

# %%
for name, values in rates.items():
    plt.loglog([16 * size**4 for size in sizes], np.array(values) / 1e9, "o-", label=name)
plt.xlabel("bytes of a field")
plt.ylabel("GB/s")
plt.legend()
plt.show()
