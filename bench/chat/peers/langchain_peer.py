#!/usr/bin/env python3
"""LangChain's trim_messages as a peer of the chat benchmark; the protocol is in bench/text/run.py.

It has no document to compile: the messages are made in Python, as its users do, then trimmed.
"""

import json
import pathlib
import sys
import time

from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage, trim_messages

UNLIMITED = 10**12


# A quarter of the UTF-16 length, rounded up.
def estimate(text):
    return (len(text) + sum(character > "\uffff" for character in text) + 3) // 4


def calls_of(message):
    return [(call["name"], json.dumps(call["args"], ensure_ascii=False)) for call in getattr(message, "tool_calls", [])]


def count(messages):
    return sum(estimate(message.content) + sum(estimate(name) + estimate(text) for name, text in calls_of(message))
               for message in messages)


def agent_message(message):
    if message["role"] == "user":
        return HumanMessage(message["content"])
    if message["role"] == "tool":
        return ToolMessage(message["content"], tool_call_id=message["tool_call_id"])
    calls = [{"id": call["id"], "name": call["function"]["name"], "args": json.loads(call["function"]["arguments"])}
             for call in message.get("tool_calls", [])]
    return AIMessage(message["content"] or "", tool_calls=calls)


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
        if "messages" in self.data:
            messages = [SystemMessage("You look after a garden. Use the tools; do not guess.")]
            messages += [agent_message(message) for message in self.data["messages"]]
            # Without this it begins with results that have no calls.
            return trim_messages(messages, max_tokens=self.budget, token_counter=count, strategy="last",
                                 include_system=True, start_on="human")
        messages = [SystemMessage("You write vivid, concise third-person prose.")]
        messages += [HumanMessage(f"[{turn['turnNo']}] {turn['authorName']}: {turn['content']}")
                     for turn in self.data["turns"]]
        intent = self.data["currentIntent"]["description"]
        messages.append(HumanMessage(f"Respect this intent: {intent}. Write the next turn as prose."))
        return trim_messages(messages, max_tokens=self.budget, token_counter=count, strategy="last",
                             include_system=True)


ROLES = {"human": "user", "system": "system", "ai": "assistant", "tool": "tool"}


def shown(message):
    return message.content + "".join(f"[call {name}] {text}" for name, text in calls_of(message))


def answer(workload, words):
    if words[0] == "output":
        lines = "".join(f"{ROLES[message.type]}\t{shown(message)}\n" for message in workload.render())
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
