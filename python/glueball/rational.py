"""Rational functions that approximate powers best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from .errors import ParameterError


@dataclass(frozen=True)
class Rational:
    """r(x) = constant + sum_i numerators[i] / (x + shifts[i]); `error`: the largest |r / f - 1| on the
    range."""

    constant: float
    numerators: npt.NDArray[np.float64]
    shifts: npt.NDArray[np.float64]
    error: float

    def __call__(self, x: npt.ArrayLike) -> Any:
        at = np.asarray(x, dtype=float)
        return self.constant + (self.numerators / (at[..., None] + self.shifts)).sum(-1)


def rational(
    power: str | Sequence[str],
    range: tuple[float, float],
    *,
    order: int | None = None,
    error: float | None = None,
    mass: float | Sequence[float] = 0.0,
) -> Rational:
    """The best approximation of x^power on the range, as "-1/2" on (1e-5, 1), with `order` poles or to an
    `error`. Several powers are multiplied, each of x + mass^2."""
    powers = [power] if isinstance(power, str) else list(power)
    masses = [float(m) for m in np.broadcast_to(mass, len(powers))]
    if (order is None) == (error is None):
        raise ParameterError("order and error: one of them is wanted", "give order=6, say")
    lo, hi = range
    return Rational(**_core.rational(list(zip(powers, masses)), float(lo), float(hi), order, error))
