"""Propagators, mesons and eigenvalues, beside the matrix, numpy and the program."""

import unittest

import glueball
import numpy as np
from support import QUICKSTART, OnDevices, program

QUARKS = (
    {"action": "wilson", "kappa": 0.13},
    {"action": "twisted-mass", "kappa": 0.13, "mu": 0.1},
    {"action": "clover", "kappa": 0.12, "csw": 1.2},
    {"action": "staggered", "mass": 0.3},
    {"action": "hisq", "mass": 0.3},
)


def noise(*shape):
    rng = np.random.default_rng(7)
    return rng.normal(size=shape) + 1j * rng.normal(size=shape)


def staggered_hops(u):
    """Of eta U and -eta U^+ / 2 in each direction, antiperiodic in time: matrices on all sites and colours,
    forwards and backwards, made of the links by numpy alone."""
    shape = u.links.shape[:4] + (3,)
    t, z, y, x = np.indices(shape[:4])
    eta = (0 * x, x, x + y, x + y + z)
    unit = np.eye(np.prod(shape)).reshape(*shape, -1)
    hops = []
    for mu in range(4):
        link = u.links[..., mu, :, :] * (1 - 2 * (eta[mu] % 2))[..., None, None]
        if mu == 3:
            link[-1] *= -1
        ahead = np.einsum("tzyxab,tzyxbn->tzyxan", link, np.roll(unit, -1, 3 - mu)).reshape(len(unit.T), -1)
        hops.append((ahead / 2, -ahead.conj().T / 2))
    return hops


def on_sites(matrix, field):
    return (matrix @ field.reshape(-1)).reshape(field.shape)


