"""Chains: options, directories that the program goes on with, summaries, trajectories."""

import os
import pathlib
import shutil
import unittest

import glueball
import numpy as np
from support import SOURCE, OnDevices, program

HEATBATH = {"lattice": (4, 4, 4, 4), "beta": 5.7, "start": "hot", "sweeps": 4, "seed": 3}
HMC = {"lattice": (4, 4, 4, 4), "start": "hot", "beta": 5.5, "tau": 0.5, "steps": 4, "trajectories": 3}


class Chains(OnDevices):
    def test_the_program_goes_on_with_a_chain(self):
        whole = glueball.heatbath(HEATBATH)
        list(whole)
        chain = glueball.heatbath(HEATBATH, output=self.folder / "run")
        self.assertEqual(len(list(chain.run(2))), 2)
        self.assertEqual(chain.directory, str(self.folder / "run"))
        with self.assertRaises(AssertionError):  # one process at a time
            program("heatbath", "--resume", self.folder / "run")
        del chain
        lines = program("heatbath", "--resume", self.folder / "run")
        self.assertEqual([line["step"] for line in lines[:-1]], [3, 4])
        self.assertEqual(lines[-1]["summary"]["plaquette"], whole.summary()["plaquette"].mean)
        written = glueball.read(self.folder / "run" / "configuration-000004.ildg")
        np.testing.assert_array_equal(written.links, whole.configuration().links)

    def test_a_chain_goes_on_with_the_programs_bits(self):
        ranlux = {**HEATBATH, "random": "ranlux"}
        for make, name, options in (
            (glueball.heatbath, "heatbath", {**HEATBATH, "overrelax": 1}),
            (glueball.heatbath, "heatbath", ranlux),
            (glueball.hmc, "hmc", {**HMC, "trajectories": 4}),
        ):
            with self.subTest(name, **options):
                length = "sweeps" if name == "heatbath" else "trajectories"
                folder = self.folder / f"{name}{options.get('random', '')}"
                whole = make(options, output=folder / "whole")
                records = list(whole)
                chain = make(options, output=folder / "part", **{length: 2})
                list(chain)
                del chain
                shutil.copytree(folder / "part", folder / "program")
                program(name, "--resume", folder / "program", f"--{length}", 4)
                chain = glueball.resume(folder / "part", **{length: 4})
                self.assertEqual((chain.done, chain.last_step), (2, 4))
                again = list(chain)
                self.assertEqual([r.step for r in again], [3, 4])
                self.assertEqual([r.plaquette for r in again], [r.plaquette for r in records[2:]])
                summary = chain.summary()
                self.assertEqual(summary["plaquette"].mean, whole.summary()["plaquette"].mean)
                for other in ("whole", "program"):
                    u = glueball.read(folder / other / "configuration-000004.ildg")
                    np.testing.assert_array_equal(u.links, chain.configuration().links)

    def test_what_cannot_be_resumed(self):
        with self.assertRaises(glueball.Error):
            glueball.resume(self.folder / "nothere")
        run = self.folder / "run"
        list(glueball.heatbath(HEATBATH, output=run, save_interval=2))
        self.assertEqual(list(glueball.resume(run)), [])
        with self.assertRaisesRegex(glueball.ParameterError, "all 4 steps are done"):
            glueball.resume(run, sweeps=3)
        with self.assertRaisesRegex(glueball.ParameterError, "beta"):
            glueball.resume(run, beta=6.0, sweeps=6)
        with self.assertRaisesRegex(glueball.ParameterError, "start"):
            glueball.heatbath(resume=run, sweeps=6, start=glueball.unit((4, 4, 4, 4)))
        with self.assertRaisesRegex(glueball.ParameterError, "elsewhere|output"):
            glueball.resume(run, sweeps=6, output=self.folder / "other")
        os.truncate(run / "configuration-000004.ildg", 900)
        with self.assertWarnsRegex(UserWarning, "set aside"):
            chain = glueball.resume(run, sweeps=6)
        self.assertEqual(chain.done, 2)
        with self.assertRaisesRegex(glueball.Error, "in use by process"):
            glueball.resume(run, sweeps=6)
        list(chain)
        alone = glueball.heatbath(HEATBATH, sweeps=6)
        list(alone)
        np.testing.assert_array_equal(chain.configuration().links, alone.configuration().links)

    def test_a_loop_that_is_left_keeps_what_it_has(self):
        chain = glueball.heatbath(HEATBATH, output=self.folder / "run")
        for record in chain:
            if record.step == 2:
                break
        self.assertTrue((self.folder / "run" / "configuration-000002.ildg").is_file())
        with self.assertRaises(glueball.ParameterError):
            glueball.heatbath(HEATBATH).save()

    def test_a_loop_in_the_handler_of_another_error_keeps_what_it_has(self):
        try:
            raise glueball.FileError("before")
        except glueball.Error:
            for record in glueball.heatbath(HEATBATH, output=self.folder / "run"):
                if record.step == 2:
                    break
        self.assertTrue((self.folder / "run" / "configuration-000002.ildg").is_file())

    def test_words(self):
        alone = [r.plaquette for r in glueball.heatbath(HEATBATH)]
        same = glueball.heatbath(HEATBATH, lattice=np.array((4, 4, 4, 4)), no_tune=True, output=None)
        self.assertEqual(same.directory, "")
        self.assertEqual([r.plaquette for r in same], alone)
        for options in ({"sweeps": True}, {"hdf5": "x.h5"}, {"ranks": "1,1,1,2"}, {1: 2}):
            with self.subTest(**{str(k): v for k, v in options.items()}):
                with self.assertRaises(glueball.ParameterError):
                    glueball.heatbath({**HEATBATH, **options})

    def test_a_file_of_options(self):
        path = self.folder / "run.toml"
        path.write_text(
            'lattice = [4, 4, 4, 4]\\nstart = "hot"\\nbeta = 5.7\\nsweeps = 2\\nseed = 3\\n'.replace(
                "\\n", "\n"
            )
        )
        a = glueball.heatbath(path)
        b = glueball.heatbath(HEATBATH, sweeps=2)
        self.assertEqual([r.plaquette for r in a], [r.plaquette for r in b])
        self.assertIn("beta = 5.7", a.config)
        path.write_text(path.read_text() + f'output = "{self.folder / "kept"}"\n')
        self.assertEqual(glueball.heatbath(path).directory, str(self.folder / "kept"))
        longer = glueball.heatbath(path, sweeps=3)
        self.assertEqual(longer.last_step, 3)

    def test_starts(self):
        u = glueball.random((4, 4, 4, 4), seed=3)
        u.write(self.folder / "u.ildg")
        plaquettes = set()
        for start in (u, "hot", str(self.folder / "u.ildg")):
            options = {k: v for k, v in HEATBATH.items() if k not in ("start", "lattice")}
            if start == "hot":
                options["lattice"] = (4, 4, 4, 4)
            plaquettes.add(glueball.heatbath(options, start=start).step().plaquette)
        self.assertEqual(len(plaquettes), 1)
        options = {"beta": 5.7, "seed": 3, "start": u}
        self.assertEqual({glueball.heatbath(options).step().plaquette}, plaquettes)
        with self.assertRaisesRegex(glueball.ParameterError, "lattice"):
            glueball.heatbath(HEATBATH, start=glueball.unit((4, 4, 4, 8)))

    def test_a_start_is_not_removed(self):
        options = {"beta": 5.7, "sweeps": 2, "save_interval": 1, "output": str(self.folder)}
        list(glueball.heatbath(HEATBATH, **options))
        start = self.folder / "configuration-000002.ildg"
        before = start.read_bytes()
        options.update(force=True)
        with self.assertRaisesRegex(glueball.ParameterError, "it would be removed, and this run reads it"):
            glueball.heatbath(start=str(start), **options)
        self.assertEqual(start.read_bytes(), before)
        u = glueball.read(start)  # in memory it is safe
        self.assertEqual(len(list(glueball.heatbath(start=u, **options))), 2)

    def test_keywords_act_or_are_refused(self):
        for options in (
            {"validate": True},
            {"no_cache": True},
            {"json": True},
            {"quiet": True},
            {"print_config": True},
            {"transport": "shared"},
            {"overlap": "on"},
            {"load_balance": "3,1"},
            {"ranks": "1,1,1,2"},
            {"hdf5": "x.h5"},
            {"view": True},
            {"scene": "--field action"},
            {"persistent_cg": "on"},
        ):
            with self.subTest(**options), self.assertRaises(glueball.ParameterError):
                glueball.heatbath(HEATBATH, **options)
        with self.assertWarns(DeprecationWarning):  # the name of the version before
            self.assertIn('persistent-cg = "off"', glueball.hmc(HMC, together="off").config)
        # An option that the call turns off overrules a file of options.
        file = self.folder / "options.toml"
        file.write_text("no-tune = true\nlattice = [4, 4, 4, 4]\n")
        self.assertIn("no-tune = true", glueball.heatbath(file, beta=5.7).config)
        self.assertIn("no-tune = false", glueball.heatbath(file, beta=5.7, no_tune=False).config)

    def test_a_chain_from_links_of_the_callers_goes_on_whatever_their_extents(self):
        u = glueball.random((4, 4, 4, 8), seed=3)  # the default is another lattice
        folder = str(self.folder / "run")
        chain = glueball.heatbath(start=u, beta=5.7, sweeps=3, seed=3, output=folder)
        for _ in range(2):
            chain.step()
        chain.save()
        del chain
        rest = [record.plaquette for record in glueball.resume(folder)]
        whole = [record.plaquette for record in glueball.heatbath(start=u, beta=5.7, sweeps=3, seed=3)]
        self.assertEqual(rest, whole[2:])

    def test_levels_and_monomials(self):
        options = {
            "lattice": (4, 4, 4, 4),
            "start": "hot",
            "trajectories": 1,
            "tau": 0.3,
            "level": [{"integrator": "omelyan", "steps": 2}, {"integrator": "leapfrog", "steps": 3}],
            "monomial": [
                {"kind": "gauge", "level": 1, "beta": 5.3},
                {"kind": "staggered", "level": 0, "mass": 0.5},
            ],
        }
        (record,) = glueball.hmc(options)
        names = [m["name"] for m in record.trajectory.monomials]
        self.assertEqual(len(names), 2)
        self.assertTrue(np.isfinite(record.trajectory.delta_h))

    def test_summary_of_trajectories(self):
        chain = glueball.hmc(HMC, observables="polyakov")
        self.assertEqual(chain.summary(), {})
        records = list(chain)
        summary = chain.summary()
        self.assertAlmostEqual(summary["plaquette"].mean, np.mean([r.plaquette for r in records]), 12)
        self.assertAlmostEqual(
            summary["exp_minus_delta_h"].mean, np.mean([np.exp(-r.trajectory.delta_h) for r in records]), 12
        )
        self.assertEqual(summary["polyakov"].mean.shape, (2,))
        self.assertFalse(summary["plaquette"].reliable)

    def test_a_chain_that_never_moves_warns(self):
        chain = glueball.hmc(
            lattice=(4, 4, 4, 4), start="hot", beta=5.5, kappa=0, tau=2, steps=1, trajectories=3
        )
        with self.assertWarnsRegex(UserWarning, "3 trajectories in a row were rejected"):
            list(chain)

    def test_a_faulty_device_is_an_exception(self):
        chain = glueball.hmc(HMC, kappa=0.1, inject_fault=True)
        with self.assertRaisesRegex(glueball.Error, "device memory or arithmetic is at fault"):
            list(chain)

    def test_memory_is_not_doubled(self):
        u = glueball.random((12, 12, 12, 16), seed=1)
        u.write(self.folder / "u.ildg")
        size = u.links.nbytes
        del u
        before = resident()
        v = glueball.read(self.folder / "u.ildg")
        views = [v.links, np.asarray(v), np.from_dlpack(v)]
        self.assertLess(resident() - before, 1.3 * size)
        self.assertEqual(len(views), 3)


