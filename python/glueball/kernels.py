"""Kernels of one's own: GLSL over the library's fields, with the declarations of its own shaders."""

from __future__ import annotations

import pathlib
import re
import warnings

import numpy as np
import numpy.typing as npt

from . import _core
from .arguments import real_array
from .errors import FileError, ParameterError
from .lattice import GaugeField, Lattice, SpinorField

_PROLOGUE = """#version 460
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/spinor.glsl"
#include "args/site.h"
ARGUMENTS(SiteArgs)
#line 1
"""
_EPILOGUE = """
void main() {
  const uint own = GRID_FIRST;
  if (own < SITES) at_site(site_at(memory_site(own), args.parity));
}
"""
_DECLARATION = re.compile(r"^\s*\w+_(INOUT|IN|OUT)\s*\(\s*(\d+)\s*,\s*(\w+)\s*\)", re.MULTILINE)


def shader_folder() -> pathlib.Path:
    """Where the sources of the library's shaders are, which kernels include."""
    here = pathlib.Path(__file__).resolve()
    for folder in here.parents:
        for place in (folder / "shaders", folder / "share" / "glueball" / "shaders"):
            if (place / "lib" / "backend.glsl").is_file():
                return place
    raise FileError("the sources of the shaders are not there", "install them, or work in the source tree")


class SiteField:
    """So many numbers at each site of a lattice, a multiple of four: what kernels write and read."""

    def __init__(self, lattice: Lattice, reals: int = 4) -> None:
        self.lattice = lattice
        self._core = _core.SiteField(lattice._core, reals)

    def numpy(self) -> npt.NDArray[np.float64]:
        """A copy of the numbers, (T, Z, Y, X, reals)."""
        return self._core.numbers()

    def put(self, numbers: npt.ArrayLike) -> None:
        self._core.put(real_array(numbers))


# Endings of the version before, and of what is made of a field: u_here_put. The next one takes this out.
_OLD_ENDING = re.compile(r"(?<=\w)_(here|there)(?![a-z])")


class Kernel:
    """A kernel in GLSL: the physics of one site, run for all sites of both parities.

    Its fields are declared as in shaders/: GAUGE_IN(0, u_this) gives Su3 u_this(mu, site), FIELD_OUT(1, f)
    void f_store(plane, site, real4), FIELD_IN real4 f_plane(plane, site), SPINOR_IN Spinor psi(site); INOUT
    both. A name that ends in _this means the sites of the parity at work, as does one
    without an ending; one that ends in _other those of the other. A call gives each field by its name without
    that ending. What is done at a site is void at_site(Site s), s.index being the site's number in memory.
    The includes of gauge kernels and the argument args.parity are there already, unless the text begins with
    #version. Nobody checks where a kernel reads and writes: beyond its fields anything happens.
    """

    def __init__(self, source: str) -> None:
        if _OLD_ENDING.search(source):
            warnings.warn(
                "fields end in _this and _other now, not _here and _there", DeprecationWarning, stacklevel=3
            )
            source = _OLD_ENDING.sub(lambda m: "_this" if m.group(1) == "here" else "_other", source)
        self.source = source
        own = source.lstrip().startswith("#version")
        self._declared = [
            (int(slot), re.sub(r"_(this|other)$", "", name), name.endswith("_other"), access)
            for access, slot, name in _DECLARATION.findall(source)
        ]
        if not self._declared:
            raise ParameterError("a kernel without fields", "declare one, by FIELD_OUT(0, f) say")
        text = source if own else _PROLOGUE + source
        if not re.search(r"\bvoid\s+main\s*\(", source):
            text += _EPILOGUE
        self._core = _core.Kernel(text, str(shader_folder()))

    @property
    def fields(self) -> list[str]:
        """The names of the fields that a call gives."""
        return list(dict.fromkeys(name for _, name, _, _ in self._declared))

    def __call__(self, **fields: GaugeField | SpinorField | SiteField) -> None:
        if set(fields) != set(self.fields):
            raise ParameterError(
                f"fields {sorted(fields)} for a kernel of {self.fields}", "give each by its name"
            )
        for name, field in fields.items():
            if not isinstance(field, (GaugeField, SpinorField, SiteField)):
                raise ParameterError(
                    f"{name} is no field on a device", "give a GaugeField, SpinorField or SiteField"
                )
        lattice = next(iter(fields.values())).lattice
        self._core.run(
            lattice._core,
            [(slot, fields[name]._core, there, access) for slot, name, there, access in self._declared],
        )


def kernel(source: str) -> Kernel:
    """A kernel of this text; it is compiled when it is first called, once for each kind of lattice."""
    return Kernel(source)
