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
    time: float = 2.0,
    *,
    step: float = 0.01,
    interval: float = 0.1,
    times: Sequence[float] = (),
    adaptive: float = 0.0,
    action: str = "wilson",
    charge: str = "clover",
    precision: str = "single",
    device: Device | str | None = None,
    progress: Callable[[float, float], None] | None = None,
) -> Flow:
    """The gradient flow to `time`, measured at 0 and every `interval`, or at `times` (a^2).

    `step`: of the integration, or with `adaptive`, a tolerance, of its first step. `action`: "wilson",
    "symanzik" or "zeuthen". `charge`: field strength, "clover" or "improved4" say. `progress` is called with
    the time and the last.
    """
    found = _core.flow(
        _device(device)._core,
        u._core,
        time,
        step,
        interval,
        [float(t) for t in times],
        adaptive,
        action,
        charge,
        precision,
        progress,
    )
    flowed = Configuration((), found.pop("configuration"))
    return Flow(configuration=flowed, **found)


def smear(
    u: Configuration,
    method: str = "stout",
    *,
    steps: int = 1,
    spatial: bool = False,
    projection: str = "maximal-trace",
    alpha: float = 0.6,
    rho: float = 0.1,
    alpha1: float = 0.75,
    alpha2: float = 0.6,
    alpha3: float = 0.3,
    precision: str = "single",
    device: Device | str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Configuration:
    """Smeared links, in SU(3). `method`: "ape" (alpha), "stout" (rho) or "hyp" (alpha1, alpha2, alpha3);
    `spatial`: in space only; `projection` of ape and hyp: "maximal-trace" or "polar"."""
    for value, known in ((method, ("ape", "stout", "hyp")), (projection, ("maximal-trace", "polar"))):
        if value not in known:
            raise ParameterError(f"smearing: '{value}'", f"give one of {', '.join(known)}")
    return Configuration(
        (),
        _core.smear(
            _device(device)._core,
            u._core,
            method,
            steps,
            spatial,
            projection,
            [alpha, rho, alpha1, alpha2, alpha3],
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
    fat, far = _core.hisq_links(_device(device)._core, u._core, naik_epsilon, precision)
    return Configuration((), fat), Configuration((), far)


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
