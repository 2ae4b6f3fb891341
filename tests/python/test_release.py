"""The sources of a release are the same to the bit, and their version is that of the list of changes."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["GLUEBALL_SOURCE"])


class Release(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = pathlib.Path(folder.name) / "tree"
        (self.tree / "tools").mkdir(parents=True)
        shutil.copy(SOURCE / "tools/release", self.tree / "tools")
        (self.tree / "CMakeLists.txt").write_text("project(glueball VERSION 1.2.3 LANGUAGES CXX)\n")
        (self.tree / "CHANGELOG.md").write_text("# Changes\n\n## 1.2.3 (May 2027)\n\n## 1.2.2 (May 2026)\n")
        self.git("init", "-q")
        self.commit()

    def git(self, *words):
        author = ["-c", "user.name=a", "-c", "user.email=a@b.invalid"]
        subprocess.run(["git", *author, *words], cwd=self.tree, check=True)

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "-qm", "State")

    def release(self, folder):
        command = ["tools/release", str(folder)]
        return subprocess.run(command, cwd=self.tree, capture_output=True, text=True, check=False)

    def test_two_releases_are_the_same_bits(self):
        bits = []
        for name, umask in (("a", 0o022), ("b", 0o077)):
            folder = self.tree.parent / name
            before = os.umask(umask)
            self.addCleanup(os.umask, before)
            done = self.release(folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            subprocess.run(["sha256sum", "--quiet", "-c", "SHA256SUMS"], cwd=folder, check=True)
            bits.append((folder / "glueball-1.2.3.tar.gz").read_bytes())
            # Files' dates in the working tree do not matter.
            os.utime(self.tree / "CHANGELOG.md", (1, 1))
        self.assertEqual(*bits)

    def test_versions_that_differ_and_changes_are_refused(self):
        (self.tree / "CHANGELOG.md").write_text("## 1.2.4\n")
        done = self.release(self.tree.parent / "a")
        self.assertEqual(
            (done.returncode, done.stderr),
            (2, "release: changes are not committed: commit or stash them first\n"),
        )
        self.commit()
        done = self.release(self.tree.parent / "a")
        self.assertEqual(done.returncode, 2)
        self.assertIn("has version 1.2.3, CHANGELOG.md begins with 1.2.4", done.stderr)


if __name__ == "__main__":
    unittest.main()
