#!/usr/bin/env python3
"""Nothing is read in silence: every field of a provider's message is in the canonical one, or a warning tells of it.

usage: read_losses.py GALLEY [--packages FOLDER]

The fields come from the providers' own types: of each message, part, call and result that a package has a type for, a conversation
is made of what is required, and then each other field is added to it alone, however deep it stands.  `history.read` must give other messages then, or another
warning, or refuse it.  What a provider notes of its own answers is no part of a conversation: NOTES.

Packages are looked for in FOLDER (default: build/references, where references.py puts them) and where Python looks.
Exit status 0 where nothing is lost in silence, 1 where something is, 77 where no package is there.
"""
import argparse
import collections.abc
import copy
import json
import pathlib
import sys
import types
import typing

import chat_differential as chat

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "build/references"
# And what a list says by itself: that an item is a message, which of one open call a result answers.
# And that thinking has come to its end, as all has that does not say otherwise.
NOTES = {"id", "status", "usage", "model", "stop_reason", "stop_sequence", "index", "type", "call_id", "tool_call_id", "closed"}
CALL = {"role": "assistant", "content": [{"type": "tool_call", "id": "c", "name": "run", "arguments": "{}"}]}
RESULT = {"role": "tool", "content": [{"type": "tool_result", "id": "c", "content": "done"}]}
DEEPEST = 6


# --- Types as trees: a leaf, a list of one kind, alternatives, or an object with fields.


class Shapes:
    """What JSON a type takes: ("leaf", value), ("list", shape), ("any", shapes) or ("object", {field: (needed, shape)})."""

    def of(self, hint, depth=0):
        # The packages make theirs with it, and typing does not know those.
        from typing_extensions import is_typeddict

        origin, args = typing.get_origin(hint), typing.get_args(hint)
        if depth > 2 * DEEPEST:
            return ("leaf", "deep")
        if origin is typing.Annotated:
            return self.of(args[0], depth)
        if origin is typing.Literal:
            return ("leaf", args[0])
        if origin in (typing.Union, types.UnionType):
            return ("any", [self.of(each, depth) for each in args if each is not type(None)])
        if origin in (list, tuple, collections.abc.Iterable, collections.abc.Sequence) or getattr(origin, "__name__", "") == "SequenceNotStr":
            return ("list", self.of(args[0], depth + 1))
        if is_typeddict(hint):
            return self.of_dict(hint, depth)
        if isinstance(hint, type) and hasattr(hint, "model_fields"):
            return self.of_model(hint, depth)
        if isinstance(hint, type) and hasattr(hint, "__members__"):
            return ("leaf", next(iter(hint.__members__.values())).value)
        return ("leaf", {bool: True, int: 7, float: 0.5, bytes: "iVBO"}.get(hint, "object" if origin else "text"))

    def of_dict(self, hint, depth):
        from typing_extensions import NotRequired, Required

        fields = {}
        for name, each in typing.get_type_hints(hint, include_extras=True).items():
            origin = typing.get_origin(each)
            needed = hint.__total__
            if origin in (typing.Required, typing.NotRequired, Required, NotRequired):
                needed = origin in (typing.Required, Required)
                each = typing.get_args(each)[0]
            fields[name] = (needed, self.of(each, depth + 1))
        return ("object", fields)

    def of_model(self, hint, depth):
        fields = {}
        for name, field in hint.model_fields.items():
            # What tells a type from the others has one value, which is also its default.
            fixed = not field.is_required() and (typing.get_origin(field.annotation) is typing.Literal or name in ("type", "role")) and field.default
            shape = ("leaf", getattr(field.default, "value", field.default)) if fixed else self.of(field.annotation, depth + 1)
            fields[field.alias or name] = (bool(field.is_required() or fixed), shape)
        return ("object", fields)


def least(shape, depth=0):
    """The smallest value of a shape."""
    kind, what = shape
    if kind == "leaf":
        return what
    if kind == "list":
        return [least(what, depth + 1)]
    if kind == "any":
        return least(min(what, key=lambda each: len(json.dumps(least(each, depth + 1), default=str))), depth + 1)
    return {name: least(each, depth + 1) for name, (needed, each) in what.items() if needed}


def variants(shape, path=(), depth=0):
    """(path, without, with): values with one more field each, at every depth and in every alternative."""
    kind, what = shape
    if kind == "any":
        for each in what:
            yield from variants(each, path, depth)
    elif kind == "list" and depth < DEEPEST:
        for inner, before, after in variants(what, path, depth + 1):
            yield inner, [before], [after]
    elif kind == "object" and depth < DEEPEST:
        base = least(shape)
        if "type" in base:
            path = (*path, str(base["type"]))
        for name, (needed, each) in what.items():
            if name not in base and least(each) not in ([], {}):
                yield (*path, name), base, {**base, name: least(each)}
            for inner, before, after in variants(each, (*path, name), depth + 1):
                yield inner, {**base, name: before}, {**base, name: after}


# --- One list of kinds a form: (name, shape)


def openai_shapes(shapes):
    from openai.types.chat import chat_completion_message_param

    for each in typing.get_args(chat_completion_message_param.ChatCompletionMessageParam):
        yield each.__name__, shapes.of(each)


