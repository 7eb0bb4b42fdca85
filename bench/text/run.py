#!/usr/bin/env python3
"""The text benchmark: every engine on the same workloads, in turn, in one run.

    run.py [--programs DIR] [--peers DIR] [--results DIR] [--chat-templates FILE] ...

Each peer is a process of its own that reads a command a line and answers a line:

    load DIR        reads a workload; `ok`, or `fails REASON`
    output FILE     renders once into FILE; `ok`, or `fails REASON`
    compile N, parse N, render N
                    does it N times; the nanoseconds that took

The first peer is what the others are compared with: a peer whose output differs from
its bytes is marked, and its times do not count.  Rounds are interleaved, one sample of
every peer a round, so that a change of the machine's speed meets all of them.

A sample is the processor time of the peer, all its threads together, as the kernel
counts it, so that a busy machine does not count; where the kernel keeps no such count
it is the time that the peer reports.  What a command costs before its first turn, and
a process that is asked, is measured with N = 0 and taken off.
"""

import argparse
import json
import os
import pathlib
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time

import peers
import report
import workloads

STAGES = ("compile", "parse", "render")
SAMPLE_NS = 15_000_000


# Nanoseconds on a processor so far, of all threads; 0 where they are not counted.
def processor_time(pid):
    return sum(int(path.read_text().split()[0]) for path in pathlib.Path(f"/proc/{pid}/task").glob("*/schedstat"))


def peak_memory(pid):
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"VmHWM:\s+(\d+) kB", status).group(1)) * 1024


class Peer:
    def __init__(self, program):
        self.name = program.name
        self.languages = program.languages
        self.process = subprocess.Popen(program.command, stdin=subprocess.PIPE, text=True,
                                        stdout=subprocess.PIPE, bufsize=1,
                                        env=program.environment)

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        return answer or "fails by ending"

    def output(self, path):
        answer = self.ask(f"output {path}")
        if answer != "ok":
            return None, answer
        return pathlib.Path(path).read_bytes(), ""

    # How many times make one sample of about SAMPLE_NS.
    def calibrate(self, stage):
        rounds = 1
        while True:
            took = int(self.ask(f"{stage} {rounds}"))
            if took >= SAMPLE_NS / 4 or rounds >= 1 << 24:
                return max(1, int(rounds * SAMPLE_NS / max(took, 1)))
            rounds *= 4

    def cost(self, stage, rounds):
        before = processor_time(self.process.pid)
        reported = int(self.ask(f"{stage} {rounds}"))
        after = processor_time(self.process.pid)
        return after - before if after > before else reported

    def sample(self, stage, rounds):
        beforehand = min(self.cost(stage, 0) for _ in range(2))
        return max(self.cost(stage, rounds) - beforehand, 1) / rounds

    def stop(self):
        self.process.stdin.close()
        self.process.wait()


# False where the workload is written in a language that the peer does not have.
def speaks(peer, folder):
    written = [name for name in ("j2", "hbs") if (folder / f"main.{name}").exists()]
    return all(name in peer.languages for name in written)


# The peers that print the same bytes as the first; why the others do not count.
def agreeing(running, folder, scratch):
    good, refused, wanted = [], {}, None
    for peer in running:
        if not speaks(peer, folder):
            continue
        answer = peer.ask(f"load {folder}")
        text, reason = peer.output(f"{scratch}/{peer.name}") if answer == "ok" else (None, answer)
        if text is None:
            refused[peer.name] = reason
        elif wanted is not None and text != wanted:
            refused[peer.name] = "differs"
        else:
            wanted = text if wanted is None else wanted
            good.append(peer)
    return good, refused


def measure(running, stage, rounds):
    counts = {peer.name: peer.calibrate(stage) for peer in running}
    samples = {peer.name: [] for peer in running}
    for _ in range(rounds):
        for peer in running:
            samples[peer.name].append(peer.sample(stage, counts[peer.name]))
    return {name: {"median": statistics.median(times), "min": min(times), "max": max(times)}
            for name, times in samples.items()}


def show(stage, workload, first, times, refused):
    base = times[first]["median"]
    cells = [f"{name} {cell['median'] / 1000:.3f} us ({cell['median'] / base:.2f}x)"
             for name, cell in times.items()]
    cells += [f"{name} {reason}" for name, reason in refused.items()]
    print(f"{stage:8} {workload:14} " + "  ".join(cells), flush=True)


