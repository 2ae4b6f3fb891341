"""Markov chains: heatbath and hybrid Monte Carlo, step by step."""

from __future__ import annotations

import os
import pathlib
import tomllib
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from . import _core
from .configuration import Configuration
from .devices import Device, device as _device
from .errors import Error, ParameterError
from .options import words

Progress = Callable[[int, int, str], None]


@dataclass(frozen=True)
class Trajectory:
    """What hybrid Monte Carlo says of a trajectory; dH = H(new) - H(old) in double."""

    delta_h: float
    accepted: bool
    acceptance: float
    cg_iterations: int
    monomials: list[dict[str, Any]]
    steps: int | None
    reversibility: tuple[float, float] | None
    index: int | None


@dataclass(frozen=True)
class Record:
    """What is known after a step. `observables`: what was measured, by name, floats and arrays; empty after a
    step without a measurement. `plaquette` is NaN where neither the algorithm nor an observable gives it."""

    step: int
    beta: float
    plaquette: float
    unitarity_deviation: float
    seconds: float
    observables: dict[str, Any]
    trajectory: Trajectory | None = field(default=None)

    def __getitem__(self, name: str) -> Any:
        return self.observables[name]


@dataclass(frozen=True)
class Summary:
    """Mean, error by the Gamma method and autocorrelation time of a quantity, in steps. `reliable` is false
    where there was too little to learn the error from."""

    name: str
    mean: Any
    error: Any
    tau_int: Any
    reliable: bool
    fixed: bool


class Chain:
    """A chain that stops between steps and goes on: iterate over it, or over `run(steps)`.

    Ctrl-C, and what a callback raises, end a loop after a whole step; another loop goes on from there.
    """

    def __init__(self, core: _core.Chain, device: Device) -> None:
        self._core = core
        self.device = device
        self._warned = False

    @property
    def done(self) -> int:
        """The number of the last step done."""
        return self._core.done

    @property
    def last_step(self) -> int:
        """The number of the step at which iterating ends."""
        return self._core.last_step

    @property
    def directory(self) -> str:
        """Where history and configurations go; empty where nothing is written."""
        return self._core.directory

    @property
    def config(self) -> str:
        """All options, as TOML; `glueball heatbath` or `glueball hmc --config` take it."""
        return self._core.config

    def step(self) -> Record | None:
        """The next step; None where nothing was measured after it."""
        record = self._core.step()
        self._warn(False)
        if record is None:
            return None
        trajectory = record.pop("trajectory", None)
        return Record(**record, trajectory=None if trajectory is None else Trajectory(**trajectory))

    def _warn(self, ended: bool) -> None:
        """Warns once of a chain that does not move."""
        text = "" if self._warned else self._core.warning(ended)
        if text:
            self._warned = True
            warnings.warn(text, stacklevel=4)

    def run(self, steps: int | None = None, *, progress: Progress | None = None) -> Iterator[Record]:
        """Records of so many steps; by default of those up to `last_step`. `progress` is called after each
        step with steps done, steps in all and a few words. Where the chain has a directory, the last
        configuration is written at the end, however the loop ends."""
        total = self.last_step - self.done if steps is None else steps
        begun, failed = self.done, False
        try:
            for n in range(total):
                record = self.step()
                if progress is not None:
                    progress(n + 1, total, "" if record is None else f"plaquette {record.plaquette:.6f}")
                if record is not None:
                    yield record
        except Error:
            failed = True
            raise
        finally:
            if self.done > begun and self.done >= self.last_step:
                self._warn(True)
            if self.directory and self.done > begun and not failed:
                self.save()

    def __iter__(self) -> Iterator[Record]:
        return self.run()

    def show(self, scene: str = "") -> None:
        """Opens a window on the chain, drawn while it steps; closed, the chain goes on. The device is one of
        Device(window=True), and all is done on the thread that opened it. `scene`: flags of `glueball view`.
        """
        self._core.show(scene)

    def configuration(self) -> Configuration:
        """The links now, as the device holds them, or in double precision where the chain has them so."""
        return Configuration((), self._core.configuration())

    def save(self) -> None:
        """Writes the configuration of the last step into the directory."""
        if not self.directory:
            raise ParameterError("the chain has no directory", "give it output, or write configuration()")
        self._core.save()

    def summary(self) -> dict[str, Summary]:
        """Means and errors of what was measured after thermalization, by name."""
        return {s["name"]: Summary(**s) for s in self._core.summaries()}


