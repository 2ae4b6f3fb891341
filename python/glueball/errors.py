"""What can go wrong, by whose fault it is."""

from __future__ import annotations

import re


def _keywords(text: str) -> str:
    """Flags and <parameters> of the library's messages as Python's keywords."""
    text = re.sub(r"(?<![\w-])--([a-z][a-z-]*)", lambda m: m[1].replace("-", "_"), text)
    return re.sub(r"<([a-z][a-z0-9_]*)((?: [^<>]*)?)>", r"\1\2", text)


class Error(RuntimeError):
    """Any error of the library: `message` says what is wrong, `hint` what to try."""

    def __init__(self, message: str, hint: str = "") -> None:
        self.message = _keywords(message)
        self.hint = _keywords(hint)
        super().__init__(f"{self.message}; {self.hint}" if hint else self.message)


class ParameterError(Error, ValueError):
    """A parameter, or a combination of them, that makes no sense."""


class ArgumentTypeError(ParameterError, TypeError):
    """An argument of a type that is not the parameter's."""


class FileError(Error):
    """A file that is missing, damaged or not what it says."""


class DiskFullError(FileError):
    """The disk is full: what was to be written is not there, and what was there before is whole."""


class DeviceError(Error):
    """No device, not enough memory, a device that was lost, a driver's fault."""


class ConvergenceError(Error):
    """A solver or a run that did not reach its goal."""


class DisagreementError(Error):
    """A kernel whose result is not that of its reference in double precision."""
