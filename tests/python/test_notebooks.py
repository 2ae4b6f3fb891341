"""Every notebook runs, on lattices too small for physics, and is in the percent form."""

import importlib.machinery
import importlib.util
import json
import os
import pathlib
import runpy
import sys
import unittest
import warnings

from support import SOURCE

NOTEBOOKS = sorted((SOURCE / "python" / "notebooks").glob("*.py"))


class Notebooks(unittest.TestCase):
    def test_there_are_some(self):
        self.assertGreater(len(NOTEBOOKS), 10)
        chapters = [folder.name[:2] for folder in (SOURCE / "tools" / "walkthrough").iterdir()]
        for path in NOTEBOOKS:
            text = path.read_text()
            self.assertTrue(text.startswith(f"# %% [markdown]\n# # {int(path.name[:2])}. "), path)
            self.assertGreaterEqual(text.count("\n# %%\n"), 1, path)
            self.assertIn(path.name[:2], chapters)


    def test_they_are_stored_with_their_output(self):
        try:
            loader = importlib.machinery.SourceFileLoader("notebooks", str(SOURCE / "tools" / "notebooks"))
            tool = importlib.util.module_from_spec(importlib.util.spec_from_loader("notebooks", loader))
            loader.exec_module(tool)
        except ImportError:
            self.skipTest("matplotlib is not installed")
        for path in NOTEBOOKS:
            stored = path.with_suffix(".ipynb")
            self.assertLess(stored.stat().st_size, 200_000, stored)
            cells = json.loads(stored.read_text())["cells"]
            found = [(cell["cell_type"], "".join(cell["source"])) for cell in cells]
            self.assertEqual(found, tool.cells(path.read_text()), f"run tools/notebooks {path.name[:2]}")
            outputs = [output for cell in cells for output in cell.get("outputs", [])]
            self.assertTrue(any("image/png" in output.get("data", {}) for output in outputs), stored)
            self.assertFalse(any(output["output_type"] == "error" for output in outputs), stored)


def case(path: pathlib.Path):
    def run(self):
        try:
            import matplotlib.pyplot as plt
        except ImportError:
            self.skipTest("matplotlib is not installed")
        os.environ["GLUEBALL_TINY"] = "1"
        with warnings.catch_warnings(), open(os.devnull, "w") as nowhere:
            warnings.simplefilter("ignore")
            printed, sys.stdout = sys.stdout, nowhere
            try:
                runpy.run_path(str(path))
            finally:
                sys.stdout = printed
        self.assertGreater(len(plt.get_fignums()), 0, "it draws nothing")
        plt.close("all")

    return run


for notebook in NOTEBOOKS:
    setattr(Notebooks, f"test_{notebook.stem}", case(notebook))


if __name__ == "__main__":
    unittest.main()
