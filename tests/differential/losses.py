#!/usr/bin/env python3
"""No loss in silence: whatever a conversation says is in the request, or a warning names it.

usage: losses.py GALLEY [--count N] [--seed S]

Every field of the canonical message, its parts, the tools, `toolChoice` and `responseFormat` is put alone, and then many at random,
through `chat.emit` in all forms.  What was written is read back, messages by `history.read`, the rest by the functions below,
and every field that was given must be there again or have a warning, with the code of that loss and the message it stands in; or the
request is refused.  Without such a field there is no warning.

What a request never says is not looked for: `pin`, `width` and `height`, which are for Galley, and `cache`, since those that
have no marks cache by themselves.  Exit status 0 where nothing is lost, else 1.
"""
import argparse
import collections
import json
import random
import sys

import chat_differential as chat
from read_back import plain_arguments, written_messages

FORMS = ("messages", "openai", "responses", "anthropic", "gemini", "mistral", "huggingface", "text")
MEDIA = ("image", "audio", "file")
MIMES = {"image": ["image/png", "image/bmp"], "audio": ["audio/wav", "audio/ogg"], "file": ["application/pdf", "text/csv"]}


def own_value(provider, mark):
    """Something that only this provider understands."""
    return {
        "openai": {"type": "reference", "text": mark},
        "responses": {"type": "web_search_call", "id": mark, "status": "completed"},
        "anthropic": {"type": "server_tool_use", "id": mark, "name": "web_search", "input": {}},
        "gemini": {"executableCode": {"code": mark, "language": "PYTHON"}},
        "mistral": {"type": "reference", "reference_ids": [mark]},
        "huggingface": {"type": "video", "url": mark},
    }[provider]


def parts_of(holder):
    content = holder["content"]
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


# --- What a conversation says: (message, code of its loss, what it is, where it would be found again)


def claims_of_media(part, at):
    address = next(part[key] for key in ("data", "url", "fileId") if key in part)
    yield at, ["media-dropped"], part["type"], ("media", address, "type", part["type"])
    for key, code in (("mime", "detail-dropped"), ("detail", "detail-dropped"), ("name", "name-dropped")):
        if key in part:
            yield at, [code, "media-dropped"], f"{part['type']}.{key}", ("media", address, key, part[key])


def claims_of_part(part, at):
    kind = part["type"]
    if kind in MEDIA:
        yield from claims_of_media(part, at)
    elif kind == "text":
        yield at, [], "text", ("text", part["text"])
    elif kind == "refusal":
        yield at, ["refusal-as-text"], "refusal", ("refusal", part["text"])
    elif kind == "thinking":
        for key, code in (("text", "thinking-dropped"), ("redacted", "thinking-dropped"), ("signature", "signature-dropped")):
            if key in part:
                yield at, [code, "thinking-dropped"], "thinking." + key, ("thinking", key, part[key])
    elif kind == "tool_call":
        yield at, [], "tool_call", ("tool_call", part["id"], part["name"])
        yield at, ["arguments-wrapped"], "tool_call.arguments", ("arguments", part["id"], plain_arguments(part))
    elif kind == "tool_result":
        yield at, [], "tool_result", ("tool_result", part["id"])
        if "name" in part:
            yield at, ["name-dropped"], "tool_result.name", ("result.name", part["id"], part["name"])
        if part.get("isError"):
            yield at, ["error-flag-dropped"], "tool_result.isError", ("isError", part["id"])
        for inner in parts_of(part):
            yield from claims_of_part(inner, at)
    else:
        yield at, ["opaque-dropped"], "opaque", ("opaque", part["value"])


def claims(params):
    for at, message in enumerate(params["messages"]):
        if "name" in message:
            yield at, ["name-dropped"], message["role"] + ".name", ("name", message["name"])
        if message.get("prefix"):
            yield at, ["prefix-unsupported"], "prefix", ("prefix",)
        for part in parts_of(message):
            yield from claims_of_part(part, at)
    for tool in params.get("tools", []):
        for key, value in tool.items():
            yield None, ["strict-dropped", "unknown-key"] if key == "strict" else ["unknown-key"], "tools." + key, ("tool", tool["name"], key, value)
    if "toolChoice" in params:
        yield None, ["unknown-key"], "toolChoice", ("toolChoice", params["toolChoice"])
    if "responseFormat" in params:
        yield None, ["response-format-dropped"], "responseFormat", ("responseFormat", params["responseFormat"])


