"""Observables: what `glueball measure` knows by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import _core
from .configuration import Configuration
from .devices import Device, device as _device
from .errors import ParameterError
from .lattice import GaugeField, _on_device
from .options import observable_list


@dataclass(frozen=True)
class ObservableKind:
    """A name for `measure`, its form with the parameters that may follow a colon, and what it is."""

    name: str
    parameters: str
    help: str


def observables() -> list[ObservableKind]:
    """All that `measure` and the chains can be asked for."""
    return [ObservableKind(*kind) for kind in _core.observables()]


def measure(
    u: Configuration | GaugeField,
    names: str | Mapping[str, Mapping[str, Any] | None] = "plaquette,rectangle,link_trace,polyakov,charge",
    *,
    device: Device | str | None = None,
    number: int = 0,
    boundary: Sequence[int] | None = None,
) -> dict[str, Any]:
    """Observables of links, by name: a float, or an array of the shape that the program's JSON has.

    `names`: a list by commas, as in "plaquette,wilson_loops:r=4,t=4,charge:time=2", or a dict of their
    parameters, as in {"plaquette": None, "charge": {"time": 2}}; `observables()` lists all.
    `number`: of the configuration, from which stochastic ones have their noise. `boundary`: signs of quarks
    on wrapping in x, y, z, t, by default (1, 1, 1, -1). Quantities are in lattice units.

    Links must be in SU(3). Of any others a field of 18 reals, Lattice(..., reconstruct=18).upload(u), has its
    plaquette, rectangle, parallelogram, link_trace, polyakov and wilson_loops; charge and all else are
    refused.
    """
    if device is not None and isinstance(u, GaugeField) and _device(device) is not u.lattice.device:
        raise ParameterError("device: the field is on one already", "leave it out")
    field = _on_device(u, device)
    signs = None if boundary is None else tuple(boundary)
    return _core.measure(field._core, observable_list(names), number, signs)


def plaquette(u: Configuration | GaugeField, *, device: Device | str | None = None) -> float:
    """Re Tr P / 3, averaged over all planes and sites; 1 of unit links."""
    return float(measure(u, "plaquette", device=device)["plaquette"])


def polyakov(u: Configuration | GaugeField, *, device: Device | str | None = None) -> complex:
    """Tr / 3 of the Polyakov loop, averaged over space."""
    re, im = measure(u, "polyakov", device=device)["polyakov"]
    return complex(re, im)


def charge(
    u: Configuration | GaugeField, flow_time: float = 0, *, device: Device | str | None = None
) -> float:
    """The topological charge by the clover's field strength, after gradient flow to `flow_time` (in a^2)."""
    parameters = {"time": float(flow_time)} if flow_time else None
    return float(measure(u, {"charge": parameters}, device=device)["charge"])
