"""A window on a chain that Python drives."""

import os
import shutil
import subprocess
import sys
import unittest

import glueball

CODE = """
import glueball
chain = glueball.heatbath(lattice=(4, 4, 4, 4), beta=5.7, sweeps=3, start="hot", seed=3,
                          device=glueball.Device({id!r}, window=True))
chain.show({scene!r})
print([record.plaquette for record in chain])
"""


def run(id, scene=""):
    return subprocess.run(
        [
            "xvfb-run",
            "-a",
            "-s",
            "-screen 0 1400x900x24",
            sys.executable,
            "-c",
            CODE.format(id=id, scene=scene),
        ],
        capture_output=True,
        text=True,
        check=False,
        env=dict(os.environ),
    )


class Window(unittest.TestCase):
    def setUp(self):
        if shutil.which("xvfb-run") is None:
            self.skipTest("xvfb-run is not installed")

    def test_the_chain_is_the_same_in_a_window(self):
        for info in glueball.devices():
            alone = glueball.heatbath(
                lattice=(4, 4, 4, 4), beta=5.7, sweeps=3, start="hot", seed=3, device=info.id
            )
            done = run(info.id)
            if "no window" in done.stderr or "built without" in done.stderr:
                self.skipTest("the window was not built")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(done.stdout.strip(), str([record.plaquette for record in alone]))

    def test_refusals_are_exceptions(self):
        done = run(glueball.default_device_id(), "--field nonsense")
        self.assertIn("ParameterError", done.stderr)
        with self.assertRaises(glueball.Error):
            chain = glueball.heatbath(lattice=(4, 4, 4, 4), beta=5.7)
            chain.show()


if __name__ == "__main__":
    unittest.main()
