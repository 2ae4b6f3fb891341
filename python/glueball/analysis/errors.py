"""Means, and functions of means, with their errors."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .. import _core
from ..arguments import real_array
from ..errors import ParameterError

Function = Callable[[npt.NDArray[np.float64]], float]


@dataclass(frozen=True)
class Estimate:
    """A mean and what is known of its error; times are in configurations, NaN where they are not known."""

    mean: float
    error: float
    error_of_error: float = float("nan")
    tau_int: float = float("nan")
    tau_int_error: float = float("nan")
    window: int = 0
    values: int = 0
    reliable: bool = False

    def __str__(self) -> str:
        return f"{self.mean:.7g} +- {self.error:.2g}"


def _table(data: npt.ArrayLike, function: Function | None, bin: int) -> npt.NDArray[np.float64]:
    """(configurations, quantities)."""
    array = real_array(data)
    table = array[:, None] if array.ndim == 1 else array
    bin = operator.index(bin)
    if table.ndim != 2 or bin < 1:
        raise ParameterError(
            f"data of shape {array.shape} in bins of {bin}",
            "give (configurations,) or (configurations, quantities), and bins of 1 or more",
        )
    if function is None and table.shape[1] != 1:
        raise ParameterError("several quantities and no function", "give a function of their means")
    return table


def gamma_method(data: npt.ArrayLike, function: Function | None = None, *, s: float = 1.5) -> Estimate:
    """Mean and error of a series with its autocorrelations (U. Wolff, hep-lat/0306017): the program's own
    numbers.

    Of data (configurations, quantities) `function` is of their means, and may be any that is smooth.
    `reliable`: there are at least 100 autocorrelation times of data, by the time that the first half has
    and three of its errors. Near that length the error is by the time of the second half: then 63 to 71
    percent of reliable errors of AR(1) series hold the truth, at every length.
    """
    array = real_array(data)
    if not s > 0:
        raise ParameterError(f"s = {s}", "give a number from 1 to 2")
    if function is None:
        return Estimate(**_core.gamma_method(array, s))
    return Estimate(**_core.gamma_method_of(array[:, None] if array.ndim == 1 else array, function, s))


def jackknife(data: npt.ArrayLike, function: Function | None = None, *, bin: int = 1) -> Estimate:
    """The same by the jackknife over bins of so many consecutive configurations."""
    table = _table(data, function, bin)
    mean, error = _core.jackknife(table, function or (lambda means: float(means[0])), bin)
    return Estimate(mean, error, values=len(table))


def bootstrap(
    data: npt.ArrayLike, function: Function | None = None, *, samples: int = 1000, bin: int = 1, seed: int = 1
) -> Estimate:
    """The same by resampling bins: the error is the standard deviation over the samples."""
    table = _table(data, function, bin)
    of = function or (lambda means: float(means[0]))
    bins = len(table) // bin
    if bins < 2:
        raise ParameterError(f"{bins} bins of {bin} in {len(table)} configurations", "give smaller bins")
    binned = table[: bins * bin].reshape(bins, bin, -1).mean(axis=1)
    draws = np.random.default_rng(seed).integers(bins, size=(samples, bins))
    values = [of(binned[draw].mean(axis=0)) for draw in draws]
    return Estimate(float(of(table.mean(axis=0))), float(np.std(values, ddof=1)), values=len(table))
