"""The programs that README and docs/guide/python.md name are there, and run."""

import os
import re
import subprocess
import sys
import unittest

from support import SOURCE

README = (SOURCE / "README.md").read_text()
PAGE = (SOURCE / "docs/guide/python.md").read_text()
LINES = {"pion": 15, "hmc": 35, "kernel": 25}


def run(path):
    return subprocess.run(
        [sys.executable, str(path)],
        cwd=SOURCE,
        env={**os.environ, "GLUEBALL_TINY": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


class Examples(unittest.TestCase):
    def test_the_program_in_the_readme_is_an_example(self):
        (block,) = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
        self.assertTrue((SOURCE / "python/examples/pion.py").read_text().endswith(block))

    def test_commands_of_the_page_run(self):
        commands = re.findall(r"^tools/run python (\S+)", PAGE, re.MULTILINE)
        self.assertTrue(commands)
        for command in commands:
            done = run(SOURCE / command)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue(done.stdout, command)

    def test_examples_are_short(self):
        for path in (SOURCE / "python/examples").glob("*.py"):
            self.assertLessEqual(len(path.read_text().splitlines()), LINES[path.stem], path)


class Installed(unittest.TestCase):
    def test_an_installed_module_is_found_and_moved(self):
        import pathlib
        import tempfile

        with tempfile.TemporaryDirectory() as folder:
            prefix = pathlib.Path(folder) / "usr"
            cmake, build = os.environ["GLUEBALL_CMAKE"], os.environ["GLUEBALL_BUILD"]
            subprocess.run(
                [cmake, "--install", build, "--prefix", str(prefix)], check=True, capture_output=True
            )
            moved = pathlib.Path(folder) / "moved"
            prefix.rename(moved)
            (packages,) = moved.glob("lib/python3*/*-packages")
            kernel = "FIELD_OUT(0, f)\\nvoid at_site(Site s) { f_store(0, s.index, real4(3)); }"
            code = (
                "import glueball; f = glueball.SiteField(glueball.Lattice((4, 4, 4, 4)));"
                f"glueball.kernel('{kernel}')(f=f);"
                "print(glueball.__file__, f.numpy().mean())"
            )
            environment = {**os.environ, "PYTHONPATH": str(packages)}
            done = subprocess.run(
                [sys.executable, "-c", code], cwd=folder, env=environment, capture_output=True, text=True
            )
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(done.stdout.split()[1], "3.0")
            self.assertTrue(done.stdout.startswith(str(moved)), done.stdout)


if __name__ == "__main__":
    unittest.main()
