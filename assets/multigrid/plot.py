"""Draws mass.png of mass.jsonl: iterations and seconds of a column against the quark mass."""

import json
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

KAPPA_CRITICAL = 0.13529
HERE = Path(__file__).parent
NAMES = {"cg": "CG, half", "bicgstab": "BiCGStab, half", "multigrid": "multigrid, 12 columns"}

rows = [json.loads(line) for line in (HERE / "mass.jsonl").read_text().splitlines()]
masses = [(1 / row["kappa"] - 1 / KAPPA_CRITICAL) / 2 for row in rows]
figure, axes = plt.subplots(1, 2, figsize=(8, 3.4), constrained_layout=True)
for axis, place, title in zip(axes, (0, 1), ("iterations a column", "seconds a column")):
    for name, label in NAMES.items():
        axis.loglog(masses, [row[name][place] for row in rows], "o-", label=label)
    axis.set_xlabel("quark mass, lattice units")
    axis.set_title(title)
axes[0].legend()
figure.savefig(HERE / "mass.png", dpi=100)
