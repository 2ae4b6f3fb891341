"""Runs the cases of one file, and leaves their counts where tools/test looks for them."""

import importlib.util
import os
import pathlib
import sys
import unittest


def main(path: pathlib.Path) -> int:
    sys.path.insert(0, str(path.parent))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    result = unittest.TextTestRunner(verbosity=2).run(unittest.defaultTestLoader.loadTestsFromModule(module))
    for _, reason in result.skipped:
        print(f"SKIPPED: {reason}")
    failed = len(result.failures) + len(result.errors)
    skipped = len(result.skipped)
    if counts := os.environ.get("GLUEBALL_TEST_COUNTS"):
        pathlib.Path(counts).write_text(f"{result.testsRun - failed - skipped} {failed} {skipped}\n")
    return 1 if failed or result.testsRun == 0 else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
