#!/usr/bin/env python3
"""From nothing to a rendered template: a new process each time.

    run.py [--galley FILE] [--peers DIR] [--results DIR] [--document FILE]

hyperfine measures where it is installed; otherwise this script does, in turn, by the clock.
All print the same bytes, which is checked first.
"""

import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench" / "text"))

import peers  # noqa: E402
import report  # noqa: E402
import run as side_by_side  # noqa: E402

DATA = '{"name": "Ann", "items": [1, 2, 3]}'
JINJA = "Hello {{ name }}: {% for item in items %}{{ item }} {% endfor %}"
HANDLEBARS = "Hello {{name}}: {{#each items}}{{this}} {{/each}}"
PYTHON = "import jinja2, json; print(jinja2.Template(open('.galley/templates/hello.j2').read()).render(json.load(open('data.json'))))"
NODE = ("const fs = require('fs'); console.log(require('handlebars').compile(fs.readFileSync('.galley/templates/greet.hbs', 'utf8'))"
        "(JSON.parse(fs.readFileSync('data.json', 'utf8'))))")


def commands(galley, folder):
    """What there is to start: name, command, version."""
    found = [("galley, Jinja", [galley, "render", "hello", "-d", "data.json"], "this tree"),
             ("galley, Handlebars", [galley, "render", "greet", "-d", "data.json"], "this tree")]
    for name, make in (("python with jinja2", of_python), ("node with handlebars", lambda: of_node(folder))):
        try:
            found.append((name, *make()))
        except peers.Missing as reason:
            print(f"left out: {name}: {reason}", file=sys.stderr)
    return found


def of_python():
    program = peers.of_python()
    return [program.command[0], "-c", PYTHON], program.version


def of_node(folder):
    program = peers.of_node("handlebars", folder)
    os.environ["NODE_PATH"] = program.environment["NODE_PATH"]
    return [program.command[0], "-e", NODE], program.version


def write_files(folder):
    templates = folder / ".galley" / "templates"
    templates.mkdir(parents=True)
    (templates / "hello.j2").write_text(JINJA)
    (templates / "greet.hbs").write_text(HANDLEBARS)
    (folder / "data.json").write_text(DATA)


def quoted(word):
    return "'" + str(word).replace("'", "'\\''") + "'"


def by_hyperfine(started, folder, runs):
    results = folder / "times.json"
    lines = [" ".join(quoted(word) for word in command) for _, command, _ in started]
    subprocess.run(["hyperfine", "--shell=none", "--warmup=3", f"--runs={runs}", "--style=none",
                    f"--export-json={results}", *lines], cwd=folder, check=True)
    return [[1e9 * seconds for seconds in row["times"]] for row in json.loads(results.read_text())["results"]]


def by_clock(started, folder, runs):
    times = [[] for _ in started]
    for at in range(runs + 3):
        for row, (_, command, _) in zip(times, started):
            before = time.perf_counter_ns()
            subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=True)
            if at >= 3:
                row.append(time.perf_counter_ns() - before)
    return times


# The processor time and the memory of one process, from the kernel's account of it.
def account(command, folder):
    child = os.fork()
    if child == 0:
        os.chdir(folder)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.execv(command[0], [str(word) for word in command])
    usage = os.wait4(child, 0)[2]
    return {"processor": 1e9 * (usage.ru_utime + usage.ru_stime), "memory": usage.ru_maxrss * 1024}


def check_outputs(started, folder):
    outputs = {subprocess.run(command, cwd=folder, capture_output=True, check=True).stdout.strip()
               for _, command, _ in started}
    if len(outputs) != 1:
        sys.exit(f"outputs differ: {outputs}")


def measure(started, folder, runs):
    check_outputs(started, folder)
    has_hyperfine = shutil.which("hyperfine") is not None
    times = (by_hyperfine if has_hyperfine else by_clock)(started, folder, runs)
    found = {}
    for (name, command, version), row in zip(started, times):
        accounts = [account(command, folder) for _ in range(9)]
        found[name] = {"version": version, "median": statistics.median(row), "min": min(row), "max": max(row),
                       "processor": statistics.median(entry["processor"] for entry in accounts),
                       "memory": max(entry["memory"] for entry in accounts)}
    return found, "hyperfine" if has_hyperfine else "this script"


def table(found):
    base = next(iter(found.values()))["processor"]
    lines = ["| | median | fastest | processor | against Galley, by processor | peak memory |", "|---|---|---|---|---|---|"]
    for name, row in found.items():
        lines.append(f"| {name} | {report.duration(row['median'])} | {report.duration(row['min'])} | {report.duration(row['processor'])} | "
                     f"{row['processor'] / base:.1f}x | {report.bytes_text(row['memory'])} |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--galley", default=str(ROOT / "build/release/bin/galley"))
    parser.add_argument("--peers", type=pathlib.Path, default=ROOT / "build/peers")
    parser.add_argument("--results", type=pathlib.Path, default=ROOT / "bench/results")
    parser.add_argument("--document", type=pathlib.Path, default=ROOT / "docs/performance.md")
    parser.add_argument("--runs", type=int, default=30)
    arguments = parser.parse_args()
    arguments.peers.mkdir(parents=True, exist_ok=True)
    about = side_by_side.machine()
    with tempfile.TemporaryDirectory() as folder:
        write_files(pathlib.Path(folder))
        found, tool = measure(commands(arguments.galley, arguments.peers), pathlib.Path(folder), arguments.runs)
    about["load_after"] = [round(load, 1) for load in os.getloadavg()]
    print(table(found))
    arguments.results.mkdir(parents=True, exist_ok=True)
    (arguments.results / "startup.json").write_text(
        json.dumps({"machine": about, "tool": tool, "runs": arguments.runs, "commands": found}, indent=1) + "\n")
    versions = ", ".join(f"{name}: {row['version']}" for name, row in found.items())
    report.update_document(arguments.document, "startup",
                           f"{report.machine_line(about)} {arguments.runs} runs each, measured by {tool}. {versions}.\n\n" + table(found))


if __name__ == "__main__":
    main()
