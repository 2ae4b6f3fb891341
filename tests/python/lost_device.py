"""A device is lost in the middle of each kind of call: run by test_robustness.py, with a library preloaded
that loses it."""

import ctypes
import gc
import sys

import glueball
import numpy as np

lose = ctypes.CDLL(None).glueball_lose_devices
CHAIN = {"lattice": (4, 4, 4, 4), "beta": 5.7, "start": "hot", "sweeps": 4, "seed": 3}
HMC = {"lattice": (4, 4, 4, 4), "start": "hot", "beta": 5.5, "tau": 0.5, "steps": 4, "trajectories": 3}
KERNEL = "FIELD_OUT(0, f)\nvoid at_site(Site s) { f_store(0, s.index, real4(s.x)); }"
name = sys.argv[1]
u = glueball.random((4, 4, 4, 8), seed=2)


def raises(what, call):
    """The one right answer of a device that is lost."""
    try:
        call()
    except glueball.DeviceError as error:
        print(f"{what}: {error}")
    else:
        sys.exit(f"{what}: nothing was raised")


def at_first(*news):
    lose(1)


def field(device):
    lattice = glueball.Lattice((4, 4, 4, 4), device)
    return lattice, glueball.SiteField(lattice)


def chain_of(make, options):
    def prepare(device):
        chain = make(options, device=device)
        chain.step()
        return lambda: [chain.step(), chain.configuration()]

    return prepare


def kernel(device):
    lattice, f = field(device)
    fill = glueball.kernel(KERNEL)
    fill(f=f)
    return lambda: [fill(f=f), f.numpy()]


# Each entry prepares a call before the device is lost, and returns the call to make after the loss.
CALLS = {
    "a chain by heatbath": chain_of(glueball.heatbath, CHAIN),
    "a chain by HMC": chain_of(glueball.hmc, HMC),
    "a kernel": kernel,
    "an array from a field": lambda device: field(device)[1].numpy,
    "an array to a field": lambda device: (
        lambda f: lambda: [f.put(np.ones((4, 4, 4, 4, 4))), f.numpy()]
    )(field(device)[1]),
    "a plaquette": lambda device: lambda: glueball.plaquette(u, device=device),
    "a chain that begins": lambda device: lambda: glueball.heatbath(CHAIN, device=device).step(),
    "eigenvalues": lambda device: lambda: glueball.eigenvalues(u, 2, kappa=0.11, device=device),
}
# Calls that report progress lose the device at their first report.
TOLD = {
    "a solve": lambda device: glueball.solve(u, kappa=0.13, device=device, progress=at_first),
    "mesons": lambda device: glueball.mesons(u, kappa=0.13, device=device, progress=at_first),
    "the flow": lambda device: glueball.flow(u, 0.2, step=0.05, device=device, progress=at_first),
    "a gauge": lambda device: glueball.fix(u, device=device, progress=at_first),
}

expected = glueball.plaquette(u, device=glueball.Device(name))
for what, prepare in CALLS.items():
    device = glueball.Device(name)
    call = prepare(device)
    lose(1)
    raises(what, call)
    raises(what + ", again", call)
    del call, device
    gc.collect()
    lose(0)
for what, call in TOLD.items():
    device = glueball.Device(name)
    raises(what, lambda: call(device))
    del device
    gc.collect()
    lose(0)

# A directory holds what was done before, and its chain goes on from there on a device that is there.
whole = glueball.heatbath(CHAIN, device=name)
list(whole)
chain = glueball.heatbath(CHAIN, device=name, output=sys.argv[2], save_interval=1)
chain.step()
chain.save()
lose(1)
raises("a chain with a directory", lambda: list(chain))
del chain
gc.collect()
lose(0)
chain = glueball.resume(sys.argv[2], device=name)
list(chain)
np.testing.assert_array_equal(chain.configuration().links, whole.configuration().links)
assert glueball.plaquette(u, device=glueball.Device(name)) == expected
print("all well")
