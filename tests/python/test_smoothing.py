"""Flow, smearing and gauge fixing: what the program prints, and what must hold."""

import unittest

import glueball
import numpy as np
from support import QUICKSTART, OnDevices, program


class Smoothing(OnDevices):
    def test_flow_is_the_programs(self):
        u = glueball.read(QUICKSTART)
        for device in self.each_device():
            lines = program(
                "flow", QUICKSTART, "--times", "0.05,0.1", "--step", "0.05", "--device", device.id
            )
            found = glueball.flow(u, times=(0.05, 0.1), step=0.05, device=device)
            for n, line in enumerate(lines[:3]):
                self.assertEqual(found.t[n], line["t"])
                self.assertEqual(found.t2e[n], line["t2e"])
                self.assertEqual(found.charge[n], line["charge"])
            self.assertGreater(glueball.plaquette(found.configuration), glueball.plaquette(u))

    def test_smeared_links_are_the_programs(self):
        u = glueball.read(QUICKSTART)
        for method in ("ape", "stout", "hyp"):
            out = self.folder / f"{method}.ildg"
            program("smear", QUICKSTART, out, "--method", method)
            np.testing.assert_array_equal(glueball.smear(u, method).links, glueball.read(out).links)
        fat, long_links = glueball.hisq_links(u)
        self.assertEqual(fat.extents, long_links.extents)
        self.assertGreater(long_links.unitarity_deviation(), 1e-3)

    def test_gauge_fixing(self):
        u = glueball.read(QUICKSTART)
        for device in self.each_device():
            (line,) = program("fix", QUICKSTART, "--theta", "1e-8", "--device", device.id)
            found = glueball.fix(u, theta=1e-8, device=device)
            self.assertEqual(found.best.functional, line["functional"])
            self.assertEqual(found.best.iterations, line["iterations"])
            g = found.transformation
            axis = 3
            moved = g @ u.links[..., 0, :, :] @ np.roll(g, -1, axis).conj().swapaxes(-1, -2)
            np.testing.assert_allclose(moved, found.configuration.links[..., 0, :, :], atol=1e-6)
        again = glueball.fix(found.configuration, theta=1e-8)
        self.assertEqual(again.best.iterations, 0)

    def test_arguments_that_would_be_ignored(self):
        u = glueball.unit((4, 4, 4, 4))
        for call in (
            lambda: glueball.smear(u, "stout", alpha=0.5),
            lambda: glueball.smear(u, "stout", projection="polar"),
            lambda: glueball.smear(u, "ape", rho=0.1),
            lambda: glueball.smear(u, "hyp", alpha=0.6),
            lambda: glueball.flow(u, 1.0, times=[0.1]),
            lambda: glueball.flow(u, interval=0.1, times=[0.1]),
            lambda: glueball.fix(u, storage="image"),
            lambda: glueball.fix(u, save_transformation="g.lime"),
            lambda: glueball.fix(u, propagator=True),
            lambda: glueball.fix(u, json=True),
            lambda: glueball.plaquette(glueball.Lattice(u.extents).upload(u), device=glueball.Device()),
        ):
            with self.assertRaises(glueball.ParameterError):
                call()

    def test_progress_and_refusals(self):
        u = glueball.read(QUICKSTART)
        seen = []
        glueball.flow(u, 0.1, step=0.05, interval=0.05, progress=lambda *news: seen.append(news))
        self.assertEqual([n[0] for n in seen], [0.05, 0.1])
        for call in (
            lambda: glueball.flow(u, 1, step=0.5, interval=0.5),
            lambda: glueball.flow(u, action="flood"),
            lambda: glueball.smear(u, "blot"),
            lambda: glueball.fix(u, "axial"),
            lambda: glueball.fix(u, omega=3),
            lambda: glueball.fix(u, save="x.ildg"),
            lambda: glueball.fix(u, hdf5="x.h5"),
            lambda: glueball.flow(u, -1),
            lambda: glueball.flow(u, 1, step=-0.1),
            lambda: glueball.flow(u, 1, interval=0),
            lambda: glueball.smear(u, steps=-1),
            lambda: glueball.smear(u, rho=float("nan")),
            lambda: glueball.hisq_links(u, float("nan")),
            lambda: glueball.solve(u, [], kappa=0.1),
        ):
            with self.assertRaises(glueball.ParameterError):
                call()
        with self.assertRaises(glueball.ConvergenceError):
            glueball.fix(u, theta=1e-30, max_iterations=50)


if __name__ == "__main__":
    unittest.main()
