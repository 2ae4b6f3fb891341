"""What Python computes is what the program prints, to the bit."""

import subprocess
import sys
import unittest

import glueball
import numpy as np
from support import PROGRAM, QUICKSTART, OnDevices, program

CHAIN = {"lattice": (4, 4, 4, 8), "start": "hot", "seed": 5}


class SameAsTheProgram(OnDevices):
    def same_steps(self, chain, lines):
        records = list(chain)
        self.assertEqual(len(records), len(lines) - 1)
        self.assertIn("plaquette_error", lines[-1]["summary"])
        for record, line in zip(records, lines):
            self.assertEqual(record.step, line["step"])
            self.assertEqual(record.plaquette, line["plaquette"])
            np.testing.assert_array_equal(record["polyakov"], line["polyakov"])
            if record.trajectory is not None:
                for key in ("delta_h", "accepted", "cg_iterations"):
                    self.assertEqual(getattr(record.trajectory, key), line[key])
        return records

    def test_python_m_glueball_is_the_program(self):
        for words, status in ((["--version"], 0), (["no-command"], 2)):
            module, own = (
                subprocess.run([*start, *words], capture_output=True, text=True, check=False)
                for start in ([sys.executable, "-m", "glueball"], [PROGRAM])
            )
            self.assertEqual(module.returncode, status, module.stderr)
            self.assertEqual((module.stdout, module.stderr), (own.stdout, own.stderr))

    def test_observables(self):
        u = glueball.read(QUICKSTART)
        names = "plaquette,polyakov,charge,wilson_loops:2x2"
        for device in self.each_device():
            (line,) = program("measure", QUICKSTART, "--observables", names, "--device", device.id)
            values = glueball.measure(u, names, device=device)
            self.assertEqual(glueball.plaquette(u, device=device), line["plaquette"])
            for name, value in values.items():
                np.testing.assert_array_equal(value, line[name])

    def test_heatbath(self):
        for device in self.each_device():
            folder = self.folder / device.info.id.replace(":", "")
            lines = program(
                "heatbath",
                "--lattice",
                "4,4,4,8",
                "--start",
                "hot",
                "--seed",
                5,
                "--beta",
                5.7,
                "--sweeps",
                3,
                "--device",
                device.id,
                "--output",
                folder,
            )
            chain = glueball.heatbath(CHAIN, beta=5.7, sweeps=3, device=device)
            self.same_steps(chain, lines)
            written = glueball.read(folder / "configuration-000003.ildg")
            np.testing.assert_array_equal(chain.configuration().links, written.links)

    def test_hmc_with_quarks(self):
        for device in self.each_device():
            folder = self.folder / device.info.id.replace(":", "")
            lines = program(
                "hmc",
                "--lattice",
                "4,4,4,8",
                "--start",
                "hot",
                "--seed",
                5,
                "--beta",
                5.5,
                "--kappa",
                0.15,
                "--tau",
                0.5,
                "--steps",
                6,
                "--trajectories",
                2,
                "--device",
                device.id,
                "--output",
                folder,
            )
            chain = glueball.hmc(CHAIN, beta=5.5, kappa=0.15, tau=0.5, steps=6, trajectories=2, device=device)
            self.same_steps(chain, lines)
            written = glueball.read(folder / "configuration-000002.ildg")
            np.testing.assert_array_equal(chain.configuration().links, written.links)


if __name__ == "__main__":
    unittest.main()
