#!/usr/bin/env python3
"""Runs Jinja2's own tests against galley.jinja2, and counts.

usage: jinja2_suite.py PYTHON FOLDER [PYTEST-ARGUMENT...]

PYTHON has galley and pytest installed; the tests are fetched into FOLDER, where they are not there
yet.  Of the tests that apply at least 97 % must pass; what does not apply is listed in
jinja2_left_out.txt with the reason.  Exits with 77 where the package index cannot be reached.
"""
import fnmatch
import pathlib
import subprocess
import sys
import tarfile
import xml.etree.ElementTree

VERSION = "3.1.6"
NEEDED = 97.0
HERE = pathlib.Path(__file__).resolve().parent


def fetch(python, folder):
    tests = folder / f"jinja2-{VERSION}" / "tests"
    if tests.is_dir():
        return tests
    folder.mkdir(parents=True, exist_ok=True)
    done = subprocess.run([python, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:",
                           "--no-build-isolation", "--dest", folder, f"jinja2=={VERSION}"],
                          capture_output=True, text=True)
    archives = list(folder.glob("*.tar.gz"))
    if not archives:
        print(f"the tests of Jinja2 cannot be fetched: {done.stderr.strip()[-200:]}")
        sys.exit(77)
    with tarfile.open(archives[0]) as archive:
        archive.extractall(folder)
    return tests


def left_out():
    """Pairs of a pattern and a reason."""
    for line in (HERE / "jinja2_left_out.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            pattern, _, reason = line.partition("  ")
            yield pattern.strip(), reason.strip()


def name_of(case):
    """`test_api.py::TestMeta::test_x[1]` of a record of the report."""
    parts = case.get("classname").split(".")[1:]
    return "::".join([parts[0] + ".py", *parts[1:], case.get("name")])


def main(python, folder, words):
    tests = fetch(python, folder)
    report = folder / "report.xml"
    subprocess.run([python, "-m", "pytest", "-q", "--no-header", "--tb=no", "-p", "jinja2_names", "-p",
                    "no:cacheprovider", "-W", "ignore", f"--junitxml={report}", "tests", *words],
                   cwd=tests.parent, env={"PYTHONPATH": str(HERE), "PATH": "/usr/bin:/bin"},
                   stdout=subprocess.DEVNULL)
    reasons = list(left_out())
    passed, failed, apart, used = 0, [], {}, set()
    for case in xml.etree.ElementTree.parse(report).iter("testcase"):
        name = name_of(case)
        reason = next((why for pattern, why in reasons if fnmatch.fnmatchcase(name, pattern)), None)
        used.update(pattern for pattern, _ in reasons if fnmatch.fnmatchcase(name, pattern))
        bad = case.find("failure") is not None or case.find("error") is not None
        if reason:
            apart[reason] = apart.get(reason, 0) + 1
        elif bad:
            failed.append(name)
        else:
            passed += 1
    for pattern, _ in reasons:
        if pattern not in used:
            sys.exit(f"no test of Jinja2 is called {pattern}")
    share = 100 * passed / max(1, passed + len(failed))
    print(f"Jinja2 {VERSION}: {passed} of {passed + len(failed)} tests that apply pass, {share:.1f} %")
    for reason, count in sorted(apart.items()):
        print(f"  left out: {count} ({reason})")
    for name in failed:
        print(f"  fails: {name}")
    sys.exit(0 if share >= NEEDED else 1)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), sys.argv[3:])
