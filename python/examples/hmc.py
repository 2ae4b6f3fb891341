"""Two flavours of Wilson quarks by hybrid Monte Carlo, with errors and a file at the end."""

import pathlib
import tempfile

import glueball

chain = glueball.hmc(
    {
        "lattice": (4, 4, 4, 8),
        "start": "hot",
        "beta": 5.5,
        "kappa": 0.15,
        "tau": 0.5,
        "steps": 6,
        "trajectories": 6,
        "thermalization": 2,
        "observables": "plaquette,polyakov",
    }
)
for record in chain.run(progress=glueball.Bar("hmc")):
    move = record.trajectory
    print(f"{record.step}  plaquette {record.plaquette:.6f}  dH {move.delta_h:+.4f}  {move.accepted}")
plaquette = chain.summary()["plaquette"]
print(f"plaquette {plaquette.mean:.5f} +- {plaquette.error:.5f}")
with tempfile.TemporaryDirectory() as folder:
    chain.configuration().write(pathlib.Path(folder) / "last.ildg")
