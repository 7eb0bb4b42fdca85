#!/usr/bin/env python3
"""What a history costs against the same texts in a loop, in one run.

    history_against_loop.py [PEER] [--rounds N]

10,000 messages that take turns are filled in by a `history` and by a `forEach` that prints their texts, without a budget and
within 32,768 tokens.  PEER is peer_galley_chat; its protocol is that of bench/text/run.py.  Rounds are interleaved; the ratio is that of
medians, 1.5 is wanted at most.
"""
import argparse
import json
import pathlib
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
    def __init__(self, program, folder):
        self.child = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.ask(f"load {folder}") == "ok", folder

    def ask(self, line):
        self.child.stdin.write(line + "\n")
        self.child.stdin.flush()
        return self.child.stdout.readline().strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("peer", nargs="?", type=pathlib.Path, default=ROOT / "build/release/bench/peer_galley_chat")
    parser.add_argument("--rounds", type=int, default=15)
    arguments = parser.parse_args()
    rng = chat_workloads.random.Random(7)
    messages = [{"role": "assistant" if number % 2 else "user", "content": chat_workloads.sentence(rng)} for number in range(MESSAGES)]
    with tempfile.TemporaryDirectory() as scratch:
        for budget in (None, 32_768):
            peers = {}
            for name, node in NODES.items():
                folder = pathlib.Path(scratch) / f"{name}_{budget}"
                folder.mkdir()
                (folder / "main.chat").write_text(json.dumps(document(node)), encoding="utf-8")
                (folder / "data.json").write_text(json.dumps({"messages": messages}, ensure_ascii=False), encoding="utf-8")
                (folder / "options.json").write_text(json.dumps({"maxTokens": budget}))
                peers[name] = Peer(str(arguments.peer), folder)
            times = {name: [] for name in peers}
            for _ in range(arguments.rounds):
                for name, peer in peers.items():
                    times[name].append(int(peer.ask("render 3")) / 3e6)
            middle = {name: statistics.median(each) for name, each in times.items()}
            print(f"budget {budget or 'unlimited'}: history {middle['history']:.2f} ms, loop {middle['loop']:.2f} ms, "
                  f"{middle['history'] / middle['loop']:.2f} times")


if __name__ == "__main__":
    main()
