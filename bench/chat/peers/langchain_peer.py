#!/usr/bin/env python3
"""LangChain's trim_messages as a peer of the chat benchmark; the protocol is in bench/text/run.py.

It has no document to compile: the messages are made in Python, as its users do, then trimmed.
"""

import json
import pathlib
import sys
import time

from langchain_core.messages import HumanMessage, SystemMessage, trim_messages

UNLIMITED = 10**12


# A quarter of the UTF-16 length, rounded up.
def estimate(text):
    return (len(text) + sum(character > "\uffff" for character in text) + 3) // 4


def count(messages):
    return sum(estimate(message.content) for message in messages)


class Workload:
    def __init__(self, folder):
        self.json = (pathlib.Path(folder) / "data.json").read_text(encoding="utf-8")
        self.budget = json.loads((pathlib.Path(folder) / "options.json").read_text())["maxTokens"] or UNLIMITED
        self.data = json.loads(self.json)

    def compile(self):
        pass

    def parse(self):
        json.loads(self.json)

    def render(self):
        messages = [SystemMessage("You write vivid, concise third-person prose.")]
        messages += [HumanMessage(f"[{turn['turnNo']}] {turn['authorName']}: {turn['content']}")
                     for turn in self.data["turns"]]
        intent = self.data["currentIntent"]["description"]
        messages.append(HumanMessage(f"Respect this intent: {intent}. Write the next turn as prose."))
        return trim_messages(messages, max_tokens=self.budget, token_counter=count, strategy="last",
                             include_system=True)


ROLES = {"human": "user", "system": "system"}


def answer(workload, words):
    if words[0] == "output":
        lines = "".join(f"{ROLES[message.type]}\t{message.content}\n" for message in workload.render())
        pathlib.Path(words[1]).write_text(lines, encoding="utf-8")
        return "ok"
    step = getattr(workload, words[0])
    begin = time.perf_counter_ns()
    for _ in range(int(words[1])):
        step()
    return time.perf_counter_ns() - begin


def main():
    workload = None
    for line in sys.stdin:
        words = line.split()
        if words[0] == "load":
            workload = Workload(words[1])
            print("ok", flush=True)
        else:
            print(answer(workload, words), flush=True)


if __name__ == "__main__":
    main()
