"""Configurations: files, arrays that are no copies, refusals."""

import copy
import gc
import multiprocessing
import pickle
import unittest

import glueball
import numpy as np
from support import QUICKSTART, OnDevices


class Configurations(OnDevices):
    def test_links_are_the_configurations_own_memory(self):
        u = glueball.unit((4, 6, 8, 10))
        self.assertEqual(u.extents, (4, 6, 8, 10))
        self.assertEqual(u.links.shape, (10, 8, 6, 4, 4, 3, 3))
        self.assertEqual(u.links.dtype, np.complex128)
        self.assertTrue(np.shares_memory(u.links, u.links))
        self.assertTrue(np.shares_memory(np.asarray(u), u.links))
        self.assertTrue(np.shares_memory(np.from_dlpack(u), u.links))
        u.links[3, 2, 1, 0, 1] = 2 * np.eye(3)
        self.assertEqual(u.links[3, 2, 1, 0, 1, 0, 0], 2)
        np.testing.assert_array_equal(u.links[0, 0, 0, 0, 0], np.eye(3))

    def test_an_array_keeps_the_configuration(self):
        links = glueball.random((4, 4, 4, 4), seed=3).links
        gc.collect()
        np.testing.assert_allclose(
            links[0, 0, 0, 0, 0] @ links[0, 0, 0, 0, 0].conj().T, np.eye(3), atol=1e-14
        )

    def test_sites_are_t_z_y_x(self):
        """The plaquette of numpy's arrays is the library's."""
        u = glueball.random((4, 6, 8, 10), seed=5)
        axis = {0: 3, 1: 2, 2: 1, 3: 0}
        total = 0
        for mu in range(4):
            for nu in range(mu):
                a, b = u.links[..., mu, :, :], u.links[..., nu, :, :]
                p = (
                    a
                    @ np.roll(b, -1, axis[mu])
                    @ np.roll(a, -1, axis[nu]).conj().swapaxes(-1, -2)
                    @ (b.conj().swapaxes(-1, -2))
                )
                total += np.trace(p, axis1=-2, axis2=-1).real.mean() / 3
        for device in self.each_device():
            self.assertAlmostEqual(glueball.plaquette(u, device=device), total / 6, 6)

    def test_files_come_back_to_the_bit(self):
        u = glueball.read(QUICKSTART)
        self.assertEqual(u.header["format"], "ildg")
        self.assertTrue(u.header["checksum_verified"])
        for format in ("ildg", "nersc", "openqcd"):
            path = self.folder / f"u.{format}"
            u.write(path, format)
            np.testing.assert_array_equal(glueball.read(path).links, u.links)
        u.write(self.folder / "u.milc", "milc")  # which has 32 bits alone
        np.testing.assert_allclose(glueball.read(self.folder / "u.milc").links, u.links, atol=1e-6)

    def test_arrays_become_configurations(self):
        u = glueball.random((4, 4, 6, 8), seed=2)
        np.testing.assert_array_equal(glueball.Configuration.from_array(u.links).links, u.links)
        big = glueball.Configuration.from_array(u.links.astype(">c16"))
        np.testing.assert_array_equal(big.links, u.links)
        v = glueball.Configuration.from_array(u.links.astype(np.complex64))
        self.assertEqual(v.extents, u.extents)
        np.testing.assert_allclose(v.links, u.links, atol=1e-6)
        w = u.copy()
        w.links[...] = 0
        self.assertGreater(abs(u.links).max(), 0)

    def test_pickles_and_copies_are_the_same_to_the_bit(self):
        u = glueball.read(QUICKSTART)
        for v in (pickle.loads(pickle.dumps(u)), copy.copy(u), copy.deepcopy(u)):
            self.assertEqual((v.extents, v.header), (u.extents, u.header))
            np.testing.assert_array_equal(v.links, u.links)
            self.assertFalse(np.shares_memory(v.links, u.links))

    def test_a_spawned_process_is_given_a_configuration(self):
        u = glueball.random((4, 4, 4, 4), seed=4)
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            self.assertLess(pool.apply_async(glueball.Configuration.unitarity_deviation, (u,)).get(60), 1e-14)

    def test_extents_are_integers(self):
        for extents in ((4.7, 4, 4, 4), (4.0, 4, 4, 4), np.array([4.0, 4, 4, 4]), ("4", 4, 4, 4)):
            for call in (glueball.unit, glueball.random, glueball.Configuration, glueball.Lattice):
                with self.subTest(call=call, extents=extents), self.assertRaises(glueball.ArgumentTypeError):
                    call(extents)
        self.assertEqual(glueball.unit(np.array([4, 4, 4, 6])).extents, (4, 4, 4, 6))

    def test_what_makes_no_sense_is_said(self):
        u = glueball.unit((4, 4, 4, 4))
        with self.assertRaisesRegex(glueball.FileError, "nothere.*check the path"):
            glueball.read(self.folder / "nothere")
        (self.folder / "text").write_text("no configuration")
        with self.assertRaises(glueball.FileError):
            glueball.read(self.folder / "text")
        with self.assertRaises(glueball.ParameterError):
            glueball.unit((4, 4, 4, 3))
        u.links[0, 0, 0, 0, 0, 0, 0] = np.nan
        self.assertTrue(np.isnan(u.unitarity_deviation()))
        with self.assertRaises(glueball.ParameterError):
            glueball.unit((4, 4, 4))
        with self.assertRaisesRegex(ValueError, "shape"):
            glueball.Configuration.from_array(np.zeros((4, 4, 4, 4, 4, 3)))
        with self.assertRaisesRegex(glueball.ParameterError, "complex128"):
            glueball.Configuration.from_array(np.zeros((4, 4, 4, 4, 4, 3, 3)))
        with self.assertRaises(glueball.ParameterError):
            u.write(self.folder / "u", "parchment")
        with self.assertRaises(TypeError):
            glueball.read(5)
        u.write(self.folder / "u")
        with self.assertRaisesRegex(glueball.ParameterError, "force"):
            u.write(self.folder / "u")
        u.write(self.folder / "u", force=True)
        with self.assertRaisesRegex(glueball.ParameterError, "info"):
            u.write(self.folder / "v", "nersc", info="from nowhere")


if __name__ == "__main__":
    unittest.main()
