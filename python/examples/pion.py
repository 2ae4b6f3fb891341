"""The pion's correlator and its mass on a configuration."""

import glueball

u = glueball.read("assets/configurations/quickstart.ildg")
(meson,) = glueball.mesons(u, kappa=0.15)
for t, mass in enumerate(meson.masses("pion")):
    print(f"t {t}  C(t) {meson['pion'][t]:.6f}  mass {mass:.4f}")
