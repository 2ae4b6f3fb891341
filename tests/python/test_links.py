"""Links that are not in SU(3): right numbers, or a refusal, wherever links go."""

import inspect
import unittest

import glueball
import numpy as np
from support import OnDevices

REFUSED = "links are not SU\\(3\\).*reconstruct=18"


def shifted(links, mu):
    return np.roll(links, -1, axis=3 - mu)


def dagger(m):
    return m.conj().swapaxes(-1, -2)


def plain_loops(links):
    """Plaquette, link trace and Polyakov loop by numpy."""
    u = [links[..., mu, :, :] for mu in range(4)]
    p = [
        np.trace(
            u[m] @ shifted(u[n], m) @ dagger(u[n] @ shifted(u[m], n)), axis1=-2, axis2=-1
        ).real.mean()
        for m in range(4)
        for n in range(m)
    ]
    line = u[3][0]
    for t in range(1, len(links)):
        line = line @ u[3][t]
    return {
        "plaquette": np.mean(p) / 3,
        "link_trace": np.trace(links, axis1=-2, axis2=-1).real.mean() / 3,
        "polyakov": np.trace(line, axis1=-2, axis2=-1).mean() / 3,
    }


def changed(change):
    u = glueball.random((4, 4, 4, 6), seed=3)
    change(u.links)
    return u


def antiperiodic(links):
    links[-1, ..., 3, :, :] *= -1


def scaled(links):
    links *= 1.01


def no_number(links):
    links[0, 1, 2, 3, 1, 2, 0] = np.nan


def matrices(links):
    links += 0.1 * np.random.default_rng(1).normal(size=links.shape)


def call(function, u, folder):
    """A function of the module, of these links."""
    options = {
        "solve": {"kappa": 0.1, "columns": 1},
        "propagator": {"kappa": 0.1},
        "mesons": {"kappa": 0.1},
        "eigenvalues": {"count": 1, "kappa": 0.1},
        "apply": {"psi": np.ones((6, 4, 4, 4, 4, 3)), "kappa": 0.1},
        "flow": {"time": 0.1},
    }
    return function(u, **options.get(function.__name__, {}))


class Links(OnDevices):
    def test_links_that_are_not_su3_are_refused_everywhere(self):
        functions = [
            thing
            for thing in map(glueball.__dict__.get, glueball.__all__)
            if inspect.isfunction(thing) and "u" in inspect.signature(thing).parameters
        ]
        self.assertGreaterEqual(len(functions), 13)
        for change in (antiperiodic, scaled, no_number, matrices):
            u = changed(change)
            for function in functions:
                with self.subTest(function=function.__name__, change=change.__name__):
                    with self.assertRaisesRegex(glueball.ParameterError, REFUSED):
                        call(function, u, self.folder)
            chain = {"beta": 5.7, "start": u}
            for start in (
                lambda: glueball.heatbath(chain),
                lambda: glueball.hmc(chain),
                lambda: glueball.hmc(beta=5.7, start=u),
                lambda: glueball.Lattice(u.extents).upload(u),
                lambda: glueball.Lattice(u.extents, reconstruct=8).upload(u),
                lambda: glueball.Lattice(u.extents, precision="half", reconstruct=18).upload(u),
            ):
                with self.assertRaisesRegex(glueball.ParameterError, REFUSED):
                    start()

    def test_a_link_that_is_changed_later_is_seen(self):
        u = glueball.random((4, 4, 4, 4))
        glueball.plaquette(u)
        u.links[3, 3, 3, 3, 3, 2, 2] += 0.01
        with self.assertRaisesRegex(glueball.ParameterError, "1 of 1024 links .*\\(3,3,3,3\\) in direct.* t"):
            glueball.plaquette(u)

    def test_18_reals_are_right_for_any_matrices(self):
        for device in self.each_device():
            for change in (antiperiodic, scaled, matrices):
                u = changed(change)
                right = plain_loops(u.links)
                for precision, digits in (("single", 5), ("double", 12)):
                    if precision == "double" and not device.info.float64:
                        continue
                    with self.subTest(precision=precision, change=change.__name__):
                        lattice = glueball.Lattice(u.extents, device, precision=precision, reconstruct=18)
                        field = lattice.upload(u)
                        found = glueball.measure(field, "plaquette,link_trace,wilson_loops:1x1")
                        self.assertAlmostEqual(found["plaquette"], right["plaquette"], digits)
                        self.assertAlmostEqual(found["link_trace"], right["link_trace"], digits)
                        self.assertAlmostEqual(glueball.polyakov(field), right["polyakov"], digits)
                        if precision == "double":
                            np.testing.assert_array_equal(field.download().links, u.links)

    def test_what_is_of_su3_alone_is_refused_of_18_reals(self):
        u = changed(scaled)
        field = glueball.Lattice(u.extents, reconstruct=18).upload(u)
        for name in ("charge", "polyakov:0.5", "condensate:staggered:0.5", "slices", "weinberg"):
            with self.assertRaisesRegex(glueball.ParameterError, f"'{name}' of links that are not all SU"):
                glueball.measure(field, name)
        field.upload(glueball.unit(u.extents))
        self.assertAlmostEqual(glueball.charge(field), 0)


if __name__ == "__main__":
    unittest.main()
