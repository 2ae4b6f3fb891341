# %% [markdown]
# # 11. Gradient flow
# The flow smooths a noisy vacuum. t^2 E grows until it is 0.3 at t0, a length to measure others by; the
# topological charge comes near whole numbers.

# %%
import os

import glueball
import matplotlib.pyplot as plt

tiny = "GLUEBALL_TINY" in os.environ
extents, sweeps, time = ((4, 4, 4, 4), 3, 0.2) if tiny else ((8, 8, 8, 8), 30, 3.0)
chain = glueball.heatbath(lattice=extents, beta=6, sweeps=sweeps, seed=1)
for _ in chain:
    pass
flow = glueball.flow(chain.configuration(), time, step=0.05, progress=glueball.Bar("flow"))
print(f"t0 {flow.t0}, w0 {flow.w0}, charge {flow.charge[-1]:.3f}")
assert glueball.plaquette(flow.configuration) > glueball.plaquette(chain.configuration())

# %%
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 4))
left.plot(flow.t, flow.t2e)
left.axhline(0.3, linestyle=":")
left.set(xlabel="t / a^2", ylabel="t^2 E")
right.plot(flow.t, flow.charge)
right.set(xlabel="t / a^2", ylabel="charge")
plt.show()
