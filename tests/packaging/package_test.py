#!/usr/bin/env python3
"""The packages: the same bytes twice, the versions of symbols, what goes with them.

usage: package_test.py COMPILER GALLEY

GALLEY is the command of this build, linked as the system links programs.
"""
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tools"))
import package_files  # noqa: E402
import package_notes  # noqa: E402
import package_python  # noqa: E402
sys.path.insert(0, str(ROOT / "tests/differential"))
import references  # noqa: E402

COMPILER, GALLEY = "", ""


def make_tree(folder, names, umask, moment):
    """The same files, made in another order, at another time, with other permissions."""
    before = os.umask(umask)
    try:
        for name in names:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"text of {name}\n")
            os.utime(path, (moment, moment))
        (folder / "lib/libgalley.so").symlink_to("libgalley.so.1")
    finally:
        os.umask(before)


class Archive(unittest.TestCase):
    NAMES = ["bin/galley", "lib/libgalley.so.1", "share/galley/templates/a.j2", "include/galley/galley.h"]

    def test_same_bytes_twice(self):
        with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory(dir="/var/tmp") as second:
            made = []
            for folder, names, umask, moment in [(first, self.NAMES, 0o022, 1_000_000),
                                                 (second, self.NAMES[::-1], 0o077, 1_700_000_000)]:
                top = pathlib.Path(folder)
                make_tree(top / "tree", names, umask, moment)
                package_files.write_tar(top / "tree", "galley-1", top / "galley.tar.gz")
                made.append((top / "galley.tar.gz").read_bytes())
            self.assertEqual(made[0], made[1])
            with tarfile.open(pathlib.Path(first) / "galley.tar.gz") as tar:
                entries = {each.name: each for each in tar}
        self.assertEqual(entries["galley-1/bin/galley"].mode, 0o755)
        self.assertEqual(entries["galley-1/include/galley/galley.h"].mode, 0o644)
        self.assertEqual(entries["galley-1/lib/libgalley.so"].linkname, "libgalley.so.1")
        self.assertEqual({each.uid for each in entries.values()}, {0})


class Symbols(unittest.TestCase):
    def compile(self, folder, *more):
        program = pathlib.Path(folder) / "portable"
        subprocess.run([COMPILER, "-std=c++20", "-O1", ROOT / "tests/packaging/portable.cc", *more,
                        "-o", program], check=True)
        return program

    def test_what_is_linked_in_runs_on_older_glibc(self):
        with tempfile.TemporaryDirectory() as folder:
            program = self.compile(folder, ROOT / "packaging/older_glibc.cc",
                                   "-static-libstdc++", "-static-libgcc")
            package_files.check_portable(program)
            done = subprocess.run([program], text=True, capture_output=True)
        self.assertEqual((done.returncode, done.stdout), (0, "caught 1\n"))

    def test_a_program_that_needs_more_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(SystemExit, "asks for GLIBCXX_|asks for CXXABI_|asks for GCC_"):
                package_files.check_portable(self.compile(folder))
        with self.assertRaises(SystemExit):
            package_files.check_portable(GALLEY)

    def test_a_newer_glibc_is_refused(self):
        newest = package_files.NEWEST_GLIBC
        try:
            package_files.NEWEST_GLIBC = (2, 2)
            with tempfile.TemporaryDirectory() as folder:
                program = self.compile(folder, ROOT / "packaging/older_glibc.cc",
                                       "-static-libstdc++", "-static-libgcc")
                with self.assertRaisesRegex(SystemExit, "at most GLIBC_2.2 is promised"):
                    package_files.check_portable(program)
        finally:
            package_files.NEWEST_GLIBC = newest


class Notes(unittest.TestCase):
    def test_checksums_sbom_and_notice(self):
        with tempfile.TemporaryDirectory() as folder:
            output = pathlib.Path(folder)
            (output / "python/scratch").mkdir(parents=True)
            (output / "a.tar.gz").write_bytes(b"a")
            (output / "python/b.whl").write_bytes(b"b")
            (output / "python/scratch/c.whl").write_bytes(b"not a package")
            with open(os.devnull, "w") as quiet:
                standard, sys.stdout = sys.stdout, quiet
                try:
                    package_files.make_notes(output)
                finally:
                    sys.stdout = standard
            done = subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=output,
                                  text=True, capture_output=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            listed = (output / "SHA256SUMS").read_text()
            sbom = json.loads((output / "sbom.spdx.json").read_text())
            notice = (output / "NOTICE").read_text()
        self.assertIn("  python/b.whl\n", listed)
        self.assertNotIn("c.whl", listed)
        self.assertEqual(sbom["spdxVersion"], "SPDX-2.3")
        ids = [each["SPDXID"] for each in sbom["packages"] + sbom["files"]]
        self.assertEqual(len(ids), len(set(ids)))
        for relation in sbom["relationships"]:
            for end in ("spdxElementId", "relatedSpdxElement"):
                self.assertIn(relation[end], [*ids, "SPDXRef-DOCUMENT"])
        digests = {each["fileName"]: each["checksums"][1]["checksumValue"] for each in sbom["files"]}
        self.assertEqual(digests["./a.tar.gz"], hashlib.sha256(b"a").hexdigest())
        for part in package_notes.PARTS:
            self.assertIn(part.name, notice)
        contained = {(each["spdxElementId"], each["relatedSpdxElement"]) for each in sbom["relationships"]
                     if each["relationshipType"] == "CONTAINS"}
        self.assertIn(("SPDXRef-File-0", "SPDXRef-libstdc--"), contained)
        self.assertIn(("SPDXRef-File-1", "SPDXRef-nanobind"), contained)
        self.assertNotIn(("SPDXRef-File-0", "SPDXRef-nanobind"), contained)

    def test_the_sbom_is_valid_spdx(self):
        parser, validator = references.import_formats(self, "spdx_tools.spdx.parser.parse_anything",
                                                      "spdx_tools.spdx.validation.document_validator")
        with tempfile.TemporaryDirectory() as folder:
            output = pathlib.Path(folder)
            (output / "node/native").mkdir(parents=True)
            for name in ("a.tar.gz", "a.deb", "a.whl", "node/a.tgz", "node/native/a.tgz"):
                (output / name).write_text(name)
            package_notes.write_notes(output, "1.2.3", 1_700_000_000)
            document = parser.parse_file(str(output / "sbom.spdx.json"))
        self.assertEqual(validator.validate_full_spdx_document(document), [])
        self.assertEqual(len(document.files), 5)

    def test_a_notice_names_what_its_package_holds(self):
        node, debian = (package_notes.notice_text(kind) for kind in ("npm", "deb"))
        self.assertIn("\nwasi-libc ", node)
        self.assertNotIn("\nsqlite ", node)
        self.assertIn("\nboost ", debian)
        self.assertIn("gpt-tokenizer", debian)
        for part in package_notes.PARTS:
            for kind in part.kinds.split():
                self.assertIn(kind, package_notes.KINDS)
            if "==" in part.source:
                self.assertIn(part.source, package_python.TOOLS)


if __name__ == "__main__":
    COMPILER, GALLEY = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1])
