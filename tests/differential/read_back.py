#!/usr/bin/env python3
"""Reads back what was written: a conversation in a provider's form is the conversation again.

usage: read_back.py GALLEY [--count N] [--seed S]

Random conversations are written by `chat.emit` in six forms.  Whatever a form cannot say is a warning, so where there is none,
`history.read` must give the same messages, but for what no form keeps apart: which of several neighbours of one role a text
stood in, the white space of arguments that are objects, the names of results, the texts of the system at the head, and of Gemini's
the parts of a result and the kind of media that have no type.
Exit status 0 where all are the same, else 1.
"""
import argparse
import json
import sys

import chat_differential as chat
from history_differential import HistoryGenerator, parts_of

FORMS = ("messages", "openai", "responses", "anthropic", "gemini", "mistral", "huggingface")
TOOLS = [{"name": name, "parameters": {"type": "object", "properties": {}}} for name in ("run", "search", "read")]
SIGNATURE = {"thoughtSignature": "skip_thought_signature_validator"}


class ConversationGenerator(HistoryGenerator):
    def conversation(self):
        made = self.history() + [self.user()]
        for message in made:
            message.pop("pin", None)
        if self.chance(0.3):
            made.insert(0, {"role": "system", "content": "Be brief."})
        return made


def written_messages(form, request):
    """The messages of a request as a caller would keep them."""
    system = request.get("system", request.get("systemInstruction", {}).get("parts", []))
    texts = [system] if isinstance(system, str) else [each["text"] for each in system]
    head = [{"role": "system", "content": text} for text in texts]
    return head + request.get("contents", request.get("input", request.get("messages", [])))


def plain_arguments(part):
    try:
        return json.loads(part["arguments"] or "{}")
    except ValueError:
        return part["arguments"]


def plain_part(part):
    part = {key: value for key, value in part.items() if not (part["type"] == "tool_result" and key == "name")}
    if part["type"] == "tool_call":
        part["arguments"] = plain_arguments(part)
    if part["type"] == "tool_result":
        part["content"] = [plain_part(each) for each in parts_of(part)]
    if part["type"] == "image":
        part = {key: value for key, value in part.items() if key not in ("width", "height") and (key, value) != ("detail", "auto")}
    return part


def for_gemini(part):
    """Gemini knows media by their type alone, and a result is one text with its media behind it."""
    if part["type"] in ("image", "audio") and "mime" not in part:
        return {**part, "type": "file"}
    if part["type"] == "tool_result":
        inner = [for_gemini(each) for each in part["content"]]
        text = "\n".join(each["text"] for each in inner if each["type"] == "text")
        texts = [{"type": "text", "text": text}] if text else []
        return {**part, "content": texts + [each for each in inner if each["type"] != "text"]}
    return part


def plain(messages, form):
    """What all forms keep apart: runs of one role and their parts."""
    made = []
    for message in messages:
        parts = [plain_part(part) for part in parts_of(message) if not (part["type"] == "opaque" and part["value"] == SIGNATURE)]
        if form == "gemini":
            parts = [for_gemini(part) for part in parts]
        if not parts:
            continue
        if made and made[-1][0] == message["role"]:
            made[-1][1].extend(parts)
        else:
            made.append((message["role"], parts))
    return made


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("galley")
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    bad = 0
    cases = [ConversationGenerator(args.seed * 1_000_003 + number).conversation() for number in range(args.count)]
    read = chat.ask(args.galley, "history.read", [{"messages": each} for each in cases])
    cases = [each["result"]["messages"] for each in read if "result" in each]
    for form in FORMS:
        same = lossy = refused = 0
        answers = chat.ask(args.galley, "chat.emit", [{"messages": each, "as": form, "tools": TOOLS} for each in cases])
        kept = []
        for case, answer in zip(cases, answers):
            if "result" not in answer:
                refused += 1
            elif answer["result"].get("diagnostics"):
                lossy += 1
            else:
                kept.append((case, answer["result"]["request"]))
        back = chat.ask(args.galley, "history.read",
                        [{"messages": written_messages(form, request), "format": form} for _, request in kept])
        for (case, request), answer in zip(kept, back):
            got = answer.get("result", {}).get("messages")
            if got is not None and plain(got, form) == plain(case, form):
                same += 1
                continue
            bad += 1
            if bad <= 3:
                print(f"{form}: {json.dumps(case)[:1500]}\n  written {json.dumps(request)[:1500]}\n  read    {json.dumps(answer)[:1500]}")
        print(f"{form}: {same} the same, {len(kept) - same} not; {lossy} with a warning, {refused} refused")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
