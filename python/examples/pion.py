"""The pion's correlator and its mass on a configuration."""

import sys

import glueball

path = sys.argv[1] if len(sys.argv) > 1 else "assets/configurations/quickstart.ildg"
u = glueball.read(path)
(meson,) = glueball.mesons(u, kappa=0.15, progress=glueball.Bar("pion"))
for t, mass in enumerate(meson.masses("pion")):
    print(f"t {t}  C(t) {meson['pion'][t]:.6f}  mass {mass:.4f}")
