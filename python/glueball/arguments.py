"""What a call that fails for the type of an argument says: which one, what it is, and what was expected."""

from __future__ import annotations

import collections.abc
import functools
import inspect
import os
import sys
import types
import typing
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from .errors import ArgumentTypeError, ParameterError


def real_array(data: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Numbers in double precision. Imaginary parts are refused, which a conversion would drop."""
    array = np.asarray(data)
    if np.iscomplexobj(array):
        raise ParameterError("complex numbers where real ones are wanted", "give .real or .imag")
    return array.astype(float)


def _fits(value: Any, wanted: Any) -> bool:
    """Whether a value is what an annotation says; those that are not understood take everything."""
    origin, inner = typing.get_origin(wanted), typing.get_args(wanted)
    if origin in (typing.Union, types.UnionType):
        return any(_fits(value, one) for one in inner)
    if origin is os.PathLike:
        return isinstance(value, os.PathLike)
    if origin is collections.abc.Callable:
        return callable(value)
    if origin in (collections.abc.Sequence, list):
        if isinstance(value, str) or not hasattr(value, "__iter__") or not hasattr(value, "__len__"):
            return False
        return all(_fits(one, inner[0]) for one in value)
    if origin is collections.abc.Mapping:
        return isinstance(value, collections.abc.Mapping)
    if origin is not None or not isinstance(wanted, type) or wanted.__module__.startswith("numpy"):
        return True
    if wanted is int:
        return hasattr(value, "__index__") and not hasattr(value, "__len__")
    if wanted is float:
        return hasattr(value, "__float__") or hasattr(value, "__index__")
    if wanted is bool:
        return type(value).__name__ in ("bool", "bool_")
    return isinstance(value, wanted)


def _shown(value: Any) -> str:
    text = repr(value)
    return f" = {text}" if len(text) <= 40 and "\n" not in text else ""


def _wrong(function: Callable[..., Any], args: Any, keywords: Any) -> ArgumentTypeError | None:
    """The first argument that is not what its annotation says."""
    try:
        bound = inspect.signature(function).bind(*args, **keywords)
        wanted = typing.get_type_hints(function)
    except (TypeError, NameError):
        return None
    for name, value in bound.arguments.items():
        parameter = bound.signature.parameters[name]
        several: Iterable[Any] = (value,)
        if parameter.kind is inspect.Parameter.VAR_KEYWORD or name not in wanted:
            continue
        if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            several = value
        for one in several:
            if not _fits(one, wanted[name]):
                what = f"{function.__qualname__.removesuffix('.__init__')}: {name}{_shown(one)}"
                kind = type(one).__name__
                return ArgumentTypeError(f"{what}, of type {kind}", f"give {parameter.annotation}")
    return None


def named(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function; what it raises for a wrong type says which argument that is."""

    @functools.wraps(function)
    def call(*args: Any, **keywords: Any) -> Any:
        try:
            return function(*args, **keywords)
        except (TypeError, AttributeError) as error:
            wrong = _wrong(function, args, keywords)
            if wrong is not None:  # by the name that it has for who calls, not further in
                raise wrong from None
            if isinstance(error, TypeError) and "incompatible" in str(error).split("\n", 1)[0]:
                which = function.__qualname__.removesuffix(".__init__")
                # The C++ signatures that follow are of no help to who has not written them.
                raise ArgumentTypeError(
                    f"{which}: a number that is too large, or negative where none can be", "see help"
                ) from error
            raise

    return call


def name_arguments(package: dict[str, Any], names: Iterable[str]) -> None:
    """Puts `named` functions, and methods of classes, in the place of those of a package, and of its modules,
    where processes look that are sent one."""
    for key in names:
        thing = package[key]
        if inspect.isfunction(thing):
            package[key] = named(thing)
            setattr(sys.modules[thing.__module__], thing.__name__, package[key])
        elif inspect.isclass(thing) and not issubclass(thing, Exception):
            for name, method in list(vars(thing).items()):
                if inspect.isfunction(method) and (name == "__init__" or not name.startswith("_")):
                    setattr(thing, name, named(method))
