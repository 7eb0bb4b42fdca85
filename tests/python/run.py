#!/usr/bin/env python3
"""Builds the wheel, installs it into a clean virtual environment for each Python there is, and
runs the tests of the package there.

usage: run.py BUILD_DIRECTORY PACKAGES

Exits with 77 where the package index cannot be reached.
"""
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import package_python  # noqa: E402

# What the tests need besides the package; what they compare with is fetched where it can be.
NEEDED = ["pytest==9.2.0", "mypy==2.4.1"]
# flit_core is what fetching the tests of Jinja2 asks for.
COMPARED = ["flit_core", "jinja2==3.1.6", "markupsafe==3.0.4", "trio", "pydantic", "numpy", "pyarrow"]


def main(build, output):
    found = package_python.interpreters(True)
    package_python.main(build, output, True)
    failed = False
    for version, python in sorted(found.items()):
        environment = output / "scratch" / f"tests-{version[0]}.{version[1]}"
        shutil.rmtree(environment, ignore_errors=True)
        package_python.run([python, "-m", "venv", environment])
        pip = [environment / "bin/python", "-m", "pip", "install", "--quiet",
               "--disable-pip-version-check"]
        if subprocess.run([*pip, *NEEDED]).returncode != 0:
            print(f"left out: Python {version[0]}.{version[1]}, for want of {', '.join(NEEDED)}")
            continue
        subprocess.run([*pip, *COMPARED], capture_output=True)
        package_python.run([*pip, "--no-index", "--no-deps", "--find-links", output, "galley-prompts"])
        done = subprocess.run([environment / "bin/python", "-m", "pytest", "-q", "-p", "no:cacheprovider",
                               ROOT / "python/tests"], cwd=environment)
        # Jinja2's own tests once, on the Python that comes first.
        if version == package_python.version_of(shutil.which("python3")):
            suite = subprocess.run([sys.executable, pathlib.Path(__file__).parent / "jinja2_suite.py",
                                    environment / "bin/python", output / "scratch/jinja2"])
            failed |= suite.returncode not in (0, 77)
        print(f"Python {version[0]}.{version[1]}: {'passed' if done.returncode == 0 else 'FAILED'}",
              flush=True)
        failed |= done.returncode != 0
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve())
