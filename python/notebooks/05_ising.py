# %% [markdown]
# # 5. The Ising model, in a kernel of one's own
# Spins of 1 and -1 on a lattice in four dimensions. P(up) = 1 / (1 + exp(-2 beta n)), n the sum of the eight
# neighbours. It orders above beta = 0.1497. Sites of one parity are drawn together: a kernel runs over the
# even sites first, then over the odd ones.

# %%
import os

import glueball
import matplotlib.pyplot as plt
import numpy as np

tiny = "GLUEBALL_TINY" in os.environ
size, sweeps = (4, 4) if tiny else (8, 60)
lattice = glueball.Lattice((size,) * 4)
spins, draws = glueball.SiteField(lattice), glueball.SiteField(lattice)
rng = np.random.default_rng(1)


# %%
def heatbath(beta):
    return glueball.kernel(
        f"""
FIELD_INOUT(0, spin_this)
FIELD_INOUT(1, spin_other)
FIELD_IN(2, draw)
void at_site(Site s) {{
  real n = real(0);
  for (uint mu = 0; mu < 4; ++mu)
    n += spin_other_plane(0, up(s, mu).index).x + spin_other_plane(0, down(s, mu).index).x;
  const bool plus = draw_plane(0, s.index).x < real(1) / (real(1) + exp(real(-2 * {beta}) * n));
  spin_this_store(0, s.index, real4(plus ? 1 : -1, 0, 0, 0));
}}
"""
    )


def magnetisation(beta):
    update = heatbath(beta)
    spins.put(np.ones((size, size, size, size, 4)))
    values = []
    for _ in range(sweeps):
        draws.put(rng.random((size, size, size, size, 4)))
        update(spin=spins, draw=draws)
        values.append(abs(spins.numpy()[..., 0].mean()))
    return np.mean(values[sweeps // 3 :])


# %%
betas = np.array([0.1, 0.14, 0.16, 0.2]) if tiny else np.linspace(0.1, 0.2, 11)
order = [magnetisation(beta) for beta in betas]
plt.plot(betas, order, "o-")
plt.axvline(0.1497, linestyle=":")
plt.xlabel("beta")
plt.ylabel("|magnetisation|")
plt.show()
assert order[-1] > order[0]
