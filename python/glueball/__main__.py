"""python -m glueball ...: the program that was built or installed with the module."""

import os
import pathlib
import sys

for folder in pathlib.Path(__file__).absolute().parents:
    for program in (folder / "bin" / "glueball", folder / "glueball"):
        if program.is_file():
            os.execv(program, [str(program), *sys.argv[1:]])
sys.exit("python -m glueball: no program beside the module; install it (Debian package: glueball)")
