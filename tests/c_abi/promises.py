#!/usr/bin/env python3
"""Compares the C interface with what it promised before: nothing of it may change or go.

promises.py [--update] HEADER LIBRARY PROMISES.  Functions with their types, constants with their
values and members of structures with their places are one line each in PROMISES.  What is new
must be added there, which --update does; what is there must stay.  The library must export
exactly the functions that the header declares.
"""
import pathlib
import re
import shutil
import subprocess
import sys


def declarations(header):
    text = re.sub(r"/\*.*?\*/", " ", header, flags=re.S)
    text = re.sub(r"\s+", " ", re.sub(r"^#.*$", "", text, flags=re.M))
    lines = []
    for function in re.findall(r"GALLEY_C_EXPORT ([^;]*\));", text):
        lines.append("function " + function)
    for kind in re.findall(r"typedef ([^{};]*);", text):
        lines.append("type " + kind)
    for body in re.findall(r"enum \{([^}]*)\}", text):
        lines += ["constant " + name.strip() for name in body.split(",")]
    for body, name in re.findall(r"typedef struct \w+ \{([^}]*)\} (\w+);", text):
        members = [member.strip() for member in body.split(";") if member.strip()]
        lines += [f"member {at} of {name}: {member}" for at, member in enumerate(members)]
    return lines


def exported(library):
    symbols = subprocess.run(["nm", "-D", "--defined-only", "--with-symbol-versions", library],
                             check=True, capture_output=True, text=True).stdout
    return set(re.findall(r" T (galley_\w+)@@GALLEY_1$", symbols, flags=re.M))


def main():
    arguments = [word for word in sys.argv[1:] if word != "--update"]
    header, library, promises = map(pathlib.Path, arguments)
    now = declarations(header.read_text())
    before = promises.read_text().splitlines() if promises.exists() else []
    problems = [f"gone or changed: {line}" for line in before if line not in now]
    new = [line for line in now if line not in before]
    if "--update" in sys.argv and not problems:
        promises.write_text("".join(line + "\n" for line in before + new))
        new = []
    problems += [f"not in {promises.name}: {line}" for line in new]
    if shutil.which("nm"):
        declared = {re.search(r"(galley_\w+)\(", line)[1] for line in now
                    if line.startswith("function ")}
        problems += [f"not exported: {name}" for name in sorted(declared - exported(library))]
        problems += [f"not declared: {name}" for name in sorted(exported(library) - declared)]
    else:
        print("there is no nm: what the library exports was not looked at")
    if problems:
        sys.exit("\n".join(problems))
    print(f"{len(now)} promises are kept")


main()
