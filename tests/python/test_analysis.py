"""Errors, masses, states and fits, where the answers are known."""

import unittest

import glueball
import numpy as np
from glueball import analysis
from support import OnDevices


def autoregressive(n, a, seed=1):
    """x(t+1) = a x(t) + noise of variance 1: tau_int = (1 + a) / (1 - a) / 2."""
    rng = np.random.default_rng(seed)
    x = np.empty(n)
    x[0] = rng.normal() / np.sqrt(1 - a * a)
    steps = rng.normal(size=n)
    for t in range(1, n):
        x[t] = a * x[t - 1] + steps[t]
    return x


class Errors(OnDevices):
    def test_autocorrelation_time(self):
        n, a = 100_000, 0.8
        estimate = analysis.gamma_method(autoregressive(n, a))
        tau = (1 + a) / (1 - a) / 2
        self.assertLess(abs(estimate.tau_int - tau), 4 * estimate.tau_int_error)
        exact = np.sqrt(2 * tau / n / (1 - a * a))
        self.assertLess(abs(estimate.error / exact - 1), 0.1)
        self.assertTrue(estimate.reliable)

    def test_functions_of_means(self):
        rng = np.random.default_rng(3)
        data = np.stack([4 + rng.normal(size=5000), 2 + rng.normal(size=5000)], axis=1)
        ratio = lambda m: m[0] / m[1]
        exact = 2 * np.sqrt((1 / 16 + 1 / 4) / 5000)
        for estimate in (
            analysis.gamma_method(data, ratio),
            analysis.jackknife(data, ratio),
            analysis.jackknife(data, ratio, bin=10),
            analysis.bootstrap(data, ratio, samples=500),
        ):
            self.assertLess(abs(estimate.mean - 2), 5 * exact)
            self.assertLess(abs(estimate.error / exact - 1), 0.2)

    def test_s_is_that_of_functions_too(self):
        x = autoregressive(4000, 0.9)
        for s in (1, 1.5, 4):
            one, other = analysis.gamma_method(x, s=s), analysis.gamma_method(x, lambda m: m[0], s=s)
            self.assertAlmostEqual(one.error, other.error, 12)
            self.assertEqual(one.window, other.window)
        self.assertNotEqual(analysis.gamma_method(x, s=1).error, analysis.gamma_method(x, s=4).error)

    def test_jackknife_is_the_formula(self):
        x = np.random.default_rng(4).normal(size=50)
        estimate = analysis.jackknife(x)
        self.assertAlmostEqual(estimate.error, x.std(ddof=1) / np.sqrt(50), 12)

    def test_the_programs_summary(self):
        chain = glueball.heatbath(lattice=(4, 4, 4, 4), beta=5.7, sweeps=40, observables="plaquette", seed=2)
        series = [record.plaquette for record in chain]
        summary = chain.summary()["plaquette"]
        estimate = analysis.gamma_method(series)
        self.assertEqual(
            (estimate.mean, estimate.error, estimate.tau_int), (summary.mean, summary.error, summary.tau_int)
        )

    def test_refusals(self):
        with self.assertRaises(glueball.ParameterError):
            analysis.gamma_method(np.zeros((2, 2)))
        with self.assertRaises(glueball.ParameterError):
            analysis.bootstrap(np.zeros(5), bin=4)
        for call in (
            lambda: analysis.gamma_method(np.arange(9), s=0),
            lambda: analysis.gamma_method(np.arange(9), s=np.nan),
            lambda: analysis.jackknife(np.arange(9), bin=0),
            lambda: analysis.bootstrap(np.arange(9), bin=0),
            lambda: analysis.bootstrap(np.ones((9, 2))),
            lambda: analysis.jackknife(3.0),
            lambda: analysis.resampled(np.ones((9, 4)), bin=0),
            lambda: analysis.resampled(np.ones(9)),
            lambda: analysis.log_masses(np.ones((9, 4))),
            lambda: analysis.cosh_masses(np.ones((9, 4))),
            lambda: analysis.gamma_method(np.ones(9) * 1j),
            lambda: analysis.jackknife(np.ones(9) * 1j),
        ):
            with self.assertRaises(glueball.ParameterError):
                call()
        for call in (analysis.jackknife, analysis.bootstrap):
            with self.assertRaises(TypeError):
                call(np.arange(9), bin=2.5)
        self.assertEqual(analysis.cosh_masses([]).size, 0)
        with self.assertRaises(ZeroDivisionError):
            analysis.gamma_method(np.ones((20, 1)), lambda m: 1 / 0)


class Masses(OnDevices):
    def test_cosh(self):
        t = np.arange(16)
        c = np.cosh(0.4 * (8 - t))
        np.testing.assert_allclose(analysis.cosh_masses(c), 0.4, atol=1e-10)
        np.testing.assert_allclose(analysis.log_masses(np.exp(-0.3 * t)), 0.3)
        self.assertTrue(np.isnan(analysis.log_masses([1, -1])).all())

    def test_resampled_masses(self):
        t = np.arange(16)
        noise = 1 + 0.01 * np.random.default_rng(5).normal(size=(200, 16))
        masses, errors = analysis.resampled(np.cosh(0.4 * (8 - t)) * noise)
        self.assertTrue((abs(masses[:5] - 0.4) < 5 * errors[:5]).all())
        self.assertTrue((errors > 0).all())

    def test_two_states(self):
        """Of C_ij = sum_n z_in z_jn exp(-E_n t) with as many states as operators the answer is exact."""
        energies, z = np.array([0.3, 0.9]), np.array([[1.0, 0.5], [0.2, 1.0]])
        t = np.arange(12)
        c = np.einsum("in,jn,nt->tij", z, z, np.exp(-energies[:, None] * t))
        values, vectors = analysis.gevp(c, t0=2)
        np.testing.assert_allclose(values, np.exp(-energies[None] * (t[:, None] - 2)), rtol=1e-8)
        np.testing.assert_allclose(
            np.log(values[:-1] / values[1:]), np.broadcast_to(energies, (11, 2)), rtol=1e-8
        )
        v = vectors[5, :, 0]
        self.assertAlmostEqual(v @ c[2] @ v, 1)
        with self.assertRaises(glueball.ParameterError):
            analysis.gevp(-c, t0=2)
        with self.assertRaises(glueball.ParameterError):
            analysis.gevp(c, t0=12)

    def test_fits(self):
        x = np.linspace(0, 5, 30)
        y = 2 * np.exp(-0.7 * x) + 0.01 * np.random.default_rng(6).normal(size=30)
        model = lambda x, a, m: a * np.exp(-m * x)
        found = analysis.fit(model, x, y, np.full(30, 0.01), (1, 1))
        self.assertTrue((abs(found.parameters - (2, 0.7)) < 4 * found.errors).all())
        self.assertEqual(found.dof, 28)
        self.assertGreater(found.p, 1e-3)
        self.assertRegex(str(found), r"^\S+ \+- \S+, \S+ \+- \S+; chi2/dof \S+/28$")
        covariance = np.diag(np.full(30, 0.01) ** 2)
        again = analysis.fit(model, x, y, covariance, (1, 1))
        np.testing.assert_allclose(again.parameters, found.parameters, rtol=1e-6)
        self.assertAlmostEqual(again.chi2, found.chi2, 4)
        with self.assertRaises(glueball.ParameterError):
            analysis.fit(model, x[:1], y[:1], [0.01], (1, 1))


if __name__ == "__main__":
    unittest.main()
