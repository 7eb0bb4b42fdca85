#!/usr/bin/env python3
"""The text benchmark: every engine on the same workloads, in turn, in one run.

    run.py --workloads DIR NAME=COMMAND...

Each peer is a process of its own that reads a command a line and answers a line:

    load DIR        reads a workload; `ok`, or `fails REASON`
    output FILE     renders once into FILE; `ok`, or `fails REASON`
    compile N, parse N, render N
                    does it N times; the nanoseconds that took

The first peer is what the others are compared with: a peer whose output differs from
its bytes is marked, and its times do not count.  Rounds are interleaved, one sample of
every peer a round, so that a change of the machine's speed meets all of them.
"""

import argparse
import json
import pathlib
import shlex
import statistics
import subprocess
import sys
import tempfile

STAGES = ("compile", "parse", "render")
SAMPLE_NS = 15_000_000


class Peer:
    def __init__(self, name, command):
        self.name = name
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True, bufsize=1)

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

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

    def sample(self, stage, rounds):
        return int(self.ask(f"{stage} {rounds}")) / rounds


# The peers that print the same bytes as the first; why the others do not count.
def agreeing(peers, folder, scratch):
    good, refused, wanted = [], {}, None
    for peer in peers:
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


def measure(peers, stage, rounds):
    counts = {peer.name: peer.calibrate(stage) for peer in peers}
    samples = {peer.name: [] for peer in peers}
    for _ in range(rounds):
        for peer in peers:
            samples[peer.name].append(peer.sample(stage, counts[peer.name]))
    return {name: {"median": statistics.median(times), "min": min(times), "max": max(times)}
            for name, times in samples.items()}


def show(stage, workload, first, times, refused):
    base = times[first]["median"]
    cells = [f"{name} {cell['median'] / 1000:.3f} us ({cell['median'] / base:.2f}x)"
             for name, cell in times.items() if cell["median"] > 0]
    cells += [f"{name} {reason}" for name, reason in refused.items()]
    print(f"{stage:8} {workload:14} " + "  ".join(cells), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--workloads", required=True)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--stages", default=",".join(STAGES))
    parser.add_argument("--only", default="")
    parser.add_argument("--json")
    parser.add_argument("peers", nargs="+", metavar="NAME=COMMAND")
    arguments = parser.parse_args()
    peers = [Peer(*peer.split("=", 1)) for peer in arguments.peers]
    results = {}
    with tempfile.TemporaryDirectory() as scratch:
        for folder in sorted(pathlib.Path(arguments.workloads).iterdir()):
            if arguments.only not in folder.name:
                continue
            good, refused = agreeing(peers, folder, scratch)
            if peers[0] not in good:
                sys.exit(f"{folder.name}: {peers[0].name} {refused[peers[0].name]}")
            for stage in arguments.stages.split(","):
                timed = [peer for peer in good if stage == "render" or peer.name != "floor"]
                times = measure(timed, stage, arguments.rounds)
                results.setdefault(folder.name, {})[stage] = {"times": times, "refused": refused}
                show(stage, folder.name, peers[0].name, times, refused)
    if arguments.json:
        pathlib.Path(arguments.json).write_text(json.dumps(results, indent=2))


if __name__ == "__main__":
    main()
