"""Devices: what there is in this machine, and one that is opened."""

from __future__ import annotations

import atexit
import os
import threading
from dataclasses import dataclass

from . import _core

_default: Device | None = None
_lock = threading.Lock()


def _after_fork() -> None:
    global _lock
    _lock = threading.Lock()  # another thread may have had it
    _core.after_fork()


os.register_at_fork(after_in_child=_after_fork)
atexit.register(_core.end_python)


@dataclass(frozen=True)
class DeviceInfo:
    """What a device says of itself. `memory_bytes` is 0 where its driver does not tell."""

    id: str
    name: str
    driver: str
    api_version: str
    type: str
    memory_bytes: int
    storage_range_bytes: int
    subgroup: int
    float64: bool


def devices() -> list[DeviceInfo]:
    """Every device of every API; the first that `Device()` would open is `default_device_id()`."""
    return [DeviceInfo(**info) for info in _core.devices()]


def default_device_id() -> str:
    """The id that "auto" stands for, "vulkan:0" say; empty where there is no device."""
    return _core.default_device()


class Device:
    """A device that is open until the last field on it is gone.

    `name`: "auto", "vulkan", "vulkan:N", "opengl" or "opengl:N". `storage`: of fields, "auto", "buffer",
    "texel" or "image". `validate`: validation layers on. `cache`: keep compiled kernels in ~/.cache/glueball.
    `tune`: measure what is fastest on large lattices. `window`: it can draw into one. Several threads may use
    one; it works for one at a time.
    """

    def __init__(
        self,
        name: str = "auto",
        *,
        storage: str = "auto",
        validate: bool = False,
        cache: bool = True,
        tune: bool = True,
        window: bool = False,
    ) -> None:
        self._core = _core.Device(name, storage, validate, cache, tune, window)

    @property
    def info(self) -> DeviceInfo:
        return DeviceInfo(**self._core.info)

    @property
    def id(self) -> str:
        return self.info.id

    @property
    def allocated(self) -> int:
        """Bytes of the device's memory that are taken now."""
        return self._core.allocated

    @property
    def peak(self) -> int:
        """The most bytes that were taken at once."""
        return self._core.peak

    @property
    def messages(self) -> int:
        """What validation layers have complained of so far; 0 unless something is wrong."""
        return self._core.messages

    def __repr__(self) -> str:
        info = self.info
        return f"<glueball.Device {info.id} {info.name}>"


def device(name: Device | str | None = None) -> Device:
    """The device of a name; of no name the one that all calls share that are given none."""
    global _default
    if isinstance(name, Device):
        return name
    if name is not None:
        return Device(name)
    with _lock:
        if _default is None:
            _default = Device()
        return _default


def set_device(name: Device | str) -> Device:
    """From now on calls that are given no device take this one."""
    global _default
    chosen = device(name)
    with _lock:
        _default = chosen
    return chosen
