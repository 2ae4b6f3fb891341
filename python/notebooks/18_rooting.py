# %% [markdown]
# # 18. Roots of determinants
# Rational functions stand for x^(-1/2): the best of their order have errors that alternate. A pole more gains
# a constant factor.

# %%
import glueball
import matplotlib.pyplot as plt
import numpy as np

x = np.geomspace(1e-3, 1, 500)
for order in (3, 5, 7):
    r = glueball.rational("-1/2", (1e-3, 1), order=order)
    print(f"{order} poles: error {r.error:.2e}")
    plt.semilogx(x, (r(x) * np.sqrt(x) - 1) / r.error, label=f"{order} poles")
plt.xlabel("x")
plt.ylabel("(r(x) / x^(-1/2) - 1) / error")
plt.legend()
plt.show()
