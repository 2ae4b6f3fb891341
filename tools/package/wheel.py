"""Builds a wheel of the module, the program, the shaders and the libraries that they link.

pip calls this by pyproject.toml. The wheel is what `cmake --install` gives, so that an environment with it is
an install prefix. `pip install . -C build-dir=DIR` takes another build directory than build/release.
"""

import base64
import hashlib
import pathlib
import re
import subprocess
import sys
import sysconfig
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
VERSION = re.search(r"project\(glueball VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)


def cmake(*words):
    if subprocess.run(["cmake", *map(str, words)], cwd=ROOT, check=False).returncode != 0:
        sys.exit("cmake failed: docs/start/install.md lists the packages that a build needs")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    build = ROOT / (config_settings or {}).get("build-dir", "build/release")
    if not (build / "build.ninja").exists():
        cmake("--preset", "release", "-B", build, f"-DPython3_EXECUTABLE={sys.executable}")
    cmake("--build", build, "--target", "glueball_program", "glueball_python")
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    tag = f"{python}-{python}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"
    name = f"glueball-{VERSION}-{tag}.whl"
    with tempfile.TemporaryDirectory() as stage:
        for component in ("glueball", "python", "wheel"):
            cmake("--install", build, "--prefix", stage, "--strip", "--component", component)
        if not list(pathlib.Path(stage).rglob("_core" + sysconfig.get_config_var("EXT_SUFFIX"))):
            sys.exit(f"{build} has no module for this Python: take another directory by -C build-dir=DIR")
        write(pathlib.Path(wheel_directory) / name, pathlib.Path(stage), tag)
    return name


def write(path, stage, tag):
    info = f"glueball-{VERSION}.dist-info"
    record = []
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:

        def add(name, data, mode=0o644):
            entry = zipfile.ZipInfo(name)
            entry.external_attr = (0o100000 | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
            record.append(f"{name},sha256={digest},{len(data)}")

        for file in sorted(stage.rglob("*")):
            inside = file.relative_to(stage)
            if file.is_dir() or inside.parts[:2] == ("share", "doc"):
                continue
            # The module goes where Python's packages go, all else below the environment's prefix.
            module = re.match(r"lib/python[\d.]+/\w+-packages/(.*)", inside.as_posix())
            name = module.group(1) if module else f"glueball-{VERSION}.data/data/{inside.as_posix()}"
            add(name, file.read_bytes(), 0o755 if inside.parts[0] == "bin" else 0o644)
        add(
            f"{info}/METADATA",
            f"Metadata-Version: 2.1\nName: glueball\nVersion: {VERSION}\nSummary: Lattice QCD in shaders\n"
            "Requires-Dist: numpy\n".encode(),
        )
        add(
            f"{info}/WHEEL",
            f"Wheel-Version: 1.0\nGenerator: glueball\nRoot-Is-Purelib: false\nTag: {tag}\n".encode(),
        )
        wheel.writestr(zipfile.ZipInfo(f"{info}/RECORD"), "\n".join([*record, f"{info}/RECORD,,", ""]))
