# %% [markdown]
# # 9. The vacuum at beta = 6
# Two chains, one from order and one from disorder, meet at the same plaquette, 0.5937.

# %%
import os

import glueball
import matplotlib.pyplot as plt

tiny = "GLUEBALL_TINY" in os.environ
extents, sweeps = ((4, 4, 4, 4), 6) if tiny else ((8, 8, 8, 8), 40)
chains = {
    start: glueball.heatbath(
        lattice=extents, beta=6, sweeps=sweeps, thermalization=sweeps // 2, start=start, seed=1
    )
    for start in ("cold", "hot")
}

# %%
for start, chain in chains.items():
    history = [record.plaquette for record in chain.run(progress=glueball.Bar(start))]
    plt.plot(range(1, sweeps + 1), history, label=start)
    summary = chain.summary()["plaquette"]
    print(f"{start}: {summary.mean:.4f} +- {summary.error:.4f}, tau_int {summary.tau_int:.2f}")
plt.axhline(0.5937, linestyle=":")
plt.xlabel("sweep")
plt.ylabel("plaquette")
plt.legend()
plt.show()
