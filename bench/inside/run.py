#!/usr/bin/env python3
"""What is measured inside one program of ours, by Google Benchmark.

    run.py NAME [--programs DIR] [--results DIR] [--document FILE]

A benchmark is called SUBJECT/CASE.  All of a program run in one process, many times in a
random order, so that a slow moment of the machine meets each of them; medians are compared
with the subject that the suite is measured against.  Each then runs once more in a process of
its own, whose peak memory is told.  Times are the processor's, except where a benchmark waits
for others: a process, a disk, a server.
"""

import argparse
import dataclasses
import json
import os
import pathlib
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench" / "text"))

import report  # noqa: E402
import run as side_by_side  # noqa: E402

SECONDS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}


@dataclasses.dataclass
class Suite:
    case: str            # what the cases count, or are
    against: dict        # subject: what it is compared with
    goal: str
    rounds: int = 15


SUITES = {
    "catalog": Suite("files", {"discover, warm": "find, warm", "discover, cold": "find, cold"}, "discover within 2x of find", 9),
    "chat_scaling": Suite("items", {"all, with a ledger": "all"}, "ten times the items take ten times the time"),
    "json": Suite("text", {"galley Values": "simdjson DOM"}, "within 2x of simdjson's DOM"),
    "sections": Suite("templates of 1,000 sections in a chain", {"resolve": "read the files"}, "time in proportion to the bytes"),
    "store": Suite("database", {"cached": "from files"}, "cached within 1.10x of files"),
}


# What of a row counts: processor time, or the clock's where the benchmark asks for that.
def nanoseconds(row):
    kind = "real_time" if "/real_time" in row["name"] else "cpu_time"
    return row[kind] * SECONDS[row["time_unit"]]


# The rows of every benchmark that ran, by name.
def run_program(program, *options):
    done = subprocess.run([program, "--benchmark_format=json", *options], check=True, stdout=subprocess.PIPE)
    rows = {}
    for row in json.loads(done.stdout)["benchmarks"]:
        if row["run_type"] == "iteration":
            rows.setdefault(row["name"], []).append(row)
    return rows


def run_timed(program, rounds):
    return run_program(program, f"--benchmark_repetitions={rounds}", "--benchmark_enable_random_interleaving=true",
                       "--benchmark_min_time=0.05")


def peak_memory(program, name):
    return run_program(program, f"--benchmark_filter=^{name}$", "--benchmark_min_time=0")[name][0].get("peak_memory")


def summary(rows):
    times = [nanoseconds(row) for row in rows]
    cell = {"median": statistics.median(times), "min": min(times), "max": max(times)}
    for rate in ("bytes_per_second", "items_per_second"):
        if rate in rows[0]:
            cell[rate] = statistics.median(row[rate] for row in rows)
    return cell


# cells[subject][case]; a benchmark that could not run is left out, with its reason.
def measure(program, suite):
    cells, left_out = {}, {}
    for name, rows in run_timed(program, suite.rounds).items():
        subject, case = name.split("/")[:2]
        if rows[0].get("error_occurred"):
            left_out[subject] = rows[0]["error_message"]
            continue
        cells.setdefault(subject, {})[case] = dict(summary(rows), memory=peak_memory(program, name))
    return cells, left_out


def rate(cell):
    if "bytes_per_second" in cell:
        return f"{cell['bytes_per_second'] / 1e6:,.0f} MB/s"
    return f"{cell['items_per_second']:,.0f} /s" if "items_per_second" in cell else ""


def number(text):
    return f"{int(text):,}" if text.isdigit() else text


def rows_of(suite, cells):
    cases = list(dict.fromkeys(case for row in cells.values() for case in row))
    for case in sorted(cases, key=lambda text: int(text) if text.isdigit() else 0):
        for subject, row in cells.items():
            if case not in row:
                continue
            cell, base = row[case], cells.get(suite.against.get(subject, ""), {}).get(case)
            ratio = f"{cell['median'] / base['median']:.2f}x {suite.against[subject]}" if base else ""
            spread = f"{report.duration(cell['min'])} to {report.duration(cell['max'])}"
            yield [number(case), subject, report.duration(cell["median"]), spread, rate(cell), ratio,
                   report.bytes_text(cell["memory"]) if cell["memory"] else "–"]


def exponents(cells):
    texts = []
    for subject, row in cells.items():
        points = {int(case): cell["median"] for case, cell in row.items() if case.isdigit()}
        if points:
            texts.append(f"{subject} {report.exponent_text(report.exponent(points.keys(), points.values()))}")
    return ["", "Time grows by the power of: " + ", ".join(texts) + "."] if texts else []


def tables(whole, suite):
    about = (f"{report.machine_line(whole['machine'])} Medians of {suite.rounds} rounds in a random order. "
             f"The goal: {suite.goal}.")
    lines = [about, "", f"| {suite.case} | | median | spread | rate | against | peak memory |", "|---|---|---|---|---|---|---|"]
    lines += ["| " + " | ".join(row) + " |" for row in rows_of(suite, whole["benchmarks"])]
    lines += exponents(whole["benchmarks"])
    lines += [f"Left out: {subject}: {reason}." for subject, reason in whole["left_out"].items()]
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name", choices=SUITES)
    parser.add_argument("--programs", type=pathlib.Path, default=ROOT / "build/release/bench")
    parser.add_argument("--results", type=pathlib.Path, default=ROOT / "bench/results")
    parser.add_argument("--document", type=pathlib.Path, default=ROOT / "docs/performance.md")
    arguments = parser.parse_args()
    suite = SUITES[arguments.name]
    about = side_by_side.machine()
    cells, left_out = measure(arguments.programs / f"bench_{arguments.name}", suite)
    about["load_after"] = [round(load, 1) for load in os.getloadavg()]
    whole = {"machine": about, "rounds": suite.rounds, "benchmarks": cells, "left_out": left_out}
    text = tables(whole, suite)
    print(text)
    arguments.results.mkdir(parents=True, exist_ok=True)
    (arguments.results / f"{arguments.name}.json").write_text(json.dumps(whole, indent=1) + "\n")
    report.update_document(arguments.document, arguments.name, text)


if __name__ == "__main__":
    main()
