"""What the tests of the module share."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import glueball

SOURCE = pathlib.Path(os.environ.get("GLUEBALL_SOURCE", pathlib.Path(__file__).parents[2]))
PROGRAM = os.environ.get("GLUEBALL_PROGRAM", str(SOURCE / "build/release/glueball"))
LOST_DEVICE = os.environ.get(
    "GLUEBALL_LOST_DEVICE", str(SOURCE / "build/release/tests/libglueball_lost_device.so")
)
QUICKSTART = SOURCE / "assets/configurations/quickstart.ildg"


def program(*words):
    """Lines of JSON that the program prints."""
    done = subprocess.run(
        [PROGRAM, *map(str, words), "--json", "--quiet"], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise AssertionError(f"{words}: status {done.returncode}: {done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines()]


class OnDevices(unittest.TestCase):
    """Cases that run on every device of the machine, by `self.each_device()`; what fails says on which it
    was."""

    device = "none"

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def each_device(self):
        for info in glueball.devices():
            self.device = info.id
            yield glueball.Device(info.id)

    def in_turn(self, variants):
        """A device and a variant: each on every GPU and on one of the CPU drivers in turn, which share the
        compiler that takes the time; on all of them under tools/test --slow."""
        slow = [info.id for info in glueball.devices() if info.type == "software"]
        for device in self.each_device():
            for n, variant in enumerate(variants):
                if (
                    "GLUEBALL_TEST_EVERYTHING" in os.environ
                    or device.id not in slow
                    or slow[n % len(slow)] == device.id
                ):
                    yield device, variant

    def __str__(self):
        return f"{super().__str__()}, device {self.device}"
