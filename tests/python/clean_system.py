"""What tests share that use the build in a clean Debian."""

import os
import shutil
import subprocess

APT_SOURCES = [
    path
    for path in ("/etc/apt/sources.list.d/debian.sources", "/etc/apt/sources.list")
    if os.path.exists(path)
]


def run(*command, **options):
    """What a command leaves, which must end with status 0."""
    words = [str(word) for word in command]
    done = subprocess.run(words, capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        said = f"{done.stdout[-5000:]}\n{done.stderr[-5000:]}"
        raise AssertionError(f"{command}: status {done.returncode}: {said}")
    return done


def require(test, *programs):
    """Skips the test where a clean system cannot be made."""
    for program in programs:
        if not shutil.which(program):
            test.skipTest(f"{program} is missing (tools/test --slow installs it)")
    if os.geteuid() != 0 or not APT_SOURCES:
        test.skipTest("a clean system needs root and Debian's package sources")
