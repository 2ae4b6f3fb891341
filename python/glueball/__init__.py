"""Lattice QCD in shaders, from Python.

    import glueball
    u = glueball.read("configuration.ildg")     # links as an array: u.links, (T, Z, Y, X, 4, 3, 3)
    print(glueball.plaquette(u))

Extents are (X, Y, Z, T); arrays have sites as [t, z, y, x]; directions are x, y, z, t. All is in lattice
units.
"""

from ._core import version as __version__
from .arguments import name_arguments as _name_arguments
from .chains import Chain, Record, Summary, Trajectory, heatbath, hmc, resume
from .configuration import Configuration, random, read, unit
from .devices import Device, DeviceInfo, default_device_id, device, devices, set_device
from .errors import (
    ArgumentTypeError,
    ConvergenceError,
    DeviceError,
    DisagreementError,
    DiskFullError,
    Error,
    FileError,
    ParameterError,
)
from .kernels import Kernel, SiteField, kernel
from .lattice import GaugeField, Lattice, SpinorField
from .measure import ObservableKind, charge, measure, observables, plaquette, polyakov
from .progress import Bar
from .quarks import (
    Correlator,
    Eigenvalues,
    Solutions,
    Solve,
    apply,
    effective_masses,
    eigenvalues,
    mesons,
    propagator,
    read_fields,
    solve,
    write_fields,
)
from .rational import Rational, rational
from .smoothing import Copy, Fixed, Flow, fix, flow, hisq_links, smear

__all__ = [
    "ArgumentTypeError",
    "Bar",
    "Chain",
    "Configuration",
    "ConvergenceError",
    "Copy",
    "Correlator",
    "Device",
    "DeviceError",
    "DeviceInfo",
    "DisagreementError",
    "DiskFullError",
    "Eigenvalues",
    "Error",
    "FileError",
    "Fixed",
    "Flow",
    "GaugeField",
    "Kernel",
    "Lattice",
    "ObservableKind",
    "ParameterError",
    "Rational",
    "Record",
    "SiteField",
    "Solutions",
    "Solve",
    "SpinorField",
    "Summary",
    "Trajectory",
    "__version__",
    "apply",
    "charge",
    "default_device_id",
    "device",
    "devices",
    "effective_masses",
    "eigenvalues",
    "fix",
    "flow",
    "heatbath",
    "hisq_links",
    "hmc",
    "measure",
    "kernel",
    "mesons",
    "observables",
    "plaquette",
    "polyakov",
    "propagator",
    "random",
    "rational",
    "read",
    "read_fields",
    "resume",
    "set_device",
    "smear",
    "solve",
    "unit",
    "write_fields",
]

_name_arguments(globals(), __all__)
