#!/usr/bin/env python3
"""Compares the binary interface of two versions of the C header with abidiff.

abi_diff.py OLD_HEADER NEW_HEADER INCLUDE_DIRECTORY COMPILER.  The library itself has no debug
information, so each header becomes a library of empty functions that has.  Functions may be
added, and nothing may change; a structure of options that grew behind its last member is looked
at by a person, who then copies the new header over the old one.  Skipped, with status 77, where
abidiff is not installed.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile


def build(header, include, compiler, library):
    """A shared library with a function for each that `header` declares."""
    text = re.sub(r"/\*.*?\*/", "", header.read_text(), flags=re.S)
    functions = re.findall(r"GALLEY_C_EXPORT ([^;]*\));", text)
    source = library.with_suffix(".c")
    lines = ["#include <stdlib.h>", f'#include "{header}"']
    lines += [f"{function} {{ abort(); }}" for function in functions]
    source.write_text("\n".join(lines) + "\n")
    subprocess.run([compiler, "-std=c99", "-g", "-O0", "-w", "-shared", "-fPIC", "-I", include,
                    source, "-o", library], check=True)
    return len(functions)


def main():
    old, new = (pathlib.Path(path).resolve() for path in sys.argv[1:3])
    include, compiler = sys.argv[3:]
    if not shutil.which("abidiff"):
        print("abidiff is not installed")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as place:
        libraries = [pathlib.Path(place) / name for name in ("old.so", "new.so")]
        counts = [build(*each) for each in
                  zip((old, new), (include,) * 2, (compiler,) * 2, libraries)]
        found = subprocess.run(["abidiff", "--no-added-syms", *libraries], capture_output=True,
                               text=True)
    if found.returncode != 0:
        sys.exit(found.stdout + found.stderr)
    print(f"{counts[0]} functions of {old.name} are as they were; now there are {counts[1]}")


main()