# --- What a request says


def tools_of(form, request):
    for tool in request.get("tools", []):
        if form in ("openai", "mistral", "huggingface"):
            yield tool["function"]
        elif form == "gemini":
            yield from ({**each, "parameters": each["parametersJsonSchema"]} for each in tool["functionDeclarations"])
        else:
            yield {**tool, "parameters": tool.get("parameters", tool.get("input_schema"))}


def choice_of(form, request):
    if form == "messages":
        return request.get("toolChoice")
    if form == "gemini":
        config = request.get("toolConfig", {}).get("functionCallingConfig", {})
        names = config.get("allowedFunctionNames")
        return {"name": names[0]} if names else {"AUTO": "auto", "NONE": "none", "ANY": "required"}.get(config.get("mode"))
    choice = request.get("tool_choice")
    if isinstance(choice, dict):
        name = choice.get("name", choice.get("function", {}).get("name"))
        return {"name": name} if name else {"any": "required"}.get(choice["type"], choice["type"])
    return choice


def format_of(form, request):
    """`text`, `json` or the schema that the answer should have; Anthropic answers with text by itself."""
    if form == "messages":
        said = request.get("responseFormat")
        return said["schema"] if isinstance(said, dict) else said
    if form == "gemini":
        config = request.get("generationConfig", {})
        return config.get("responseJsonSchema", {"text/plain": "text", "application/json": "json"}.get(config.get("responseMimeType")))
    if form == "anthropic":
        return request.get("output_config", {}).get("format", {}).get("schema", "text")
    if form in ("huggingface", "text"):
        return "text"
    said = request.get("response_format", request.get("text", {}).get("format", {}))
    return said.get("json_schema", said).get("schema", {"text": "text", "json_object": "json"}.get(said.get("type")))


def goes_on(form, request, messages):
    if form == "huggingface":
        return request.get("continue_final_message", False)
    if form == "messages":
        return any(message.get("prefix") for message in messages)
    return messages[-1]["role"] == "assistant" and (form == "anthropic" or messages[-1].get("prefix", False))


class Said:
    """What a request says, by its own words and by those that were read back."""

    def __init__(self, form, request, messages):
        self.form, self.request, self.messages = form, request, messages
        self.parts = [part for message in messages for part in parts_of(message)]
        self.results = {part["id"]: part for part in self.parts if part["type"] == "tool_result"}
        self.calls = {part["id"]: part for part in self.parts if part["type"] == "tool_call"}
        self.parts += [inner for part in self.results.values() for inner in parts_of(part)]

    def has(self, kind, *what):
        if kind == "media":
            return self.has_media(*what)
        if kind in ("text", "refusal"):
            return any(part["type"] == kind and what[0] in part["text"] for part in self.parts)
        if kind == "thinking":
            return any(part["type"] == kind and what[1] in part.get(what[0], "") for part in self.parts)
        if kind == "tool_call":
            return self.calls.get(what[0], {}).get("name") == what[1]
        if kind == "arguments":
            return what[0] in self.calls and plain_arguments(self.calls[what[0]]) == what[1]
        if kind == "tool_result":
            return what[0] in self.results
        if kind == "result.name":
            return what[1] in (self.results[what[0]].get("name"), self.calls.get(what[0], {}).get("name"))
        if kind == "isError":
            return self.results[what[0]].get("isError", False)
        if kind == "opaque":
            return any(part["type"] == kind and part["value"] == what[0] for part in self.parts)
        if kind == "name":
            return any(message.get("name") == what[0] for message in self.messages)
        if kind == "prefix":
            return goes_on(self.form, self.request, self.messages)
        if kind == "tool":
            return any(tool["name"] == what[0] and tool.get(what[1]) == what[2] for tool in tools_of(self.form, self.request))
        if kind == "toolChoice":
            return choice_of(self.form, self.request) == what[0]
        wanted = what[0]["schema"] if isinstance(what[0], dict) else what[0]
        return format_of(self.form, self.request) == wanted

    def has_media(self, address, key, value):
        for part in self.parts:
            if part["type"] not in MEDIA or address not in (part.get("data"), part.get("url"), part.get("fileId")):
                continue
            # What has no type is a file for Gemini, which finds out by itself; `auto` is what all do by themselves.
            untold = self.form == "gemini" and key == "type" and "mime" not in part
            if part.get(key) == value or untold or (key, value) == ("detail", "auto"):
                return True
        return False