class Quarks(OnDevices):
    def test_staggered_numbers_are_those_of_a_dense_matrix(self):
        """Solutions, pions, condensates and Taylor's coefficients, of a light quark too."""
        u = glueball.random((4, 2, 2, 4), seed=9)
        hops = staggered_hops(u)
        d = sum(a + b for a, b in hops)
        first, second = hops[3][0] - hops[3][1], hops[3][0] + hops[3][1]
        unit = np.eye(len(d))
        for device, mass in self.in_turn((0.5, 0.001)):
            quark = {"action": "staggered", "mass": mass, "device": device}
            m = d + mass * unit
            inverse = np.linalg.inv(m)
            x = glueball.solve(u, "z2:0", columns=1, **quark).fields[0]
            # The noise is that of configuration 0.
            eta = np.round(on_sites(m, x).real)
            self.assertEqual(set(np.abs(eta).flat), {1})
            self.assertLess(np.linalg.norm(on_sites(m, x) - eta) / np.linalg.norm(eta), 1.001e-10)
            (pions,) = glueball.mesons(u, **quark)
            columns = inverse[:, :3].reshape(4, -1)
            np.testing.assert_allclose(pions["pion"], (abs(columns) ** 2).sum(1), rtol=1e-6)

            one, two = inverse @ first, inverse @ second
            e = eta.reshape(-1)
            trace = [
                one @ e,
                two @ e - one @ (one @ e),
                one @ e - 3 * two @ (one @ e) + 2 * one @ (one @ (one @ e)),
                two @ e - 4 * one @ (one @ e) - 3 * two @ (two @ e) + 12 * two @ (one @ (one @ e))
                - 6 * one @ (one @ (one @ (one @ e))),
            ]
            wanted = [(e @ v).imag if n % 2 == 0 else (e @ v).real for n, v in enumerate(trace)]
            found = glueball.measure(
                u, f"condensate:staggered:{mass}:1,taylor:staggered:{mass}:1", device=device
            )
            sites = len(e) // 3
            # The device has the links in single precision, rounded, in both.
            self.assertLess(abs(found["condensate"] * sites / (e @ (inverse @ e)).real - 1), 1e-6)
            np.testing.assert_allclose(found["taylor"], np.array(wanted) / len(e), rtol=3e-6)

    def test_overlap_solutions_are_those_of_the_exact_sign(self):
        u = glueball.random((2, 2, 2, 4), seed=9)
        m0, mass, tolerance = 1.4, 0.005, 1e-7
        shape = (4, 2, 2, 2, 4, 3)
        size = int(np.prod(shape))
        kernel = {"action": "wilson", "kappa": 1 / (8 - 2 * m0)}
        h = np.stack(
            [glueball.apply(u, v.reshape(shape), **kernel).reshape(-1) for v in np.eye(size) + 0j], 1
        )
        gamma5 = np.diag(np.broadcast_to(np.array([-1, -1, 1, 1])[:, None], shape).reshape(-1))
        h = gamma5 @ h
        self.assertLess(np.linalg.norm(h - h.conj().T), 1e-6)
        values, vectors = np.linalg.eigh(h)
        sign = (vectors * np.sign(values)) @ vectors.conj().T
        d = ((1 + mass) * np.eye(size) + (1 - mass) * gamma5 @ sign) / 2
        b = noise(*shape)
        for device in self.each_device():
            found = glueball.solve(
                u, b, action="overlap", m0=m0, mass=mass, tolerance=tolerance, device=device
            )
            left = np.linalg.norm(on_sites(d, found.fields[0]) - b) / np.linalg.norm(b)
            self.assertLessEqual(left, found.solves[0].residual_true * (1 + 1e-6))
            self.assertLessEqual(found.solves[0].residual_true, tolerance)

    def test_solutions_solve(self):
        u = glueball.random((4, 4, 4, 8), seed=2)
        for device, quark in self.in_turn(QUARKS):
            with self.subTest(**quark):
                spins = (4,) if "kappa" in quark else ()
                b = noise(8, 4, 4, 4, *spins, 3)
                found = glueball.solve(u, b, device=device, **quark)
                (x,) = found.fields
                residual = np.linalg.norm(glueball.apply(u, x, device=device, **quark) - b)
                self.assertLess(residual / np.linalg.norm(b), 1.001e-10)
                self.assertLessEqual(found.solves[0].residual_true, 1e-10)
                self.assertGreater(found.iterations, 0)

    def test_small_masses_from_an_odd_site(self):
        u = glueball.random((4, 4, 4, 8), seed=2)
        b = np.zeros((8, 4, 4, 4, 3), complex)
        b[0, 0, 0, 1, 0] = 1
        masses = (0.001, 0.1)
        for device, action in self.in_turn(("staggered", "naik", "hisq")):
            with self.subTest(action=action):
                found = glueball.solve(u, b, action=action, mass=masses, device=device)
                for x, s in zip(found.fields, found.solves, strict=True):
                    left = np.linalg.norm(glueball.apply(u, x, action=action, mass=s.mass, device=device) - b)
                    self.assertLess(left, 1.001e-10)
                    self.assertLessEqual(s.residual_true, 1e-10)

    def test_dagger(self):
        u = glueball.random((4, 4, 4, 8), seed=2)
        a, b = noise(8, 4, 4, 4, 4, 3), noise(8, 4, 4, 4, 4, 3)[::-1]
        for device, quark in self.in_turn(QUARKS[:3]):
            left = np.vdot(a, glueball.apply(u, b, device=device, **quark))
            right = np.vdot(glueball.apply(u, a, dagger=True, device=device, **quark), b)
            self.assertLess(abs(left - right), 1e-10 * abs(left))

    def test_mesons_are_the_programs(self):
        u, path = glueball.random((4, 4, 4, 8), seed=6), self.folder / "u.ildg"
        u.write(path)
        for device in self.each_device():
            (line,) = program("mesons", path, "--kappa", 0.11, "--device", device.id)
            (found,) = glueball.mesons(u, kappa=0.11, device=device)
            np.testing.assert_array_equal(found["pion"], line["pion"])
            g = 2 * 0.11 * glueball.propagator(u, kappa=0.11, device=device)
            np.testing.assert_allclose((abs(g) ** 2).sum((1, 2, 3, 4, 5, 6, 7)), found["pion"], rtol=1e-9)
            self.assertTrue(np.isfinite(found.masses()).any())

    def test_several_masses(self):
        u = glueball.random((4, 4, 4, 8), seed=2)
        found = glueball.solve(u, action="staggered", mass=(0.2, 0.5), columns=1)
        self.assertEqual([s.mass for s in found.solves], [0.2, 0.5])
        pairs = glueball.mesons(u, action="staggered", mass=(0.2, 0.5))
        self.assertEqual([c.quarks for c in pairs], [(0, 0), (0, 1), (1, 1)])

    def test_eigenvectors(self):
        u = glueball.random((4, 4, 4, 4), seed=2)
        quark = {"action": "wilson", "kappa": 0.11}
        found = glueball.eigenvalues(u, 3, vectors=True, **quark)
        for value, v in zip(found.values, found.vectors):
            image = glueball.apply(u, glueball.apply(u, v, **quark), dagger=True, **quark)
            self.assertLess(np.linalg.norm(image - value * v), 1e-6)

    def test_overlap_eigenvalues_are_the_programs(self):
        chain = glueball.heatbath(lattice=(4, 4, 4, 4), beta=9, sweeps=5)
        list(chain)
        path = self.folder / "u.ildg"
        u = chain.configuration()
        u.write(path)
        options = {"action": "overlap", "m0": 1.3, "smear": "stout:0.1:2"}
        flags = [word for key, value in options.items() for word in ("--" + key, value)]
        told = []
        (line,) = program("eigenvalues", path, "--count", 1, "--tolerance", 1e-2, *flags)
        found = glueball.eigenvalues(u, 1, tolerance=1e-2, progress=lambda *n: told.append(n), **options)
        np.testing.assert_array_equal(found.values, line["eigenvalues"])
        np.testing.assert_array_equal(found.residuals, line["residuals"])
        self.assertEqual((found.chiralities, found.index), (line["chiralities"], line["index"]))
        self.assertGreater(len(told), 0)
        (x,) = glueball.solve(u, columns=1, mass=0.4, tolerance=1e-5, **options).fields
        flags += ["--tolerance", 1e-5, "--mass", 0.4, "--columns", 1]
        program("solve", path, *flags, "--output", self.folder / "x.lime")
        np.testing.assert_array_equal(x, glueball.read_fields(self.folder / "x.lime")[0])
        for wrong in ({"mass": 0.1}, {"vectors": True}, {"sites": "even"}, {"kappa": 0.11}):
            with self.subTest(**wrong), self.assertRaises(glueball.ParameterError):
                glueball.eigenvalues(u, 2, **options, **wrong)

    def test_links_that_are_no_numbers_have_no_eigenvalues(self):
        u = glueball.unit((4, 4, 4, 4))
        u.links[0, 0, 0, 0, 0, 0, 0] = np.nan
        with self.assertRaises(glueball.ParameterError):
            glueball.eigenvalues(u, 1, kappa=0.1)

    def test_files(self):
        fields = [noise(8, 4, 4, 4, 4, 3), noise(8, 4, 4, 4, 4, 3)[::-1]]
        glueball.write_fields(self.folder / "f.lime", fields)
        for a, b in zip(fields, glueball.read_fields(self.folder / "f.lime")):
            np.testing.assert_array_equal(a, b)
        u = glueball.read(QUICKSTART)
        program("solve", QUICKSTART, "--kappa", 0.13, "--columns", 1, "--output", self.folder / "p.lime")
        (written,) = glueball.read_fields(self.folder / "p.lime")
        (solved,) = glueball.solve(u, columns=1, kappa=0.13).fields
        np.testing.assert_array_equal(written, solved)
        glueball.write_fields(self.folder / "s.lime", [noise(8, 4, 4, 4, 3)])
        self.assertEqual(glueball.read_fields(self.folder / "s.lime")[0].shape, (8, 4, 4, 4, 3))

    def test_lists_of_sources_are_told_from_fields(self):
        """Where a list has as many staggered fields as a spinor has time slices, too."""
        u = glueball.random((4, 4, 4, 4), seed=2)
        fields = [noise(4, 4, 4, 4, 3) for _ in range(4)]
        options = {"action": "staggered", "mass": 0.5, "tolerance": 1e-5, "block": 1}
        alone = [glueball.solve(u, one, **options).fields[0] for one in fields]
        for several in (fields, tuple(fields), np.stack(fields)):
            found = glueball.solve(u, several, **options).fields
            self.assertEqual(len(found), 4)
            np.testing.assert_array_equal(found, alone)
        spinor = noise(4, 4, 4, 4, 4, 3)
        for one in (spinor, [spinor], spinor.tolist()):
            self.assertEqual(len(glueball.solve(u, one, kappa=0.1, tolerance=1e-5).fields), 1)
        for wrong in ([], [fields[0], fields[0][:2]], [spinor], spinor[..., :2, :], fields[0][0]):
            with self.assertRaisesRegex(glueball.ParameterError, "source"):
                glueball.solve(u, wrong, **options)

    def test_columns_are_solved_for_together(self):
        u = glueball.random((4, 8, 4, 8), seed=2)
        for quark in ({"solver": "multigrid", "multigrid": "8"}, {"solver": "cg", "block": 3}):
            with self.subTest(**quark):
                told = []
                found = glueball.solve(u, columns=3, kappa=0.1, progress=lambda *n: told.append(n), **quark)
                self.assertEqual([s.column for s in found.solves], [0, 1, 2])
                self.assertEqual(len({s.seconds for s in found.solves}), 1)
                self.assertEqual({done for done, _, iterations, _ in told if iterations > 0}, {0})
                for n, x in enumerate(found.fields):
                    source = np.zeros_like(x)
                    source.reshape(-1)[n] = 1
                    left = glueball.apply(u, x, kappa=0.1) - source
                    self.assertLess(np.linalg.norm(left), 2e-10)

    def test_arguments_that_would_be_ignored(self):
        u = glueball.unit((4, 4, 4, 4))
        with self.assertRaisesRegex(glueball.ParameterError, "columns"):
            glueball.solve(u, noise(4, 4, 4, 4, 4, 3), columns=3, kappa=0.1)
        for keyword in ({"file": "x"}, {"ignore_checksum": True}, {"persistent_cg": "off"}):
            with self.subTest(**keyword), self.assertRaisesRegex(glueball.ParameterError, *keyword):
                glueball.solve(u, kappa=0.1, **keyword)
        with self.assertRaisesRegex(glueball.ParameterError, "ignore_checksum"):
            glueball.mesons(u, kappa=0.1, ignore_checksum=True)
        with self.assertRaisesRegex(glueball.ParameterError, "3 columns make no propagator"):
            glueball.propagator(u, columns=3, kappa=0.1, tolerance=1e-3)
        with self.assertRaisesRegex(glueball.ParameterError, "normalization"):
            glueball.mesons(u, action="staggered", mass=0.5, normalization="hopping")
        path = self.folder / "fields"
        for array in (noise(8, 4, 4, 4, 4, 3), noise(4, 4, 4, 4, 3)):
            with self.assertRaisesRegex(glueball.ParameterError, "list"):
                glueball.write_fields(path, array)
            glueball.write_fields(path, [array], force=True)
            self.assertEqual(glueball.read_fields(path)[0].shape, array.shape)

    def test_refusals(self):
        u = glueball.unit((4, 4, 4, 4))
        with self.assertRaisesRegex(glueball.ParameterError, "shape"):
            glueball.solve(u, np.zeros((4, 4, 4, 2, 4, 3)))
        with self.assertRaisesRegex(glueball.ParameterError, "mass"):
            glueball.solve(u, kappa=0.12, mass=0.5)
        with self.assertRaises(glueball.ParameterError):
            glueball.solve(u, kapa=0.12)
        with self.assertRaises(glueball.ParameterError):
            glueball.solve(u, "point:0,0,0,9")
        with self.assertRaises(glueball.ParameterError):
            glueball.mesons(u, "volume", kappa=0.1)
        with self.assertRaises(glueball.ConvergenceError):
            glueball.solve(glueball.random((4, 4, 4, 4)), kappa=0.2, max_iterations=3)


if __name__ == "__main__":
    unittest.main()
