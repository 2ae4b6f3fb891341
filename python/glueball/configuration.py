"""Gauge configurations in the host's memory, and their files."""

from __future__ import annotations

import operator
import os
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from .errors import ParameterError

ComplexArray = npt.NDArray[np.complex128]


class Configuration:
    """Links U_mu(x) from x to x + mu, in double precision.

    `links` has shape (T, Z, Y, X, 4, 3, 3): sites, then mu = x, y, z, t, then row and column. It is the
    configuration's own memory, not a copy: what is written into it is what the next call takes.
    """

    def __init__(
        self,
        extents: Sequence[int],
        _of: _core.Configuration | None = None,
        header: dict[str, Any] | None = None,
    ) -> None:
        self._core = _core.Configuration(_extents(extents)) if _of is None else _of
        self.header: dict[str, Any] = {} if header is None else header
        """What the file said of itself; empty where there was none."""

    @classmethod
    def from_array(cls, links: npt.ArrayLike) -> Configuration:
        """A copy of links of shape (T, Z, Y, X, 4, 3, 3), complex128 or complex64 in either byte order."""
        array = np.asarray(links)
        if array.ndim != 7 or array.shape[4:] != (4, 3, 3):
            raise ParameterError(f"links of shape {array.shape}", "give (T, Z, Y, X, 4, 3, 3)")
        if array.dtype.newbyteorder("=") not in (np.complex128, np.complex64):
            raise ParameterError(f"links of type {array.dtype}", "give complex128 or complex64")
        u = cls(array.shape[3::-1])
        u.links[...] = array
        return u

    @property
    def extents(self) -> tuple[int, int, int, int]:
        """(X, Y, Z, T), in sites."""
        x, y, z, t = self._core.extents
        return x, y, z, t

    @property
    def volume(self) -> int:
        """Sites."""
        return int(np.prod(self.extents))

    @property
    def links(self) -> ComplexArray:
        """The links themselves, complex128 of shape (T, Z, Y, X, 4, 3, 3)."""
        return self._core.links

    def __array__(self, dtype: npt.DTypeLike | None = None) -> npt.NDArray[Any]:
        return self.links if dtype is None else self.links.astype(dtype, copy=False)

    def __dlpack__(self, *, stream: None = None) -> Any:
        """The links as DLPack hands them on, without a copy."""
        return self.links.__dlpack__(stream=stream)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.links.__dlpack_device__()

    def copy(self) -> Configuration:
        return Configuration((), self._core.copy(), dict(self.header))

    def __copy__(self) -> Configuration:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Configuration:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles hold the links, to the bit, and the header."""
        return _unpickled, (self.extents, np.array(self.links), self.header)

    def unitarity_deviation(self) -> float:
        """The largest |U U^+ - 1| or |det U - 1| of all links."""
        return _core.unitarity_deviation(self._core)

    def write(
        self,
        path: str | os.PathLike[str],
        format: str = "ildg",
        *,
        precision: int | None = None,
        force: bool = False,
        info: str = "",
    ) -> None:
        """Writes a file, complete or not at all. `format`: "ildg", "nersc", "milc" or "openqcd"; `precision`:
        bits of a number, 32 or 64, by default 64 but for MILC's format, which has 32; `force`: over a file
        that is there; `info`: a text on its origin, which ILDG alone has a place for."""
        if info and format != "ildg":
            raise ParameterError(f"info: format {format} has no place for it", "leave it out, or write ildg")
        bits = precision if precision is not None else 32 if format == "milc" else 64
        _core.write(os.fspath(path), self._core, format, bits, force, info)

    def __repr__(self) -> str:
        return f"<glueball.Configuration {'x'.join(map(str, self.extents))}>"


def _extents(extents: Sequence[int]) -> tuple[int, int, int, int]:
    if len(extents) != 4:
        raise ParameterError(f"{len(extents)} extents", "give (X, Y, Z, T)")
    x, y, z, t = (operator.index(n) for n in extents)
    return x, y, z, t


def _unpickled(
    extents: tuple[int, int, int, int], links: ComplexArray, header: dict[str, Any]
) -> Configuration:
    u = Configuration(extents, header=header)
    u.links[...] = links
    return u


def read(
    path: str | os.PathLike[str],
    *,
    ignore_checksum: bool = False,
    allow_non_su3: bool = False,
    extents: Sequence[int] | None = None,
) -> Configuration:
    """A configuration from a file of any known format, recognised by content: ILDG, SciDAC, NERSC, MILC,
    openQCD, HiRep, MDP and VOGT. Checksums, stored plaquettes and that links are SU(3) are verified.
    `extents` (X, Y, Z, T): for files that do not say them. Raises FileError."""
    core, header = _core.read(
        os.fspath(path), ignore_checksum, allow_non_su3, None if extents is None else _extents(extents)
    )
    return Configuration((), core, header)


def unit(extents: Sequence[int]) -> Configuration:
    """Every link the unit matrix: a cold start. `extents`: (X, Y, Z, T), all even."""
    return Configuration(extents)


def random(extents: Sequence[int], seed: int = 1) -> Configuration:
    """Links drawn with Haar measure: a hot start, the program's of that seed."""
    return Configuration((), _core.hot(_extents(extents), seed))
