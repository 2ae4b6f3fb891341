"""Lattices on a device, and links there."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from . import _core
from .configuration import ComplexArray, Configuration, _extents
from .devices import Device, device as _device


class Lattice:
    """A periodic lattice on a device. `extents`: (X, Y, Z, T), all even; `precision`: of fields, "half",
    "single" or "double"; `reconstruct`: reals that a link is stored with, 8, 12 or 18, which any
    matrices have, others only those of SU(3)."""

    def __init__(
        self,
        extents: Sequence[int],
        device: Device | str | None = None,
        *,
        precision: str = "single",
        reconstruct: int = 12,
    ) -> None:
        self.device = _device(device)
        self._core = _core.Lattice(self.device._core, _extents(extents), precision, reconstruct)

    @property
    def extents(self) -> tuple[int, int, int, int]:
        x, y, z, t = self._core.extents
        return x, y, z, t

    @property
    def precision(self) -> str:
        return self._core.precision

    @property
    def storage(self) -> str:
        """How kernels reach fields: "buffer", "texel", "image" or "split"."""
        return self._core.storage

    def upload(self, u: Configuration) -> GaugeField:
        """The links as a field on this lattice. Raises ParameterError where the extents are others, and
        where links are not in SU(3) to 1e-4, unless the lattice has 18 reals in single or double."""
        field = GaugeField(self)
        field.upload(u)
        return field

    def __repr__(self) -> str:
        return f"<glueball.Lattice {'x'.join(map(str, self.extents))} {self.precision} on {self.device.id}>"


class GaugeField:
    """Links on a device, in its precision. It keeps its lattice, and that its device."""

    def __init__(self, lattice: Lattice) -> None:
        self.lattice = lattice
        self._core = _core.GaugeField(lattice._core)

    def upload(self, u: Configuration) -> None:
        self._core.upload(u._core)

    def download(self, *, unitary: bool = False) -> Configuration:
        """The links as the device holds them; `unitary`: each brought back to SU(3) in double precision."""
        return Configuration((), self._core.download(unitary))


class SpinorField:
    """A Wilson spinor at each site of a lattice, in its precision."""

    def __init__(self, lattice: Lattice) -> None:
        self.lattice = lattice
        self._core = _core.SpinorField(lattice._core)

    def numpy(self) -> ComplexArray:
        """A copy, (T, Z, Y, X, 4, 3), spin in the DeGrand-Rossi basis (on the device it is another)."""
        return self._core.numbers()

    def put(self, field: npt.ArrayLike) -> None:
        self._core.put(np.ascontiguousarray(field, dtype=np.complex128))


def _on_device(
    u: Configuration | GaugeField, device: Device | str | None, precision: str = "single"
) -> GaugeField:
    if isinstance(u, GaugeField):
        return u
    return Lattice(u.extents, device, precision=precision).upload(u)
