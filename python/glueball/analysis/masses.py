"""Effective masses of correlators."""

from __future__ import annotations

import operator
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from ..arguments import real_array
from ..errors import ParameterError
from ..quarks import effective_masses

Array = npt.NDArray[np.float64]


def cosh_masses(correlator: npt.ArrayLike) -> Array:
    """Of a correlator on a periodic lattice (glueball.effective_masses): T/2 values, in lattice units."""
    return effective_masses(correlator)


def log_masses(correlator: npt.ArrayLike) -> Array:
    """log C(t) / C(t+1) of a correlator (T,), NaN where that is not positive."""
    c = real_array(correlator)
    if c.ndim != 1:
        raise ParameterError(
            f"a correlator of shape {c.shape}", "give (T,), a mean; of (configurations, T) use resampled"
        )
    ratio = c[:-1] / c[1:]
    masses: Array = np.log(np.where(ratio > 0, ratio, np.nan))
    return masses


def resampled(
    correlators: npt.ArrayLike, function: Callable[[Array], Array] = cosh_masses, *, bin: int = 1
) -> tuple[Array, Array]:
    """A list of numbers made of the mean correlator, effective masses say, and their jackknife errors.
    `correlators`: (configurations, T)."""
    data = real_array(correlators)
    if data.ndim != 2 or operator.index(bin) < 1:
        raise ParameterError(
            f"data of shape {data.shape} in bins of {bin}", "give (configurations, T), and bins of 1 or more"
        )
    bins = len(data) // bin
    if bins < 2:
        raise ParameterError(f"{bins} bins of {bin} in {len(data)} configurations", "give smaller bins")
    kept = data[: bins * bin]
    sums = kept.reshape(bins, bin, -1).sum(axis=1)
    values = np.array([function((kept.sum(axis=0) - own) / (len(kept) - bin)) for own in sums])
    error = np.sqrt((bins - 1) * ((values - values.mean(axis=0)) ** 2).mean(axis=0))
    return np.asarray(function(kept.mean(axis=0))), error
