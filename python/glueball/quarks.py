"""Quarks: propagators, mesons, eigenvalues, the matrix itself.

A spinor field is an array (T, Z, Y, X, 4, 3), complex128, spin in the DeGrand-Rossi basis; a staggered field
(T, Z, Y, X, 3). Keywords are the flags of the program: action = "wilson", "twisted-mass", "clover",
"staggered", "naik", "hisq" or "overlap"; kappa, mu, csw, exponential, mass, naik_epsilon, smear, boundary =
(1, 1, 1, -1), twist, tolerance = 1e-10, inner = "single", solver = "auto", restart, max_iterations, block,
deflate, multigrid; of overlap quarks m0, low_modes.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from .arguments import real_array
from .configuration import ComplexArray, Configuration, _extents
from .devices import Device, device as _device
from .errors import ParameterError
from .options import words

SolveProgress = Callable[[int, int, int, float], None]
"""Called with columns solved, columns in all, iterations of the one at work and its residual."""


@dataclass(frozen=True)
class Solve:
    """How a column was solved for. `residual_true` is |b - M x| / |b| on all sites, in double precision: at
    most the tolerance. For overlap quarks it includes the largest error of the sign function. `residual` is
    what is left of the even-odd system that was iterated on; for overlap quarks it is |b - D x| / |b| with
    the sign function as it was applied."""

    column: int
    mass: float
    solver: str
    iterations: int
    restarts: int
    residual: float
    residual_true: float
    seconds: float
    gflops: float
    set_up_seconds: float = 0.0  # of multigrid, made with the first column; not in `seconds`


@dataclass(frozen=True)
class Solutions:
    """x of M x = b: fields, one a column and, in each column, one a mass, and how each was found."""

    fields: list[ComplexArray]
    solves: list[Solve]

    @property
    def iterations(self) -> int:
        return sum(s.iterations for s in self.solves)


def solve(
    u: Configuration,
    source: str | npt.ArrayLike | Sequence[npt.ArrayLike] = "point:0,0,0,0",
    *,
    columns: int = 0,
    device: Device | str | None = None,
    progress: SolveProgress | None = None,
    **quark: Any,
) -> Solutions:
    """Solves M x = b until |b - M x| / |b| on all sites, in double precision, is `tolerance` or less.

    `source`: "point:x,y,z,t", "gaussian:x,y,z,t:radius", "wall:t", "z2:seed[:t]", "z2xz2:seed[:t]", "volume",
    or a field, or a list of them. `columns`: of a point or Gaussian its first components, all unless given;
    of others how they are diluted; of fields there are none. Raises ConvergenceError.
    """
    if isinstance(source, str):
        fields: list[ComplexArray] = []
        quark["source"] = source
    else:
        fields = _sources(u, source, quark.get("action", "wilson"))
        if columns != 0:
            raise ParameterError(f"columns = {columns} of fields", "leave it out, or give fewer fields")
    chosen = _device(device)
    found, solves = _core.solve(
        chosen._core, u._core, words(quark), columns, [np.ascontiguousarray(f) for f in fields], progress
    )
    return Solutions(found, [Solve(**s) for s in solves])


def _sources(u: Configuration, source: Any, action: Any) -> list[ComplexArray]:
    """The fields of a field, of a list of them, or of an array whose rows they are. The shape of a field of
    this lattice and quark decides, since a list and a field may have the same number of dimensions."""
    shape = u.extents[::-1] + ((3,) if action in ("staggered", "naik", "hisq") else (4, 3))
    if not hasattr(source, "__len__") or len(source) == 0:
        raise ParameterError("no source", "give a field, or a list of them")
    several = np.shape(source[0]) == shape
    fields = list(source) if several else [source]
    for one in fields:
        if np.shape(one) != shape:
            raise ParameterError(
                f"a source of shape {np.shape(one)}", f"give a field of shape {shape}, or a list of them"
            )
    return [np.asarray(one, dtype=np.complex128) for one in fields]


def propagator(
    u: Configuration,
    source: str = "point:0,0,0,0",
    *,
    device: Device | str | None = None,
    progress: SolveProgress | None = None,
    **quark: Any,
) -> ComplexArray:
    """M^-1 from a point or a Gaussian: (T, Z, Y, X, 4, 3, 4, 3), the last two spin and colour of the source,
    or of staggered quarks (T, Z, Y, X, 3, 3)."""
    fields = solve(u, source, device=device, progress=progress, **quark).fields
    spinors = fields[0].ndim == 6
    if len(fields) == 3 and not spinors:
        return np.stack(fields, axis=-1)
    if len(fields) != 12 or not spinors:
        raise ParameterError(
            f"{len(fields)} columns make no propagator", "give a point or a Gaussian, and one mass"
        )
    together = np.stack(fields, axis=-1)
    return together.reshape(together.shape[:-1] + (4, 3))


def apply(
    u: Configuration,
    psi: npt.ArrayLike,
    *,
    dagger: bool = False,
    precision: str = "double",
    device: Device | str | None = None,
    **quark: Any,
) -> ComplexArray:
    """M psi, or M^+ psi: the quark's matrix on all sites, as `solve` inverts it."""
    return _core.apply(
        _device(device)._core,
        u._core,
        words(quark),
        np.ascontiguousarray(psi, dtype=np.complex128),
        dagger,
        precision,
    )


