"""Annotations and stubs: mypy's word where it is installed, and the extension's own list of names."""

import ast
import inspect
import pathlib
import shutil
import subprocess
import unittest

import glueball
from glueball import _core, analysis
from support import SOURCE

PACKAGE = SOURCE / "python" / "glueball"


class Types(unittest.TestCase):
    def test_mypy(self):
        if shutil.which("mypy") is None:
            self.skipTest("mypy is not installed")
        done = subprocess.run(
            ["mypy", "--strict", "--ignore-missing-imports", "--cache-dir=/dev/null", str(PACKAGE)],
            capture_output=True,
            text=True,
            check=False,
        )
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_the_stub_names_what_the_extension_has(self):
        stub = ast.parse((PACKAGE / "_core.pyi").read_text())
        named = {n.name for n in stub.body if isinstance(n, (ast.FunctionDef, ast.ClassDef))} | {"version"}
        there = {name for name in dir(_core) if not name.startswith("__")}
        self.assertEqual(named, there)
        for entry in stub.body:
            if isinstance(entry, ast.ClassDef):
                methods = {f.name for f in entry.body if isinstance(f, ast.FunctionDef)} - {"__init__"}
                own = {name for name in vars(getattr(_core, entry.name)) if not name.startswith("__")}
                self.assertEqual(methods, own, entry.name)

    def test_what_is_public_is_annotated_and_documented(self):
        for module in (glueball, analysis):
            for name in module.__all__:
                thing = getattr(module, name)
                if name.startswith("__"):
                    continue
                self.assertTrue(inspect.getdoc(thing), name)
                if inspect.isfunction(thing):
                    signature = inspect.signature(thing)
                    self.assertIsNot(signature.return_annotation, inspect.Signature.empty, name)
                    for parameter in signature.parameters.values():
                        self.assertIsNot(
                            parameter.annotation, inspect.Parameter.empty, f"{name}: {parameter}"
                        )

    def test_modules_are_short_and_documented(self):
        for path in pathlib.Path(PACKAGE).rglob("*.py"):
            text = path.read_text()
            self.assertLess(len(text.splitlines()), 300, path)
            self.assertTrue(ast.get_docstring(ast.parse(text)), path)


if __name__ == "__main__":
    unittest.main()