class OtherCodes(OnDevices):
    """Files of the other codes, where they are beside the source."""

    def test_files_go_round(self):
        folder = pathlib.Path(os.environ.get("GLUEBALL_CONFIGS", SOURCE.parent / "shared" / "configs"))
        read = 0
        for path in sorted(folder.rglob("*")) if folder.is_dir() else []:
            if not path.is_file() or path.stat().st_size > 10_000_000:
                continue
            try:
                u = glueball.read(path)
            except glueball.FileError:
                continue  # no configuration, or one without extents
            read += 1
            u.write(self.folder / "u.ildg", force=True)
            np.testing.assert_array_equal(glueball.read(self.folder / "u.ildg").links, u.links)
        if read == 0:
            self.skipTest("there are no files of other codes")

    def test_propagators_go_round(self):
        folder = pathlib.Path(os.environ.get("GLUEBALL_CONFIGS", SOURCE.parent / "shared" / "configs"))
        read = 0
        for path in sorted(folder.rglob("*")) if folder.is_dir() else []:
            if not path.is_file() or path.stat().st_size > 20_000_000:
                continue
            try:
                fields = glueball.read_fields(path)
            except glueball.FileError:
                continue
            read += 1
            glueball.write_fields(self.folder / "f.lime", fields, force=True)
            for a, b in zip(fields, glueball.read_fields(self.folder / "f.lime")):
                np.testing.assert_array_equal(a, b)
        if read == 0:
            self.skipTest("there are no propagators of other codes")


def resident():
    """Bytes of memory that the process has at most had."""
    for line in pathlib.Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) * 1024
    raise AssertionError("no VmHWM")


if __name__ == "__main__":
    unittest.main()
