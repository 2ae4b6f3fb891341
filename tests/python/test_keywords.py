"""Every keyword of a function that takes flags of the program acts, or is refused by its name."""

import unittest

import glueball
import numpy as np
from glueball import _core
from support import OnDevices

# These say where and how fast something is computed: the numbers are those without them, up to rounding. A
# limit of runaway trajectories acts on those alone.
NEUTRAL = {"device", "storage", "workgroup", "no_tune", "persistent_cg", "energies", "grain", "restart"}
NEUTRAL |= {"solver", "reconstruct", "block", "runaway"}

# Other values than the default, of keywords whose type does not tell one.
OTHER = {
    "action": {"heatbath": "symanzik", "solve": "clover", "mesons": "clover"},
    "ranks": "1,1,1,2",
    "load_balance": "3,1",
    "transport": "shared",
    "overlap": "on",
    "storage": "buffer",
    "persistent_cg": "off",
    "workgroup": 64,
    "random": "ranlux",
    "precision": "double",
    "observables": "plaquette,rectangle",
    "save_where": "plaquette=0..1",
    "start": {"heatbath": "cold", "hmc": "cold", "fix": "random"},
    "lattice": (4, 4, 4, 8),
    "luxury": 2,
    "gauge_action": "iwasaki",
    "boundary": "1,1,1,1",
    "twist": "0.5,0,0,0",
    "integrator": "leapfrog",
    "lambda": 0.2,
    "inner": {"hmc": "half", "solve": "double", "mesons": "double"},
    "half_format": "float",
    "energies": "host",
    "precision_of_file": 32,
    "level": [{"steps": 1}],
    "monomial": [{"kind": "gauge", "level": 0, "beta": 5.5}],
    "qcdml": "mc://a/b",
    "license": "mc://a/b",
    "runaway": 1.0,
    "force_interval": 2,
    "max_iterations": 1,
    "chronology": 3,
    "gauge": "coulomb",
    "norm": "largest",
    "method": "sr",
    "power": 0,
    "grain": "link",
    "scan": "omega=1:1.5:0.5",
    "theta": 1e-4,
    "file": "x",
    "interval": 7,
    "source": "point:1,0,0,0",
    "solver": "bicgstab",
    "restart": "cpu",
    "block": 4,
    "reconstruct": 18,
    "deflate": 2,
    "multigrid": "8",
    "smear": "hyp:1",
    "tolerance": 1e-7,
    "force_tolerance": 1e-5,
    "seed": 9,
    "first_step": 4,
}

CHAIN = {"lattice": (4, 4, 4, 4), "start": "hot", "observables": "plaquette"}
HEATBATH = {**CHAIN, "sweeps": 3}
HMC = {**CHAIN, "kappa": 0.1, "trajectories": 2, "tau": 0.2, "steps": 2, "force_interval": 1}


def other(function, name, kind, default):
    """A value that is not the default."""
    if name in OTHER:
        value = OTHER[name]
        return value[function] if isinstance(value, dict) else value
    if kind == "":
        return True
    if kind in ("NAME", "FILE", "PATH", "DIR", "FLAGS", "SOURCE"):
        return "none"
    if kind in ("COUNT", "MINUTES", "BITS", "LEVEL", "ORDER"):
        return int(float(default or 0)) + 1
    return float(default or 0) * 1.1 + 0.01


def numbers_of(record):
    """What a step gave, but for its time."""
    t = record.trajectory
    observables = {name: np.asarray(value).tolist() for name, value in record.observables.items()}
    own = () if t is None else (t.delta_h, t.cg_iterations, t.reversibility, t.steps, str(t.monomials))
    return (record.step, record.plaquette, observables, *own)


class Keywords(OnDevices):
    def chain(self, make, base, keywords):
        if "output" in keywords:
            keywords = {"output": str(self.folder / make.__name__)}
        options = {**base, **keywords}
        if "monomial" in keywords:
            del options["kappa"]
        if "level" in keywords:
            del options["steps"]
        chain = make(options)
        found = [numbers_of(record) for record in chain]
        means = {name: np.asarray(s.mean).tolist() for name, s in chain.summary().items()}
        return str((found, means, chain.directory != ""))

    def fixed(self, keywords):
        found = glueball.fix(self.links, **{"theta": 1e-3, "interval": 2, **keywords})
        return str([(c.functional, c.iterations) for c in found.copies])

    def solved(self, keywords):
        found = glueball.solve(self.links, **{"kappa": 0.1, "columns": 1, **keywords})
        solves = [(s.mass, s.iterations, s.residual, s.residual_true) for s in found.solves]
        return str([*solves, found.fields[0][0]])

    def meson(self, keywords):
        found = glueball.mesons(self.links, **{"kappa": 0.1, "tolerance": 1e-4, **keywords})
        return str([c.channels["pion"].tolist() for c in found])

    def test_keywords_act_or_are_refused(self):
        self.links = glueball.random((4, 4, 4, 4), seed=5)
        functions = {
            "heatbath": lambda k: self.chain(glueball.heatbath, HEATBATH, k),
            "hmc": lambda k: self.chain(glueball.hmc, HMC, k),
            "fix": self.fixed,
            "solve": self.solved,
            "mesons": self.meson,
        }
        for function, call in functions.items():
            usual = call({})
            self.assertEqual(usual, call({}))
            refused = 0
            for flag, kind, default in _core.keywords(function):
                name = flag.replace("-", "_")
                if name == "device":
                    continue
                value = other(function, name, kind, default)
                with self.subTest(function=function, keyword=name, value=value):
                    try:
                        found = call({name: value})
                    except glueball.ParameterError as error:
                        why = "does nothing|acts only|takes none|is an argument|requires"
                        self.assertRegex(str(error), rf"{name}\b.*({why})|program's|has no .*\b{name}\b")
                        refused += 1
                    except glueball.Error:
                        pass  # it acts: the runs without it do not fail
                    else:
                        self.assertTrue(name in NEUTRAL or found != usual, "it does nothing")
            self.assertGreater(refused, 0)

    def test_what_needs_a_directory_is_refused_without_one(self):
        for keyword in ({"save_interval": 1}, {"force": True}, {"save_where": "plaquette=0..1"}):
            (name,) = keyword
            with self.subTest(**keyword), self.assertRaisesRegex(ValueError, f"{name}: .*without output"):
                glueball.heatbath(HEATBATH, **keyword)
            list(glueball.heatbath(HEATBATH, output=self.folder / name, **keyword))

    def test_observables_as_a_dict(self):
        u = glueball.random((4, 4, 4, 4), seed=5)
        text = glueball.measure(u, "plaquette,charge:improved4:0.1,condensate:staggered:0.5/0.6:1")
        quark = {"action": "staggered", "mass": [0.5, 0.6], "vectors": 1}
        names = {"plaquette": None, "charge": {"field": "improved4", "time": 0.1}, "condensate": quark}
        found = glueball.measure(u, names)
        self.assertEqual(found.keys(), text.keys())
        for name, value in text.items():
            np.testing.assert_array_equal(found[name], value)
        chain = glueball.heatbath({**HEATBATH, "observables": {"plaquette": {}, "charge": {"time": 0.1}}})
        self.assertIn("charge", chain.step().observables)
        with self.assertRaisesRegex(glueball.ParameterError, "did you mean 'time'"):
            glueball.measure(u, {"charge": {"tme": 1}})


if __name__ == "__main__":
    unittest.main()
