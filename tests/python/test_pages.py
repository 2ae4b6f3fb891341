"""The pages of docs/python are those that tools/python-pages makes of the docstrings."""

import importlib.machinery
import importlib.util
import os
import pathlib
import unittest

import glueball
import glueball.analysis

SOURCE = pathlib.Path(os.environ["GLUEBALL_SOURCE"])


def pages():
    loader = importlib.machinery.SourceFileLoader("python_pages", str(SOURCE / "tools/python-pages"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("python_pages", loader))
    loader.exec_module(module)
    return module.pages()


class Pages(unittest.TestCase):
    def test_the_pages_are_as_the_docstrings(self):
        for name, text in pages().items():
            with self.subTest(page=name):
                there = (SOURCE / "docs/python" / name).read_text()
                self.assertEqual(there, text, "run tools/python-pages and commit docs/python")

    def test_every_public_name_has_a_paragraph(self):
        made = pages()
        for module, page in ((glueball, "module.md"), (glueball.analysis, "analysis.md")):
            for name in module.__all__:
                if not name.startswith("__"):
                    self.assertIn(f"\n### {name}\n", made[page])


if __name__ == "__main__":
    unittest.main()
