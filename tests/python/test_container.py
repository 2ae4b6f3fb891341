"""The Containerfile makes an image whose program and module run."""

# slow

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time
import unittest

SOURCE = pathlib.Path(os.environ["GLUEBALL_SOURCE"])
APT_SOURCES = [
    path
    for path in ("/etc/apt/sources.list.d/debian.sources", "/etc/apt/sources.list")
    if os.path.exists(path)
]
USES = """FROM glueball
RUN glueball hmc --config presets/quickstart.toml --trajectories 1 --output /run \\
  && python3 -c "import glueball; assert glueball.plaquette(glueball.unit((4, 4, 4, 4))) == 1" \\
  && test ! -e /glueball && test ! -e /packages && ! command -v g++
"""


def run(*command):
    words = [str(word) for word in command]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        said = f"{done.stdout[-5000:]}\n{done.stderr[-5000:]}"
        raise AssertionError(f"{command}: status {done.returncode}: {said}")
    return done.stdout


class Container(unittest.TestCase):
    def test_the_containerfile_makes_an_image_that_runs(self):
        for program in ("mmdebstrap", "podman"):
            if not shutil.which(program):
                self.skipTest(f"{program} is missing (tools/test --slow installs it)")
        if os.geteuid() != 0 or not APT_SOURCES:
            self.skipTest("a clean system needs root and Debian's package sources")
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            store = ("--root", folder / "store", "--runroot", folder / "runs")

            def podman(*words):
                return run("podman", *store, *words)

            # Chroots suffice for builds, where containers have no control groups or network of their own too.
            def build(*words):
                podman("build", "--isolation", "chroot", "--network", "host", *words)

            try:
                # The base image is made here, of the machine's package sources: the test asks no registry.
                base = folder / "debian.tar"
                run("mmdebstrap", "--variant=apt", "bookworm", base, APT_SOURCES[0])
                for tag in ("bookworm", "bookworm-slim"):
                    podman("import", base, f"docker.io/library/debian:{tag}")
                began = time.monotonic()
                build("-t", "glueball", SOURCE)
                print(f"seconds to build the image: {time.monotonic() - began:.0f}")
                image = json.loads(podman("image", "inspect", "glueball"))[0]
                print(f"MB of the image: {image['Size'] / 1e6:.0f}")
                self.assertEqual(image["Config"]["Entrypoint"], ["glueball"])
                (folder / "uses").mkdir()
                (folder / "uses/Containerfile").write_text(USES)
                build("-t", "uses", folder / "uses")
            finally:
                subprocess.run(["podman", *map(str, store), "rmi", "-af"], check=False, capture_output=True)


if __name__ == "__main__":
    unittest.main()