@dataclass(frozen=True)
class Correlator:
    """Meson correlators of a momentum (units of 2 pi / L) along a direction, by channel: arrays over the
    distance from the source, sums over the slice. `quarks`: places of both among the masses that were
    given."""

    momentum: tuple[int, int, int, int]
    direction: str
    quarks: tuple[int, int]
    channels: dict[str, npt.NDArray[np.float64]] = field(repr=False)

    def __getitem__(self, channel: str) -> npt.NDArray[np.float64]:
        return self.channels[channel]

    def masses(self, channel: str = "pion") -> npt.NDArray[np.float64]:
        """The mass of a cosh at each distance, in lattice units; NaN where there is none."""
        return effective_masses(self.channels[channel])


def effective_masses(correlator: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """m(t) with C(t) / C(t+1) = cosh(m (T/2 - t)) / cosh(m (T/2 - t - 1)), C averaged over t and T - t; NaN
    where there is none."""
    values = real_array(correlator)
    if values.ndim != 1:
        raise ParameterError(
            f"a correlator of shape {values.shape}", "give (T,), a mean; of (configurations, T) use resampled"
        )
    return np.array([np.nan if m is None else m for m in _core.cosh_masses(values.tolist())])


def mesons(
    u: Configuration,
    source: str = "point:0,0,0,0",
    *,
    momenta: Sequence[Sequence[int]] = ((0, 0, 0),),
    direction: str = "t",
    normalization: str = "mass",
    device: Device | str | None = None,
    progress: SolveProgress | None = None,
    **quark: Any,
) -> list[Correlator]:
    """Correlators of mesons: all 16 channels of Wilson and overlap quarks, local ones of staggered quarks.

    One for each direction of `direction`, as in "t" or "x,t", and each momentum, of several masses for all
    pairs. `normalization` of Wilson's kind: "mass", G = 2 kappa M^-1, or "hopping", G = M^-1.
    """
    sinks = [tuple(p) + (0,) * (4 - len(p)) for p in momenta]
    along = [d.strip() for d in direction.split(",")]
    if any(d not in ("x", "y", "z", "t") for d in along) or any(len(p) != 4 for p in sinks):
        raise ParameterError(
            f"direction '{direction}', momenta {momenta}", "give x, y, z or t, and three integers"
        )
    if normalization not in ("mass", "hopping"):
        raise ParameterError(f"normalization '{normalization}'", "give mass or hopping")
    found = _core.mesons(
        _device(device)._core,
        u._core,
        words({**quark, "source": source}),
        sinks,
        ["xyzt".index(d) for d in along],
        normalization,
        progress,
    )
    return [Correlator(**c) for c in found]


@dataclass(frozen=True)
class Eigenvalues:
    """The smallest eigenvalues of M^+ M, with |A v - lambda v| / largest of each; `vectors` where they were
    asked for, of length 1. Of overlap quarks the chirality of each, and the index: zero modes of -1 less
    those of +1."""

    values: npt.NDArray[np.float64]
    residuals: npt.NDArray[np.float64]
    largest: float
    applications: int
    vectors: list[ComplexArray] = field(repr=False)
    chiralities: list[int] | None = None
    index: int | None = None


def eigenvalues(
    u: Configuration,
    count: int = 10,
    *,
    sites: str = "auto",
    tolerance: float | None = None,
    seed: int = 1,
    vectors: bool = False,
    device: Device | str | None = None,
    progress: Callable[[int, int, float], None] | None = None,
    **quark: Any,
) -> Eigenvalues:
    """The lowest eigenvalues of M^+ M, of staggered quarks m^2 - D^2 on the even sites.

    `sites`: "even", of the even-odd form, "all", or "auto". `tolerance`: 1e-10 unless given. `progress` is
    called with eigenvectors found, `count` and the residual of the next. Of action="overlap" those of D^+ D
    without mass, `count` of either chirality, to 1e-6 unless `tolerance` is given; m0, low_modes, sign_error
    and smear are those of the program.
    """
    if sites not in ("auto", "even", "all"):
        raise ParameterError(f"sites '{sites}'", "give auto, even or all")
    found = _core.eigenvalues(
        _device(device)._core, u._core, words(quark), count, sites, tolerance, seed, vectors, progress
    )
    return Eigenvalues(**found)


def read_fields(path: str | os.PathLike[str], *, ignore_checksum: bool = False) -> list[ComplexArray]:
    """The quark fields of a SciDAC file: those that `glueball solve` and this module write, QIO's and
    tmLQCD's."""
    return _core.read_fields(os.fspath(path), ignore_checksum)


def write_fields(
    path: str | os.PathLike[str],
    fields: Sequence[npt.ArrayLike],
    *,
    precision: int = 64,
    force: bool = False,
    info: str = "",
) -> None:
    """Writes quark fields into a SciDAC file, a record each, complete or not at all. `fields`: a list, of one
    field too."""
    if isinstance(fields, np.ndarray) and fields.ndim in (5, 6):  # of one field, or of several?
        raise ParameterError(
            f"an array of shape {fields.shape}",
            "give a list of fields: [field] of one, list(array) of its rows",
        )
    arrays = [np.ascontiguousarray(f, dtype=np.complex128) for f in fields]
    if not arrays or arrays[0].ndim not in (5, 6):
        raise ParameterError("no quark fields", "give arrays (T, Z, Y, X, 4, 3) or (T, Z, Y, X, 3)")
    shape = arrays[0].shape
    _core.write_fields(
        os.fspath(path), _extents(shape[3::-1]), len(shape) == 6, arrays, precision, force, info
    )