class SaidAsText:
    """A text has no fields: what is in it is in it."""

    def __init__(self, text):
        self.text = text

    def has(self, kind, *what):
        if kind == "prefix":
            return not self.text.endswith("\n")
        if kind == "arguments":
            return True  # with the call, as they are
        if kind == "responseFormat":
            return what[0] == "text"
        if kind in ("text", "tool_call", "tool_result"):
            return all(each in self.text for each in what)
        # Results repeat the names of their calls.
        return kind == "result.name" and f"[call {what[0]}] {what[1]} " in self.text


# --- Conversations


class Maker:
    def __init__(self, seed, share):
        self.rng = random.Random(seed)
        self.share = share
        self.number = 0

    def chance(self):
        return self.rng.random() < self.share

    def mark(self, word="m"):
        self.number += 1
        return f"{word}{self.number}x"

    def media(self, kind):
        part = {"type": kind}
        address = self.rng.choice(["url", "data", "fileId"])
        part[address] = {"url": "https://x.test/" + self.mark(), "data": f"iVBO{self.number:04d}", "fileId": self.mark("file")}[address]
        if address == "data" or self.chance():
            part["mime"] = self.rng.choice(MIMES[kind])
        if self.chance():
            part["detail"] = self.rng.choice(["auto", "low", "odd"])
        if self.chance():
            part["name"] = self.mark("name")
        return part

    def content(self):
        made = [{"type": "text", "text": self.mark()}]
        return made + [self.media(kind) for kind in MEDIA if self.chance()]

    def thinking(self):
        keys = self.rng.choice([["text"], ["text", "signature"], ["redacted"], ["text", "redacted"], ["signature"], ["redacted", "signature"]])
        return {"type": "thinking", **{key: self.mark(key) for key in keys}}

    def assistant(self, tools):
        made = []
        for make in (self.thinking, lambda: {"type": "text", "text": self.mark()}, lambda: {"type": "refusal", "text": self.mark()}, self.opaque):
            if self.chance():
                made.append(make())
        for _ in range(self.rng.randrange(3) if tools else 0):
            arguments = self.rng.choice(["{}", '{"q":"two words"}', "", "{", "[1]"] if self.chance() else ["{}", '{"q": 1}'])
            made.append({"type": "tool_call", "id": self.mark("call"), "name": self.rng.choice(tools)["name"], "arguments": arguments})
        if not any(part["type"] in ("text", "tool_call") for part in made):
            made.append({"type": "text", "text": self.mark()})
        return self.named({"role": "assistant", "content": made})

    def opaque(self):
        provider = self.rng.choice(FORMS[1:7])
        return {"type": "opaque", "provider": provider, "value": own_value(provider, self.mark())}

    def result(self, call):
        made = {"type": "tool_result", "id": call["id"], "content": self.content()}
        if self.chance():
            made["name"] = self.rng.choice([call["name"], self.mark("name")])
        if self.chance():
            made["isError"] = True
        return made

    def named(self, message):
        if self.chance():
            message["name"] = self.mark("name")
        return message

    def tools(self):
        made = []
        for _ in range(self.rng.randrange(1, 3)):
            tool = {"name": self.mark("tool"), "parameters": {"type": "object", "properties": {self.mark(): {"type": "string"}}}}
            if self.chance():
                tool["description"] = self.mark()
            if self.chance():
                tool["strict"] = self.rng.choice([True, False])
            made.append(tool)
        return made

    def params(self, form):
        made = {"as": form, "messages": []}
        if self.chance() or self.chance():
            made["tools"] = self.tools()
            if self.chance():
                made["toolChoice"] = self.rng.choice(["auto", "none", "required", {"name": made["tools"][0]["name"]}])
        if self.chance():
            made["responseFormat"] = self.rng.choice(["text", "json", {"type": "json_schema", "schema": {"title": self.mark()}}])
        if self.chance():
            made["messages"].append(self.named({"role": "system", "content": self.mark()}))
        for _ in range(self.rng.randrange(1, 3)):
            made["messages"].append(self.named({"role": "user", "content": self.content()}))
            made["messages"].append(self.assistant(made.get("tools", [])))
            calls = [part for part in made["messages"][-1]["content"] if part["type"] == "tool_call"]
            if calls:
                made["messages"].append({"role": "tool", "content": [self.result(call) for call in calls]})
        if self.rng.random() < 0.15 and self.chance():
            made["messages"].append({"role": "assistant", "content": self.mark(), "prefix": True})
            made["model"] = self.rng.choice(["claude-sonnet-4-5", "claude-opus-5"])
        else:
            made["messages"].append(self.named({"role": "user", "content": self.content()}))
        return made


