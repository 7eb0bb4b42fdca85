#!/usr/bin/env python3
"""What a history costs against the same texts in a loop, and what provenance costs, in one run.

    render_ratios.py [PEER] [--rounds N] [--instructions]

10,000 messages that take turns are filled in by a `history` and by a `forEach` that prints their texts, without a budget and
within 32,768 tokens, and both again with a trace from every byte to the node and the items that printed it.  PEER is peer_galley_chat; its protocol is that of
bench/text/run.py.  Rounds are interleaved; ratios are those of medians: 1.5 is wanted of the history, 2 of the trace, at most.
With --instructions each is counted once under callgrind instead.
"""
import argparse
import json
import pathlib
import re
import statistics
import subprocess
import tempfile

import chat_workloads

ROOT = pathlib.Path(__file__).resolve().parents[2]
MESSAGES = 10_000


def document(node):
    return {"id": "h", "name": "H", "task": "agent", "version": 1, "layout": [{"kind": "slot", "name": "conversation"}],
            "slots": {"conversation": {"priority": 0, "plan": [node]}}}


NODES = {
    "history": {"kind": "history", "source": {"source": "messages"}},
    "loop": {"kind": "forEach", "source": {"source": "messages"}, "order": "desc", "fillDir": "prepend",
             "map": [{"kind": "message", "role": "user", "content": "{{item.content}}"}]},
}


class Peer:
    """A process that renders one workload."""

    def __init__(self, program, folder):
        self.child = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.ask(f"load {folder}") == "ok", folder

    def ask(self, line):
        self.child.stdin.write(line + "\n")
        self.child.stdin.flush()
        return self.child.stdout.readline().strip()


def count_instructions(program, folder, renders):
    """Of a process that loads the workload and renders it so often."""
    lines = f"load {folder}\nrender {renders}\n"
    done = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/callgrind", program], input=lines,
                          capture_output=True, text=True, check=True)
    return int(re.search(r"Collected : (\d+)", done.stderr)[1])


def write_workloads(scratch, budget):
    rng = chat_workloads.random.Random(7)
    messages = [{"role": "assistant" if number % 2 else "user", "content": chat_workloads.sentence(rng)} for number in range(MESSAGES)]
    folders = {}
    for name, node in NODES.items():
        for trace in (False, True):
            folder = pathlib.Path(scratch) / f"{name}_{budget}_{trace}"
            folder.mkdir()
            (folder / "main.chat").write_text(json.dumps(document(node)), encoding="utf-8")
            (folder / "data.json").write_text(json.dumps({"messages": messages}, ensure_ascii=False), encoding="utf-8")
            (folder / "options.json").write_text(json.dumps({"maxTokens": budget, "trace": trace}))
            folders[name + (", traced" if trace else "")] = folder
    return folders


def measure(program, folders, rounds):
    """Milliseconds of a render, by workload."""
    peers = {name: Peer(program, folder) for name, folder in folders.items()}
    times = {name: [] for name in peers}
    for _ in range(rounds):
        for name, peer in peers.items():
            times[name].append(int(peer.ask("render 3")) / 3e6)
    return {name: statistics.median(each) for name, each in times.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("peer", nargs="?", default=str(ROOT / "build/release/bench/peer_galley_chat"))
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--instructions", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        for budget in (None, 32_768):
            folders = write_workloads(scratch, budget)
            if arguments.instructions:
                # Of two renders less one, so that loading does not count.
                found = {name: (count_instructions(arguments.peer, each, 2) - count_instructions(arguments.peer, each, 1)) / 1e6
                         for name, each in folders.items()}
            else:
                found = measure(arguments.peer, folders, arguments.rounds)
            unit = "million instructions" if arguments.instructions else "ms"
            print(f"budget {budget or 'unlimited'}: " + ", ".join(f"{name} {each:.2f}" for name, each in found.items()) + f" {unit}; "
                  f"history / loop {found['history'] / found['loop']:.2f}, trace / none {found['loop, traced'] / found['loop']:.2f} of a loop, "
                  f"{found['history, traced'] / found['history']:.2f} of a history")


if __name__ == "__main__":
    main()
