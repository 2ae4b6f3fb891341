"""Fits of functions to data with errors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.optimize
import scipy.stats

from ..arguments import real_array
from ..errors import ConvergenceError, ParameterError

Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Fit:
    """Parameters, their errors and covariance, chi^2, degrees of freedom and the chance of a larger chi^2."""

    parameters: Array
    errors: Array
    covariance: Array
    chi2: float
    dof: int
    p: float

    def __str__(self) -> str:
        values = ", ".join(f"{a:.6g} +- {e:.2g}" for a, e in zip(self.parameters, self.errors))
        return f"{values}; chi2/dof {self.chi2:.3g}/{self.dof}"


def fit(
    function: Callable[..., Any],
    x: npt.ArrayLike,
    y: npt.ArrayLike,
    error: npt.ArrayLike,
    start: npt.ArrayLike,
) -> Fit:
    """Least squares of function(x, *parameters) to y. `error`: of each y, or their covariance matrix."""
    xs, ys, es = real_array(x), real_array(y), real_array(error)
    begin = np.atleast_1d(real_array(start))
    if len(ys) < len(begin):
        raise ParameterError(f"{len(ys)} points for {len(begin)} parameters", "give more points")
    try:
        best, covariance = scipy.optimize.curve_fit(function, xs, ys, p0=begin, sigma=es, absolute_sigma=True)
    except (RuntimeError, np.linalg.LinAlgError) as failed:
        raise ConvergenceError(
            f"the fit did not converge: {failed}", "give other values to start from"
        ) from None
    away = ys - function(xs, *best)
    chi2 = float(away @ np.linalg.solve(es, away)) if es.ndim == 2 else float(((away / es) ** 2).sum())
    dof = len(ys) - len(begin)
    p = float(scipy.stats.chi2.sf(chi2, dof)) if dof > 0 else float("nan")
    return Fit(best, np.sqrt(np.diag(covariance)), covariance, chi2, dof, p)
