"""Lattice QCD in shaders, from Python.

    import glueball
    u = glueball.read("configuration.ildg")     # links as an array: u.links, (T, Z, Y, X, 4, 3, 3)
    print(glueball.plaquette(u))

Extents are (X, Y, Z, T); arrays have sites as [t, z, y, x]; directions are x, y, z, t. All is in lattice units.
"""

from ._core import version as __version__
from .chains import Chain, Record, Summary, Trajectory, heatbath, hmc
from .configuration import Configuration, random, read, unit
from .devices import Device, DeviceInfo, default_device_id, device, devices, set_device
from .errors import (ConvergenceError, DeviceError, DisagreementError, DiskFullError, Error, FileError,
                     ParameterError)
from .lattice import GaugeField, Lattice
from .measure import ObservableKind, charge, measure, observables, plaquette, polyakov

__all__ = [
    "Chain", "Configuration", "ConvergenceError", "Device", "DeviceError", "DeviceInfo", "DisagreementError",
    "DiskFullError", "Error", "FileError", "GaugeField", "Lattice", "ObservableKind", "ParameterError", "Record",
    "Summary", "Trajectory", "__version__", "charge", "default_device_id", "device", "devices", "heatbath", "hmc",
    "measure", "observables", "plaquette", "polyakov", "random", "read", "set_device", "unit",
]
