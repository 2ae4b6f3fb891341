"""Errors of Monte Carlo data, effective masses, states, fits.

Data are arrays (configurations,) or (configurations, quantities), in the order of their chain.
"""

from .errors import Estimate, bootstrap, gamma_method, jackknife
from .fits import Fit, fit
from .masses import cosh_masses, log_masses, resampled
from .states import gevp

__all__ = [
    "Estimate",
    "Fit",
    "bootstrap",
    "cosh_masses",
    "fit",
    "gamma_method",
    "gevp",
    "jackknife",
    "log_masses",
    "resampled",
]