def _options(
    config: Mapping[str, Any] | str | os.PathLike[str] | None, options: Mapping[str, Any]
) -> tuple[list[str], dict[str, Any]]:
    if config is None or isinstance(config, Mapping):
        merged = {str(key).replace("-", "_"): value for key, value in {**(config or {}), **options}.items()}
        return words({k: v for k, v in merged.items() if not isinstance(v, Configuration)}), merged
    named = _table(pathlib.Path(config))
    named.update({key.replace("-", "_"): value for key, value in options.items()})
    return ["--config", os.fspath(config), *words(options)], named


def _table(path: pathlib.Path) -> dict[str, Any]:
    """What a file of options says; nothing where it cannot be read, of which the library says why."""
    try:
        return tomllib.loads(path.read_text())
    except (OSError, ValueError):
        return {}


def _chain(
    make: Callable[..., _core.Chain],
    config: Mapping[str, Any] | str | os.PathLike[str] | None,
    start: Configuration | str | None,
    device: Device | str | None,
    options: dict[str, Any],
) -> Chain:
    flags, named = _options(config, options)
    own = named.get("device")
    if "resume" in named and own is None:
        own = _table(pathlib.Path(named["resume"]) / "config.toml").get("device", "auto")
        own = None if own == "auto" else own
    chosen = _device(device if device is not None else own)
    begin = named.get("start") if start is None else start
    links = begin._core if isinstance(begin, Configuration) else None
    if links is None and start is not None:
        flags.append(f"--start={start}")
    chain = Chain(make(chosen._core, links, flags, bool(named.get("output"))), chosen)
    for text in chain._core.left_out:
        warnings.warn(text, stacklevel=4)
    return chain


def heatbath(
    config: Mapping[str, Any] | str | os.PathLike[str] | None = None,
    *,
    start: Configuration | str | None = None,
    device: Device | str | None = None,
    **options: Any,
) -> Chain:
    """Pure gauge theory by heatbath and overrelaxation.

    `config`: a dict or a TOML file with the keys of `glueball heatbath`, and `options` in their place or
    beside: beta = 6, sweeps = 100, lattice = (8, 8, 8, 8), action = "wilson", overrelax = 4, seed = 1,
    observables = "plaquette,polyakov", ... `start`: a configuration, "cold", "hot" or a file. With `output`
    the chain leaves a directory as the program does, which `resume` and `glueball heatbath --resume` go on
    with.
    """
    return _chain(_core.heatbath, config, start, device, options)


def hmc(
    config: Mapping[str, Any] | str | os.PathLike[str] | None = None,
    *,
    start: Configuration | str | None = None,
    device: Device | str | None = None,
    **options: Any,
) -> Chain:
    """Hybrid Monte Carlo with any actions, on any number of time scales.

    `config`: a dict or a TOML file with the keys of `glueball hmc`, and `options` in their place or beside:
    beta, kappa, tau, steps, integrator, trajectories, ...; "monomial" and "level" are lists of dicts, as
    [[monomial]] and [[level]] of the file. `start` and `output` as for `heatbath`.
    """
    return _chain(_core.hmc, config, start, device, options)


def resume(
    directory: str | os.PathLike[str], *, device: Device | str | None = None, **options: Any
) -> Chain:
    """The chain that goes on from the last configuration in a directory, of heatbath or hmc, begun by this
    module or the program: with the bits that it would have had without a stop.

    `options`: of those that may change on the way, the length, as sweeps=200 or trajectories=200, where it
    runs and what it keeps; `device`: the one it was begun on unless given. A configuration that is not whole
    is set aside with a warning.
    """
    make = hmc if "trajectories" in _table(pathlib.Path(directory) / "config.toml") else heatbath
    return make({"resume": os.fspath(directory)}, device=device, **options)
