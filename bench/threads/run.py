#!/usr/bin/env python3
"""How threads scale: one template rendered on N threads, against N processes.

    run.py [--program FILE] [--threads N] [--rounds N] [--seconds S] [--results FILE] [--document FILE]

Processes share nothing, so what they do together is what the machine has to give.  Each
round measures both, one after the other, so that a change of the machine's speed meets
both; the factor of a round is renders on threads over renders in processes.
"""

import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "text"))
import report  # noqa: E402
import run as text_run  # noqa: E402
import workloads  # noqa: E402

WORKLOADS = ("leaf", "role_play", "inheritance")


def measure(program, folder, kind, count, seconds):
    done = subprocess.run([program, folder, kind, str(count), str(seconds)], check=True,
                          capture_output=True, text=True)
    return int(done.stdout)


def table(whole):
    about = whole["machine"]
    lines = [f"Measured on {about['date']}: {about['cpu']}, {about['cores']} cores, {about['system']}; load "
             f"{about['load'][0]} after. Medians of {whole['rounds']} rounds; the goal is 0.95.", "",
             "| workload | of what as many processes render | spread |", "|---|---|---|"]
    lines += [f"| {name} | {found['median']:.3f} | {found['min']:.3f} to {found['max']:.3f} |"
              for name, found in whole["factor"].items()]
    return "\n".join(lines)


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(root / "build/release/bench/threads_bench"))
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--results", type=pathlib.Path, default=root / "bench/results/threads.json")
    parser.add_argument("--document", type=pathlib.Path, default=root / "docs/performance.md")
    arguments = parser.parse_args()
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        workloads.write_all(pathlib.Path(folder), None)
        for name in WORKLOADS:
            rounds = []
            for _ in range(arguments.rounds):
                rate = {kind: measure(arguments.program, f"{folder}/{name}", kind, arguments.threads,
                                      arguments.seconds) for kind in ("processes", "threads")}
                rounds.append(rate["threads"] / rate["processes"])
            results[name] = {"median": statistics.median(rounds), "min": min(rounds),
                             "max": max(rounds)}
            print(f"{name:12} {arguments.threads} threads give {results[name]['median']:.3f} of as "
                  f"many processes ({min(rounds):.3f} to {max(rounds):.3f})", flush=True)
    whole = {"machine": text_run.machine(), "threads": arguments.threads,
             "rounds": arguments.rounds, "factor": results}
    arguments.results.write_text(json.dumps(whole, indent=1) + "\n")
    report.update_document(arguments.document, "threads", table(whole))


if __name__ == "__main__":
    main()
