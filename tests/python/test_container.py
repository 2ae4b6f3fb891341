"""The Containerfile makes an image whose program and module run."""

# slow

import json
import os
import pathlib
import subprocess
import tempfile
import time
import unittest

from clean_system import APT_SOURCES, require, run

SOURCE = pathlib.Path(os.environ["GLUEBALL_SOURCE"])
USES = """FROM glueball
RUN glueball hmc --config presets/quickstart.toml --trajectories 1 --output /root/run \\
  && python3 -c "import glueball; assert glueball.plaquette(glueball.unit((4, 4, 4, 4))) == 1" \\
  && test ! -e /glueball && test ! -e /packages && ! command -v g++
"""


class Container(unittest.TestCase):
    def test_the_containerfile_makes_an_image_that_runs(self):
        require(self, "mmdebstrap", "podman")
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            store = ("--root", folder / "store", "--runroot", folder / "runs")

            def podman(*words):
                return run("podman", *store, *words).stdout

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