# --- Each field alone

TOOL = {"name": "run", "parameters": {"type": "object", "properties": {"q": {"type": "string"}}}}
CALL = {"type": "tool_call", "id": "c1", "name": "run", "arguments": '{"q":"x"}'}


def with_user(**fields):
    return {"messages": [{"role": "user", "content": "hello", **fields}]}


def with_part(part):
    return with_user(content=[{"type": "text", "text": "look"}, part])


def with_assistant(*parts, **fields):
    return {"messages": [{"role": "user", "content": "hello"}, {"role": "assistant", "content": [{"type": "text", "text": "so"}, *parts], **fields},
                         {"role": "user", "content": "go on"}]}


def with_result(call=None, **fields):
    result = {"type": "tool_result", "id": "c1", "content": "done", **fields}
    calls = {"role": "assistant", "content": [{**CALL, **(call or {})}]}
    return {"tools": [TOOL], "messages": [{"role": "user", "content": "hello"}, calls, {"role": "tool", "content": [result]}]}


def single_fields():
    """(the field, the parameters of a conversation that says it and nothing else of note)"""
    plain = with_user()
    yield "nothing", plain
    yield "a call", with_result()
    yield "user.name", with_user(name="ann")
    yield "assistant.name", with_assistant(name="bot")
    yield "system.name", {"messages": [{"role": "system", "content": "be brief", "name": "ops"}, *plain["messages"]]}
    for model in ("claude-sonnet-4-5", "claude-opus-5"):
        yield "prefix", {"messages": [*plain["messages"], {"role": "assistant", "content": "So", "prefix": True}], "model": model}
    yield "prefix inside", with_assistant(prefix=True)
    for kind in MEDIA:
        for address in ({"url": "https://x.test/1"}, {"data": "iVBO", "mime": MIMES[kind][0]}, {"fileId": "f1"}):
            part = {"type": kind, **address}
            for field in ({}, {"name": "a.bin"}, {"detail": "low"}, {"detail": "auto"}, {"detail": "odd"}, {"mime": MIMES[kind][0]}, {"mime": MIMES[kind][1]}):
                name = ".".join([kind, *address, *field])
                yield name, with_part({**part, **field})
                yield name + " in a result", with_result(content=[{"type": "text", "text": "done"}, {**part, **field}])
    for fields in (["text"], ["signature"], ["redacted"], ["text", "signature"], ["text", "redacted"], ["redacted", "signature"]):
        yield "thinking." + "+".join(fields), with_assistant({"type": "thinking", **{key: "is " + key for key in fields}})
    yield "refusal", with_assistant({"type": "refusal", "text": "never"})
    for provider in FORMS[1:7]:
        yield "opaque of " + provider, with_assistant({"type": "opaque", "provider": provider, "value": own_value(provider, "m")})
    for arguments in ("", "{", "[1]", '{"b":1,"a":[2.50]}'):
        yield "tool_call.arguments", with_result({"arguments": arguments})
    yield "tool_result.name", with_result(name="run")
    yield "tool_result.name of another", with_result(name="other")
    yield "tool_result.isError", with_result(isError=True)
    yield "tool_result.content empty", with_result(content="")
    for fields in ({}, {"description": "Runs."}, {"description": ""}, {"strict": True}, {"strict": False}):
        yield ".".join(["tools", *fields]), {**plain, "tools": [{**TOOL, **fields}]}
    for choice in ("auto", "none", "required", {"name": "run"}):
        yield "toolChoice", {**plain, "tools": [TOOL], "toolChoice": choice}
    for said in ("text", "json", {"type": "json_schema", "schema": {"type": "object"}}):
        yield "responseFormat", {**plain, "responseFormat": said}


