"""Keywords as flags of the program, so that both have one table of names, defaults and ranges."""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping
from typing import Any


# What keywords were called in the version before; the next one takes these out.
_RENAMED = {
    "together": "persistent_cg",
    "shares": "load_balance",
    "twin": "reference",
    "lanes": "threads_per_site",
}


def words(options: Mapping[str, Any]) -> list[str]:
    """Options as the command line has them: {"beta": 5.6} is --beta=5.6; None leaves one out, as in a file of
    options."""
    flags: list[str] = []
    for key, value in options.items():
        if hasattr(value, "tolist"):  # numpy's
            value = value.tolist()
        if key in _RENAMED:
            warnings.warn(f"'{key}' is called '{_RENAMED[key]}' now", DeprecationWarning, stacklevel=3)
            key = _RENAMED[key]
        name = "--" + key.replace("_", "-")
        if value is None:
            continue
        if isinstance(value, bool):
            # Without a value it would take the next word for one.
            flags.append(f"{name}={str(value).lower()}")
        elif isinstance(value, Mapping):
            flags.append(f"{name}={_pairs(value)}")
        elif isinstance(value, (list, tuple)) and value and all(isinstance(one, Mapping) for one in value):
            flags += [f"{name}={_pairs(one)}" for one in value]
        elif isinstance(value, (list, tuple)):
            flags.append(f"{name}={','.join(map(word, value))}")
        else:
            flags.append(f"{name}={word(value)}")
    return flags


def word(value: Any) -> str:
    if isinstance(value, os.PathLike):
        return str(os.fspath(value))
    return repr(float(value)) if isinstance(value, float) else str(value)


def _pairs(table: Mapping[str, Any]) -> str:
    return ",".join(f"{key.replace('_', '-')}={word(value)}" for key, value in table.items())
