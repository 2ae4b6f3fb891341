"""Gradient flow, smearing, and gauge fixing of configurations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from .configuration import ComplexArray, Configuration
from .devices import Device, device as _device
from .errors import ParameterError
from .options import words

Column = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Flow:
    """What was measured on the way: `t` in units of a^2, `energy` of a site, `t2e` = t^2 E, the topological
    charge. `t0` (a^2) and `w0` (a) are None where the flow does not come to them. `configuration`: the flowed
    links."""

    t: Column
    energy: Column
    t2e: Column
    energy_plaquette: Column
    charge: Column
    t0: float | None
    w0: float | None
    configuration: Configuration = field(repr=False)


def flow(
    u: Configuration,
    time: float | None = None,
    *,
    step: float = 0.01,
    interval: float | None = None,
    times: Sequence[float] = (),
    adaptive: float = 0.0,
    action: str = "wilson",
    charge: str = "clover",
    precision: str = "single",
    device: Device | str | None = None,
    progress: Callable[[float, float], None] | None = None,
) -> Flow:
    """The gradient flow to `time`, 2 unless given, measured at 0 and every `interval`, 0.1 unless given; or
    at 0 and at `times` alone. Times are in units of a^2.

    `step`: of the integration, or with `adaptive`, a tolerance, of its first step. `action`: "wilson",
    "symanzik" or "zeuthen". `charge`: field strength, "clover" or "improved4" say. `progress` is called with
    the time and the last.
    """
    if len(times) > 0 and not (time is None and interval is None):
        raise ParameterError("times, with time or interval", "give times alone, of which the last is the end")
    found = _core.flow(
        _device(device)._core,
        u._core,
        2.0 if time is None else time,
        step,
        0.1 if interval is None else interval,
        [float(t) for t in times],
        adaptive,
        action,
        charge,
        precision,
        progress,
    )
    flowed = Configuration((), found.pop("configuration"))
    return Flow(configuration=flowed, **found)


_SMEARING_DEFAULTS: dict[str, dict[str, float]] = {
    "ape": {"alpha": 0.6},
    "stout": {"rho": 0.1},
    "hyp": {"alpha1": 0.75, "alpha2": 0.6, "alpha3": 0.3},
}


def smear(
    u: Configuration,
    method: str = "stout",
    *,
    steps: int = 1,
    spatial: bool = False,
    projection: str | None = None,
    alpha: float | None = None,
    rho: float | None = None,
    alpha1: float | None = None,
    alpha2: float | None = None,
    alpha3: float | None = None,
    precision: str = "single",
    device: Device | str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Configuration:
    """Smeared links, in SU(3). `method`: "ape" (alpha = 0.6), "stout" (rho = 0.1) or "hyp" (alpha1 = 0.75,
    alpha2 = 0.6, alpha3 = 0.3); `spatial`: in space only; `projection` of ape and hyp: "maximal-trace",
    unless given, or "polar"."""
    back = "maximal-trace" if projection is None else projection
    for value, known in ((method, tuple(_SMEARING_DEFAULTS)), (back, ("maximal-trace", "polar"))):
        if value not in known:
            raise ParameterError(f"smearing: '{value}'", f"give one of {', '.join(known)}")
    given = {"alpha": alpha, "rho": rho, "alpha1": alpha1, "alpha2": alpha2, "alpha3": alpha3}
    own = _SMEARING_DEFAULTS[method]
    foreign = [name for name, value in given.items() if value is not None and name not in own]
    if projection is not None and method == "stout":
        foreign.append("projection")
    if foreign:
        raise ParameterError(
            f"{', '.join(foreign)}: {method} smearing has none", f"{method} has {', '.join(own)}"
        )
    numbers = [own.get(name, 0.0) if value is None else value for name, value in given.items()]
    return Configuration(
        (),
        _core.smear(
            _device(device)._core,
            u._core,
            method,
            steps,
            spatial,
            back,
            numbers,
            precision,
            progress,
        ),
    )


def hisq_links(
    u: Configuration,
    naik_epsilon: float = 0.0,
    *,
    precision: str = "single",
    device: Device | str | None = None,
) -> tuple[Configuration, Configuration]:
    """The fat and the long links of HISQ quarks; they are not in SU(3)."""
    fat, long_links = _core.hisq_links(_device(device)._core, u._core, naik_epsilon, precision)
    return Configuration((), fat), Configuration((), long_links)


@dataclass(frozen=True)
class Copy:
    """What became of a gauge copy: functional, theta, iterations."""

    functional: float
    theta: float
    iterations: int
    seconds: float
    converged: bool


@dataclass(frozen=True)
class Fixed:
    """Links in a gauge, the transformation g(x) that brought them there, (T, Z, Y, X, 3, 3), and all
    copies."""

    configuration: Configuration
    transformation: ComplexArray = field(repr=False)
    copies: list[Copy] = field(repr=False)

    @property
    def best(self) -> Copy:
        return max(self.copies, key=lambda copy: (copy.converged, copy.functional))


def fix(
    u: Configuration,
    gauge: str = "landau",
    *,
    device: Device | str | None = None,
    progress: Callable[[int, int, float, float], None] | None = None,
    **options: Any,
) -> Fixed:
    """Brings links to Landau, Coulomb, maximally Abelian ("mag") or direct maximal centre ("centre") gauge.

    `options` are flags of `glueball fix`: theta = 1e-12, method = "or", "sr", "sa" or "fourier", omega = 1.7,
    copies, seed, max_iterations, ... `progress` is called with copy, iterations, theta and functional. Raises
    ConvergenceError.
    """
    found = _core.fix(_device(device)._core, u._core, words({**options, "gauge": gauge}), progress)
    return Fixed(
        Configuration((), found["configuration"]),
        found["transformation"],
        [Copy(**copy) for copy in found["copies"]],
    )
