"""States from a matrix of correlators."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import scipy.linalg

from ..arguments import real_array
from ..errors import ParameterError

Array = npt.NDArray[np.float64]


def gevp(correlators: npt.ArrayLike, t0: int) -> tuple[Array, Array]:
    """C(t) v = lambda(t, t0) C(t0) v (Luescher and Wolff, Nucl. Phys. B339 (1990) 222; Blossier et al.,
    arXiv:0902.1265).

    `correlators`: (T, N, N), symmetric. Returns lambda, (T, N), the largest first, whose decay in t is that
    of the N lowest states, and v, (T, N, N), columns with v^T C(t0) v = 1.
    """
    c = real_array(correlators)
    if c.ndim != 3 or c.shape[1] != c.shape[2] or not 0 <= t0 < len(c):
        raise ParameterError(
            f"correlators of shape {c.shape}, t0 = {t0}", "give (T, N, N) and a t0 among them"
        )
    c = (c + c.transpose(0, 2, 1)) / 2
    values, vectors = np.empty(c.shape[:2]), np.empty(c.shape)
    for t, matrix in enumerate(c):
        try:
            found, basis = scipy.linalg.eigh(matrix, c[t0])
        except np.linalg.LinAlgError:
            raise ParameterError(
                f"the correlators at t0 = {t0} are not positive", "give a smaller t0"
            ) from None
        order = slice(None, None, -1 if t >= t0 else 1)
        values[t], vectors[t] = found[order], basis[:, order]
    return values, vectors