def responses_shapes(shapes):
    from openai.types.responses import response_input_param as items

    for each in (items.EasyInputMessageParam, items.Message, items.ResponseOutputMessageParam, items.ResponseFunctionToolCallParam, items.FunctionCallOutput,
                 items.ResponseCustomToolCallParam, items.ResponseCustomToolCallOutputParam):
        yield each.__name__, shapes.of(each)


def anthropic_shapes(shapes):
    from anthropic.types import message_param

    kind, what = shapes.of(message_param.MessageParam)
    for _, fields in what if kind == "any" else [(kind, what)]:
        roles = ("user", "assistant") if fields["role"][1] == ("leaf", "user") else (fields["role"][1][1],)
        for role in roles:
            yield "MessageParam of the " + role, ("object", {**fields, "role": (True, ("leaf", role))})


def gemini_shapes(shapes):
    from google.genai import types as genai

    # One thing a part; what else it says goes with a text.
    _, fields = shapes.of(genai.Part)
    own = ("text", "functionCall", "functionResponse", "inlineData", "fileData", "executableCode", "codeExecutionResult")
    also = {name: each for name, each in fields.items() if name not in own and name not in ("toolCall", "toolResponse")}
    needed = {"inlineData": {"data": "iVBO", "mimeType": "image/png"}, "fileData": {"fileUri": "https://x.test/1"}, "functionCall": {"name": "run"},
              "functionResponse": {"name": "run", "response": {"output": "done"}}}
    for name in own:
        kind, inner = fields[name][1] if fields[name][1][0] != "any" else fields[name][1][1][0]
        if kind == "object":
            inner = {key: (key in needed.get(name, {}), ("leaf", needed.get(name, {}).get(key, least(each)))) for key, (_, each) in inner.items()}
        role = "model" if name in ("functionCall", "executableCode", "codeExecutionResult") else "user"
        part = ("object", {name: (True, (kind, inner)), **also})
        yield name, ("object", {"role": (True, ("leaf", role)), "parts": (True, ("list", part))})


def mistral_shapes(shapes):
    from mistral_common.protocol.instruct import messages

    for each in (messages.UserMessage, messages.AssistantMessage, messages.SystemMessage, messages.ToolMessage):
        yield each.__name__, shapes.of(each)


FORMS = {"openai": openai_shapes, "responses": responses_shapes, "anthropic": anthropic_shapes, "gemini": gemini_shapes, "mistral": mistral_shapes}


# --- Comparing


def with_ids(value):
    """Calls and results that belong together."""
    if isinstance(value, list):
        return [with_ids(each) for each in value]
    if not isinstance(value, dict):
        return value
    made = {key: with_ids(each) for key, each in value.items()}
    return {key: "c" if key in ("call_id", "tool_call_id", "tool_use_id") else each for key, each in made.items()}


def conversation(message):
    """A list that a message may stand in: behind a call where it answers one."""
    message = with_ids(message)
    text = json.dumps(message)
    answers = any(word in text for word in ('"tool_result"', "_output", '"functionResponse"')) or message.get("role") in ("tool", "function")
    before = [{"role": "user", "content": "hello"}, CALL] if answers else [{"role": "user", "content": "hello"}]
    return before + [message]


def outcome(answer):
    if "result" not in answer:
        return "refused"
    return json.dumps(answer["result"]["messages"], sort_keys=True), sorted(each["code"] for each in answer["result"]["warnings"])


def check(galley, form, shapes):
    cases = []
    seen = set()
    for name, shape in shapes:
        for path, before, after in variants(shape):
            key = json.dumps([name, before, after], sort_keys=True, default=str)
            if key not in seen and path[-1] not in NOTES:
                seen.add(key)
                cases.append((f"{name}: {'.'.join(path)}", before, after))
    asked = [{"messages": conversation(copy.deepcopy(each)), "format": form} for _, before, after in cases for each in (before, after)]
    answers = [outcome(each) for each in chat.ask(galley, "history.read", asked)]
    silent, tally = [], {"read": 0, "told": 0, "refused": 0}
    for at, (name, _, after) in enumerate(cases):
        without, given = answers[2 * at], answers[2 * at + 1]
        if given == "refused":
            tally["refused"] += 1
        elif without == "refused" or given[0] != without[0]:
            tally["read"] += 1
        elif given[1] != without[1] or "unknown-key" in given[1]:
            tally["told"] += 1
        else:
            silent.append(f"{form}, {name}: {json.dumps(after, default=str)[:300]}")
    print(f"{form}: of {len(cases)} fields {tally['read']} read, {tally['told']} told, {tally['refused']} refused, {len(silent)} lost in silence")
    for each in silent[:40]:
        print("  " + each)
    return len(silent)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("galley")
    parser.add_argument("--packages", default=str(FOLDER))
    args = parser.parse_args()
    sys.path.insert(0, str(pathlib.Path(args.packages) / "sdk"))
    bad = tried = 0
    for form, make in FORMS.items():
        try:
            shapes = list(make(Shapes()))
        except ImportError as missing:
            print(f"{form}: left out ({missing})")
            continue
        tried += 1
        bad += check(args.galley, form, shapes)
    if not tried:
        print("none of the packages is there; tests/differential/references.py installs them")
        return 77
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