# The most memory that a process of its own takes to load a workload and render it once.
def measure_memory(programs, folder, scratch):
    peaks = {}
    for program in programs:
        peer = Peer(program)
        if speaks(peer, folder) and peer.ask(f"load {folder}") == "ok" and peer.output(f"{scratch}/out")[0] is not None:
            peaks[program.name] = peak_memory(peer.process.pid)
        peer.stop()
    return peaks


def machine():
    cpu = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    return {"cpu": cpu.group(1) if cpu else platform.processor(), "cores": os.cpu_count(),
            "system": platform.system(), "date": time.strftime("%Y-%m-%d"),
            "load": [round(load, 1) for load in os.getloadavg()]}


def run_all(programs, arguments, folder):
    running = [Peer(program) for program in programs]
    results = {}
    with tempfile.TemporaryDirectory() as scratch:
        for workload in sorted(folder.iterdir()):
            if arguments.only not in workload.name:
                continue
            good, refused = agreeing(running, workload, scratch)
            if running[0] not in good:
                sys.exit(f"{workload.name}: {running[0].name} {refused[running[0].name]}")
            row = results[workload.name] = {"refused": refused, "stages": {}}
            for stage in arguments.stages.split(","):
                # The floor has nothing to compile, and its data lies in structs.
                timed = [peer for peer in good if stage == "render" or peer.name != "floor"]
                row["stages"][stage] = measure(timed, stage, arguments.rounds)
                show(stage, workload.name, running[0].name, row["stages"][stage], refused)
            row["memory"] = measure_memory(programs, workload, scratch)
    for peer in running:
        peer.stop()
    return results


def all_times(runs):
    """The results of each run, workload, stage and peer, side by side."""
    for workload, row in runs[0].items():
        for stage, times in row["stages"].items():
            for name in times:
                yield workload, stage, name, [run[workload]["stages"][stage][name] for run in runs]


def join_runs(runs, base):
    """One result of several runs: medians of their medians.  `ratios` are those of a peer's
    median to that of `base`, one of each run, which tell how far a ratio can be trusted."""
    whole = runs[0]
    joined = {}
    for workload, stage, name, found in all_times(runs):
        bases = [run[workload]["stages"][stage][base]["median"] for run in runs]
        joined[workload, stage, name] = {
            "median": statistics.median(times["median"] for times in found),
            "min": min(times["min"] for times in found), "max": max(times["max"] for times in found),
            "ratios": [times["median"] / of_base for times, of_base in zip(found, bases)]}
    for (workload, stage, name), times in joined.items():
        whole[workload]["stages"][stage][name] = times
    return whole


def parse_arguments():
    root = pathlib.Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--programs", type=pathlib.Path, default=root / "build/release/bench",
                        help="where our own peers are")
    parser.add_argument("--peers", type=pathlib.Path, default=root / "build/peers",
                        help="where the others are built")
    parser.add_argument("--results", type=pathlib.Path, default=root / "bench/results")
    parser.add_argument("--document", type=pathlib.Path, default=root / "docs/performance.md")
    parser.add_argument("--chat-templates", default=os.environ.get("GALLEY_CHAT_TEMPLATES"),
                        help="a file of cases with real models' templates")
    parser.add_argument("--runs", type=int, default=3, help="how often all of it is measured")
    parser.add_argument("--rounds", type=int, default=21)
    parser.add_argument("--stages", default=",".join(STAGES))
    parser.add_argument("--only", default="", help="workloads whose name holds this; keeps nothing")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    arguments.peers.mkdir(parents=True, exist_ok=True)
    programs = peers.prepare(arguments.programs, arguments.peers)
    with tempfile.TemporaryDirectory() as folder:
        workloads.write_all(pathlib.Path(folder), arguments.chat_templates)
        about = machine()
        runs = [run_all(programs, arguments, pathlib.Path(folder)) for _ in range(arguments.runs)]
    results = join_runs(runs, programs[0].name)
    about["load_after"] = [round(load, 1) for load in os.getloadavg()]
    whole = {"machine": about, "versions": {program.name: program.version for program in programs},
             "rounds": arguments.rounds, "runs": arguments.runs, "workloads": results}
    report.print_goals(whole)
    if arguments.only or arguments.stages != ",".join(STAGES):
        return
    arguments.results.mkdir(parents=True, exist_ok=True)
    (arguments.results / "text.json").write_text(json.dumps(whole, indent=1) + "\n")
    (arguments.results / "text.svg").write_text(report.plot(whole))
    report.update_document(arguments.document, "text", report.tables(whole))


if __name__ == "__main__":
    main()
