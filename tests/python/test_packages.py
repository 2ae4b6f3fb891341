"""Debian packages and a wheel are made of this build, and used in a Debian that has nothing else."""

# slow

import os
import pathlib
import re
import shutil
import sys
import tempfile
import unittest

from clean_system import APT_SOURCES, require, run

SOURCE = pathlib.Path(os.environ["GLUEBALL_SOURCE"])
BUILD = pathlib.Path(os.environ["GLUEBALL_BUILD"])

# The clean system gets PATH alone: variables of the test would have shaders optimised less.
PATH = "/usr/sbin:/usr/bin:/sbin:/bin"

# The clean system has Mesa's drivers. The wheel comes first, while the packages' libraries are missing.
IN_CLEAN_SYSTEM = """set -e
export LC_ALL=C DEBIAN_FRONTEND=noninteractive HOME=/root
cd /root
python3 -m venv --system-site-packages env
env/bin/pip install -q --no-index /packages/*.whl
test "$(env/bin/python -m glueball --version)" = "$(env/bin/glueball --version)"
env/bin/python -c "import glueball; assert glueball.plaquette(glueball.unit((4, 4, 4, 4))) == 1"
rm -r env
installed=$(dpkg-query -W -f '${Installed-Size}\\n' | awk '{s += $1} END {print s}')
start=$(date +%s)
apt-get -qq -y install /packages/glueball_*.deb
glueball hmc --config presets/quickstart.toml --trajectories 1 --output run
echo "seconds from apt to the first plaquette: $(($(date +%s) - start))"
now=$(dpkg-query -W -f '${Installed-Size}\\n' | awk '{s += $1} END {print s}')
echo "MB pulled in: $(((now - installed) / 1024))"
test $(((now - installed) / 1024)) -lt 200
apt-get -qq -y install libegl1  # apt-get installs what is recommended, but not here
for device in vulkan opengl; do
  export GLUEBALL_CACHE=$PWD/$device XDG_CACHE_HOME=$PWD/$device
  TIMEFORMAT="seconds of a first hmc, $device: %R, of CPU time %U"
  time glueball hmc --lattice 4,4,4,4 --trajectories 1 --quiet --device $device --output $device-run
  # The build has optimised all modules that this run needs.
  test -d $device
  test ! -e $device/modules
done
test -f /usr/share/doc/glueball/docs/index.md
apt-get -qq -y install /packages/python3-glueball_*.deb
python3 -c "import glueball; assert glueball.plaquette(glueball.unit((4, 4, 4, 4))) == 1"
python3 -c "import glueball; assert glueball.__file__.startswith('/usr/lib/python3/dist-packages/')"
apt-get -qq -y install --no-install-recommends /packages/libglueball-dev_*.deb g++ cmake make
cmake -S /packages/consumer -B consumer -DCMAKE_BUILD_TYPE=Release
cmake --build consumer
consumer/consumer | tee consumer.txt
glueball hmc --lattice 4,4,4,8 --start cold --beta 5.6 --kappa 0.15 --tau 0.5 --steps 6 --seed 7 \\
  --trajectories 3 --no-tune --json --output chain > chain.jsonl
python3 /packages/same.py
find /usr/include/glueball -name '*.hpp' -printf '#include <glueball/%P>\\n' > all.cpp
g++ -std=c++20 -fopenmp -fsyntax-only all.cpp
apt-get -qq -y remove glueball
for left in bin/glueball lib/glueball include/glueball lib/python3/dist-packages/glueball; do
  test ! -e /usr/$left
done
echo "all is removed"
"""

# The chain of the program that was built with the library is the same as that of glueball.
SAME = """import json
steps = [step for step in map(json.loads, open("chain.jsonl")) if "summary" not in step]
said = open("consumer.txt").read().splitlines()
assert len(steps) == len(said) == 3
for n, (step, line) in enumerate(zip(steps, said), 1):
    assert line.startswith(f"{n}: dH {step['delta_h']:+.4f} "), line
    assert f" plaquette {step['plaquette']:.6f} " in line, line
"""


class Packages(unittest.TestCase):
    def test_packages_and_the_wheel_in_a_clean_system(self):
        require(self, "mmdebstrap", "lintian", "dpkg-shlibdeps")
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            os.chmod(folder, 0o755)
            packages = folder / "packages"
            run("cpack", "-G", "DEB", "-B", packages, cwd=BUILD)
            shutil.rmtree(packages / "_CPack_Packages")
            debs = sorted(packages.glob("*.deb"))
            self.assertEqual(
                [deb.name.split("_")[0] for deb in debs], ["glueball", "libglueball-dev", "python3-glueball"]
            )
            done = run("lintian", "--allow-root", *debs)
            self.assertNotRegex(done.stdout + done.stderr, re.compile("^[EW]: ", re.MULTILINE))
            code = "import sys, wheel; wheel.build_wheel(sys.argv[1], {'build-dir': sys.argv[2]})"
            backend = {**os.environ, "PYTHONPATH": f"{SOURCE}/tools/package"}
            run(sys.executable, "-c", code, packages, BUILD, env=backend)
            for package in packages.iterdir():
                print(f"{package.stat().st_size / 1e6:.1f} MB {package.name}")
            (packages / "script").write_text(IN_CLEAN_SYSTEM)
            (packages / "same.py").write_text(SAME)
            shutil.copytree(SOURCE / "tests/data/consumer", packages / "consumer")
            done = run(
                "mmdebstrap",
                "--variant=apt",
                "--include=ca-certificates,mesa-vulkan-drivers,python3-numpy,python3-venv",
                f"--customize-hook=cp -r {packages} $1/packages",
                f'--customize-hook=chroot "$1" env -i PATH={PATH} bash /packages/script >&2',
                "--format=null",
                "bookworm",
                "/dev/null",
                APT_SOURCES[0],
            )
            said = done.stdout + done.stderr
            print(*re.findall("^(?:seconds|MB) .*", said, re.MULTILINE), sep="\n")
            self.assertIn("all is removed", said)


if __name__ == "__main__":
    unittest.main()
