"""A kernel of one's own, beside numpy."""

import unittest

import glueball
import numpy as np
from support import OnDevices

PLAQUETTE = """
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
FIELD_OUT(2, density)
void at_site(Site s) {
  const Su3 lower = mul(u_this(0, s.index), u_other(1, up(s, 0).index));
  const Su3 upper = mul(u_this(1, s.index), u_other(0, up(s, 1).index));
  density_store(0, s.index, real4(re_trace_mul_adj(lower, upper) / real(3), s.x, s.y, s.t));
}
"""


def expected(u):
    a, b = u.links[..., 0, :, :], u.links[..., 1, :, :]
    dagger = lambda m: m.conj().swapaxes(-1, -2)
    p = a @ np.roll(b, -1, 3) @ dagger(np.roll(a, -1, 2)) @ dagger(b)
    return np.trace(p, axis1=-2, axis2=-1).real / 3


class Kernels(OnDevices):
    def test_plaquette(self):
        u = glueball.random((4, 6, 8, 10), seed=3)
        kernel = glueball.kernel(PLAQUETTE)
        self.assertEqual(kernel.fields, ["u", "density"])
        with self.assertWarns(DeprecationWarning):  # the endings of the version before
            old = glueball.kernel(PLAQUETTE.replace("_this", "_here").replace("_other", "_there"))
        self.assertEqual(old.source, PLAQUETTE)
        for device in self.each_device():
            for precision in ("single", "double")[: 1 + device.info.float64]:
                lattice = glueball.Lattice(u.extents, device, precision=precision)
                density = glueball.SiteField(lattice)
                kernel(u=lattice.upload(u), density=density)
                values = density.numpy()
                self.assertEqual(values.shape, (10, 8, 6, 4, 4))
                np.testing.assert_allclose(
                    values[..., 0], expected(u), atol=1e-6 if precision == "single" else 1e-14
                )
                t, _, y, x = np.indices((10, 8, 6, 4))
                for k, coordinate in ((1, x), (2, y), (3, t)):
                    np.testing.assert_array_equal(values[..., k], coordinate)

    def test_links_are_written(self):
        u = glueball.random((4, 4, 6, 8), seed=4)
        kernel = glueball.kernel(
            "GAUGE_INOUT(0, u)\nvoid at_site(Site s) { u_put(3, s.index, adjoint(u(3, s.index))); }"
        )
        for device in self.each_device():
            field = glueball.Lattice(u.extents, device).upload(u)
            kernel(u=field)
            v = field.download()
            np.testing.assert_allclose(
                v.links[..., 3, :, :], u.links[..., 3, :, :].conj().swapaxes(-1, -2), atol=1e-6
            )
            np.testing.assert_allclose(v.links[..., :3, :, :], u.links[..., :3, :, :], atol=1e-6)

    def test_spinors(self):
        """A hop along x: U_x(x) psi(x + x)."""
        u = glueball.random((4, 6, 4, 8), seed=5)
        rng = np.random.default_rng(2)
        psi = rng.normal(size=(8, 4, 6, 4, 4, 3)) + 1j * rng.normal(size=(8, 4, 6, 4, 4, 3))
        hop = glueball.kernel(
            """
GAUGE_IN(0, u)
SPINOR_IN(1, psi_other)
SPINOR_OUT(2, result)
void at_site(Site s) {
  const Su3 link = u(0, s.index);
  const Spinor p = psi_other(up(s, 0).index);
  result_put(s.index, Spinor(mul(link, p.s0), mul(link, p.s1), mul(link, p.s2), mul(link, p.s3)));
}
"""
        )
        expected = np.einsum("...ab,...sb->...sa", u.links[..., 0, :, :], np.roll(psi, -1, axis=3))
        for device in self.each_device():
            lattice = glueball.Lattice(u.extents, device)
            source, result = glueball.SpinorField(lattice), glueball.SpinorField(lattice)
            source.put(psi)
            np.testing.assert_allclose(source.numpy(), psi, atol=1e-6)
            hop(u=lattice.upload(u), psi=source, result=result)
            np.testing.assert_allclose(result.numpy(), expected, atol=1e-5)

    def test_spinors_are_planes(self):
        """A spinor read by planes, and written into so many numbers a site."""
        rng = np.random.default_rng(6)
        psi = rng.normal(size=(6, 4, 4, 4, 4, 3)) + 1j * rng.normal(size=(6, 4, 4, 4, 4, 3))
        kernel = glueball.kernel(
            """
FIELD_IN(0, planes)
SPINOR_IN(1, psi)
SPINOR_OUT(2, copy)
FIELD_OUT(3, norm)
void at_site(Site s) {
  copy_put(s.index, psi(s.index));
  real sum = real(0);
  for (uint p = 0; p < 6; ++p) sum += dot(planes_plane(p, s.index), planes_plane(p, s.index));
  norm_store(0, s.index, real4(sum));
}
"""
        )
        expected = (np.abs(psi) ** 2).sum(axis=(-1, -2))
        for device in self.each_device():
            lattice = glueball.Lattice((4, 4, 4, 6), device)
            source, copy = glueball.SpinorField(lattice), glueball.SiteField(lattice, reals=24)
            norm = glueball.SiteField(lattice)
            source.put(psi)
            kernel(planes=source, psi=source, copy=copy, norm=norm)
            np.testing.assert_allclose(norm.numpy()[..., 0], expected, rtol=1e-5)
            np.testing.assert_allclose((copy.numpy() ** 2).sum(axis=-1), expected, rtol=1e-5)

    def test_numbers_go_up_and_down(self):
        for device in self.each_device():
            lattice = glueball.Lattice((4, 4, 6, 8), device)
            field = glueball.SiteField(lattice, reals=8)
            numbers = np.random.default_rng(1).integers(100, size=(8, 6, 4, 4, 8)).astype(float)
            field.put(numbers)
            np.testing.assert_array_equal(field.numpy(), numbers)
            with self.assertRaises(glueball.ParameterError):
                field.put(numbers[:4])

    def test_mistakes_are_named(self):
        lattice = glueball.Lattice((4, 4, 4, 4))
        f = glueball.SiteField(lattice)
        with self.assertRaisesRegex(glueball.ParameterError, "kernel:3: .*nonsense"):
            glueball.kernel("FIELD_OUT(0, f)\n\nvoid at_site(Site s) { nonsense; }")(f=f)
        with self.assertRaisesRegex(glueball.ParameterError, "without fields"):
            glueball.kernel("void at_site(Site s) {}")
        copy = glueball.kernel("FIELD_OUT(0, f)\nvoid at_site(Site s) { f_store(0, s.index, real4(1)); }")
        with self.assertRaisesRegex(glueball.ParameterError, "fields"):
            copy(g=f)
        with self.assertRaises(glueball.ParameterError):
            copy(f=np.zeros(4))
        two = glueball.kernel(
            "FIELD_IN(0, a)\nFIELD_OUT(1, b)\n"
            "void at_site(Site s) { b_store(0, s.index, a_plane(0, s.index)); }"
        )
        with self.assertRaisesRegex(glueball.ParameterError, "several lattices"):
            two(a=f, b=glueball.SiteField(glueball.Lattice((4, 4, 4, 4))))
        with self.assertRaises(glueball.ParameterError):
            glueball.SiteField(lattice, reals=5)


if __name__ == "__main__":
    unittest.main()
