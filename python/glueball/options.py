"""Keywords as flags of the program, so that both have one table of names, defaults and ranges."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Mapping
from typing import Any

from . import _core


def words(options: Mapping[str, Any]) -> list[str]:
    """Options as the command line has them: {"beta": 5.6} is --beta=5.6; None leaves one out, as in a file of
    options."""
    flags: list[str] = []
    for key, value in options.items():
        if hasattr(value, "tolist"):  # numpy's
            value = value.tolist()
        flag = key.replace("_", "-")
        if (present := _core.present_name(flag)) != flag:
            now = present.replace("-", "_")
            warnings.warn(f"'{key}' is called '{now}' now", DeprecationWarning, stacklevel=3)
        name = "--" + present
        if value is None:
            continue
        if isinstance(value, bool):
            # Without a value it would take the next word for one.
            flags.append(f"{name}={str(value).lower()}")
        elif key == "observables":
            flags.append(f"{name}={observable_list(value)}")
        elif isinstance(value, Mapping):
            flags.append(f"{name}={_pairs(value)}")
        elif isinstance(value, (list, tuple)) and value and all(isinstance(one, Mapping) for one in value):
            flags += [f"{name}={_pairs(one)}" for one in value]
        elif isinstance(value, (list, tuple)):
            flags.append(f"{name}={','.join(map(word, value))}")
        else:
            flags.append(f"{name}={word(value)}")
    return flags


def observable_list(names: str | Iterable[str] | Mapping[str, Mapping[str, Any] | None]) -> str:
    """Observables as the command line has them: {"charge": {"time": 2}, "plaquette": None} is
    "charge:time=2,plaquette"."""
    if isinstance(names, str):
        return names
    if not isinstance(names, Mapping):
        return ",".join(names)
    listed = []
    for name, parameters in names.items():
        pairs = [f"{key}={_parameter(value)}" for key, value in (parameters or {}).items()]
        listed.append(f"{name}:{','.join(pairs)}" if pairs else name)
    return ",".join(listed)


def _parameter(value: Any) -> str:
    several = isinstance(value, (list, tuple)) or hasattr(value, "tolist")
    return "/".join(map(word, value)) if several else word(value)


def word(value: Any) -> str:
    if isinstance(value, os.PathLike):
        return str(os.fspath(value))
    return repr(float(value)) if isinstance(value, float) else str(value)


def _pairs(table: Mapping[str, Any]) -> str:
    return ",".join(f"{key.replace('_', '-')}={word(value)}" for key, value in table.items())