# --- Comparing


def is_told(at, codes, diagnostics):
    for each in diagnostics:
        if each["code"] in codes and (at is None or f"messages[{at}]" in each["message"] or "elsewhere" in each["message"]):
            return True
    return False


def silent(params, answer, said):
    """The claims that are neither in the request nor told, then the warnings that nothing claims."""
    if "result" not in answer:
        return [], []
    diagnostics = answer["result"].get("diagnostics", [])
    lost = [what for at, codes, what, where in claims(params) if not said.has(*where) and not is_told(at, codes, diagnostics)]
    codes = {code for _, codes, _, _ in claims(params) for code in codes}
    # What becomes of a whole request, whatever its fields are.
    codes |= {"media-moved", "system-moved", "prefix-implied", "request-order"}
    return lost, [each["code"] for each in diagnostics if each["code"] not in codes]


def check(galley, named, tally):
    """How many of (name, parameters) lose something in silence, or warn of nothing."""
    bad = 0
    answers = chat.ask(galley, "chat.emit", [params for _, params in named])
    written = {at: written_messages(params["as"], answers[at]["result"]["request"]) for at, (_, params) in enumerate(named)
               if "request" in answers[at].get("result", {})}
    back = chat.ask(galley, "history.read", [{"messages": written[at], "format": named[at][1]["as"], "repair": "error"} for at in written])
    back = dict(zip(written, back))
    for at, (name, params) in enumerate(named):
        answer, form = answers[at], params["as"]
        result = answer.get("result", {})
        tally[form, "refused" if not result else "with a warning" if result.get("diagnostics") else "whole"] += 1
        if at in back and "result" not in back[at]:
            lost, idle = ["reading back: " + json.dumps(back[at])[:300]], []
        else:
            said = SaidAsText(result.get("text", "")) if at not in back else Said(form, result["request"], back[at]["result"]["messages"])
            lost, idle = silent(params, answer, said)
        if not lost and not idle:
            continue
        bad += 1
        if bad <= 20:
            print(f"{form}, {name}: lost {sorted(set(lost))}, warned of nothing {idle}")
        if bad <= 2:
            print(f"  {json.dumps(params)[:1500]}\n  {json.dumps(answer)[:1500]}")
    return bad


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("galley")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    alone = [(name, {**params, "as": form}) for form in FORMS for name, params in single_fields()]
    many = []
    for number in range(args.count):
        for form in FORMS:
            many.append((f"conversation {number}", Maker(args.seed * 1_000_003 + number, 0.1 + 0.4 * (number % 3)).params(form)))
    tally = collections.Counter()
    bad = check(args.galley, alone, tally) + check(args.galley, many, tally)
    for form in FORMS:
        print(f"{form}: " + ", ".join(f"{tally[form, how]} {how}" for how in ("whole", "with a warning", "refused")))
    print(f"{len(alone)} fields alone, {len(many)} conversations of many: {bad} with a silent loss")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
