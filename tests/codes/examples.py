#!/usr/bin/env python3
"""Whoever types an example of `galley errors CODE` gets that code.

usage: examples.py GALLEY

Files of an example are written, its commands run in a shell, and what they print must hold the code.
Left out is what a test cannot bring about, by name.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

# They need a network, a full disk, a store that others hold or wrote, a program that calls galley,
# or a service that runs: tests of those parts produce them.
ELSEWHERE = {"internal", "helper-failed", "store-busy", "store-failed", "store-newer", "store-offline", "column-missing",
             "column-unsupported", "rows-invalid", "unauthorized", "forbidden", "bad-request", "no-such-route",
             "rate-limited", "unavailable", "program-missing", "nothing-found"}


def steps(example):
    """Files by their paths, what stands on standard input, and commands, which may go on over lines."""
    files, commands, given, body = {}, [], None, None
    for line in example.split("\n"):
        if line.startswith("  $ "):
            commands.append(line[4:])
            body = None
        elif line.startswith("  ") and not line.startswith("    ") and line.endswith(":") and not open_quote(commands):
            body = files.setdefault(line[2:-1], [])
        elif commands and open_quote(commands):
            commands[-1] += "\n" + line
        elif body is not None:
            body.append(line[4:])
    if "standard input" in files:
        given = "\n".join(files.pop("standard input"))
    return {path: "\n".join(lines) for path, lines in files.items()}, given, commands


def open_quote(commands):
    return bool(commands) and commands[-1].count("'") % 2 == 1


def gives(code, printed):
    return bool(re.search(r'\[%s\]|"code": ?"%s"' % (code, code), printed))


def run(galley, example):
    """What the commands of an example print, in a directory that goes by another name there, as if
    the command were installed."""
    files, given, commands = steps(example)
    with tempfile.TemporaryDirectory() as directory:
        for path, text in files.items():
            file = pathlib.Path(directory, path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        pathlib.Path(directory, ".galley/templates").mkdir(parents=True, exist_ok=True)
        environment = dict(os.environ, HOME=directory + "/home", PATH=os.path.dirname(galley) + ":" + os.environ["PATH"])
        for variable in ("GALLEY_STORE", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
            environment.pop(variable, None)
        done = subprocess.run(["bash", "-c", "\n".join(commands)], cwd=directory, env=environment, input=(given or "").encode(),
                              capture_output=True, timeout=60)
        printed = (done.stdout + done.stderr).decode(errors="replace").replace(directory, "/home/ann/project")
        return printed.replace(os.path.dirname(os.path.dirname(galley)) + "/share", "/usr/share")


def main():
    galley = os.path.abspath(sys.argv[1])
    listed = subprocess.run([galley, "errors", "--format", "json"], check=True, capture_output=True)
    codes = [each["code"] for each in json.loads(listed.stdout)["codes"]]
    wrong = 0
    for code in codes:
        if code in ELSEWHERE:
            continue
        shown = subprocess.run([galley, "errors", code, "--format", "json"], check=True, capture_output=True)
        example = json.loads(shown.stdout)["codes"][0]["example"]
        printed = run(galley, example)
        if not gives(code, printed):
            wrong += 1
            print(f"{code}: the example does not give it\n{example}\n  what it prints:\n{printed[:600]}")
    print(f"{len(codes) - len(ELSEWHERE) - wrong} of {len(codes) - len(ELSEWHERE)} examples give their code; "
          f"{len(ELSEWHERE)} are left to other tests")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
