#!/usr/bin/env python3
"""Shows requests to the providers' own types.

usage: requests_oracle.py GALLEY [--count N] [--seed S] [--packages FOLDER]

Random conversations with tools and marks for caching are written by `chat.emit` for five providers, and what comes out, and every
golden request of tests/spec/emit, must be what the provider's SDK has types for.  Used plainly those types see little: lists are looked at only when somebody walks them, and keys that they do
not know are dropped.  So they are rebuilt: every field in its place, lists as lists, no other keys.  The order of messages is
asked of mistral-common, which has the server's own rules.  As `huggingface` the prompt of a model with a chat template must be
what the `apply_chat_template` of transformers makes of the same request.

Packages are looked for in FOLDER (default: build/references, where references.py puts them) and where Python looks.
Exit status 0 where all are accepted, 1 where some are not, 77 where no package is there.
"""
import argparse
import collections.abc
import json
import pathlib
import re
import sys
import types
import typing

import chat_differential as chat
from history_differential import HistoryGenerator

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "build/references"
TOOLS = [
    {"name": "run", "description": "runs", "parameters": {"type": "object", "properties": {"q": {"type": "string"}}}},
    {"name": "search", "parameters": {"type": "object", "properties": {}}, "strict": True},
]


class Strict:
    """Types that take what a hint says and nothing else."""

    def __init__(self):
        self.known = {}

    def of(self, hint):
        import pydantic
        from typing_extensions import is_typeddict

        origin, args = typing.get_origin(hint), typing.get_args(hint)
        # The packages make theirs with typing_extensions, which typing does not know.
        if is_typeddict(hint):
            return self.of_dict(hint)
        if origin is typing.Annotated:
            return self.of(args[0])
        if origin in (typing.Union, types.UnionType):
            # Objects that a program may hand on, and open files, are never in a request of ours.
            kept = [each for each in args if not self.is_foreign(each, pydantic)]
            return typing.Union[tuple(self.of(each) for each in kept)]
        if origin in (list, collections.abc.Iterable, collections.abc.Sequence) or getattr(origin, "__name__", "") == "SequenceNotStr":
            return list[self.of(args[0])]
        if origin in (dict, collections.abc.Mapping):
            return dict[self.of(args[0]), self.of(args[1])]
        return typing.Any if hint is object else hint

    @staticmethod
    def is_foreign(hint, pydantic):
        origin, args = typing.get_origin(hint), typing.get_args(hint)
        if isinstance(hint, type) and issubclass(hint, pydantic.BaseModel):
            return True
        if origin is typing.Annotated:
            return Strict.is_foreign(args[0], pydantic)
        if origin in (typing.Union, types.UnionType):
            return all(Strict.is_foreign(each, pydantic) for each in args)
        return origin is not None and getattr(origin, "__name__", "") in ("IO", "PathLike") or hint in (bytes,)

    def of_dict(self, hint):
        from typing_extensions import NotRequired, Required, TypedDict

        if hint in self.known:
            return self.known[hint]
        # A type inside of itself is taken as it comes.
        self.known[hint] = dict
        fields = {}
        for name, each in typing.get_type_hints(hint, include_extras=True).items():
            origin = typing.get_origin(each)
            needed = hint.__total__
            if origin in (typing.Required, typing.NotRequired, Required, NotRequired):
                needed = origin in (typing.Required, Required)
                each = typing.get_args(each)[0]
            fields[name] = (Required if needed else NotRequired)[self.of(each)]
        made = TypedDict("Strict" + hint.__name__, fields, total=False)
        made.__pydantic_config__ = {"extra": "forbid"}
        self.known[hint] = made
        return made


# --- One check a provider: it raises where a request is not what the types say.


def openai_check():
    import pydantic
    from openai.types.chat import completion_create_params

    adapter = pydantic.TypeAdapter(Strict().of(completion_create_params.CompletionCreateParamsNonStreaming))
    return lambda request: adapter.validate_json(json.dumps({**request, "model": "gpt"}))


def responses_check():
    import pydantic
    from openai.types.responses import response_create_params

    adapter = pydantic.TypeAdapter(Strict().of(response_create_params.ResponseCreateParamsNonStreaming))
    return lambda request: adapter.validate_json(json.dumps({**request, "model": "gpt"}))


def anthropic_check():
    import pydantic
    from anthropic.types import message_create_params

    adapter = pydantic.TypeAdapter(Strict().of(message_create_params.MessageCreateParamsNonStreaming))
    return lambda request: adapter.validate_json(json.dumps({**request, "model": "claude", "max_tokens": 1}))


def gemini_check():
    from google.genai import types as genai

    fields = {"tools": genai.Tool, "contents": genai.Content}

    def check(request):
        for key, value in request.items():
            if key in fields:
                for each in value:
                    fields[key].model_validate(each)
            elif key == "systemInstruction":
                genai.Content.model_validate(value)
            elif key == "toolConfig":
                genai.ToolConfig.model_validate(value)
            elif key == "generationConfig":
                genai.GenerationConfig.model_validate(value)
            else:
                raise ValueError("no field " + key)

    return check


def mistral_check():
    from mistral_common.protocol.instruct.request import ChatCompletionRequest
    from mistral_common.protocol.instruct.validator import ValidationMode, get_validator
    from mistral_common.tokens.tokenizers.base import TokenizerVersion

    validator = get_validator(TokenizerVersion.v13, mode=ValidationMode.serving)

    # The hosted service takes documents, images in results and thinking in parts; the package, which is for local
    # models, does not, and it looks at no call of the first message.
    def local(message):
        foreign = ("document_url", "image_url") if message["role"] == "tool" else ("document_url",)
        parts = message.get("content")
        if not isinstance(parts, list):
            return message
        made = []
        for part in parts:
            if part["type"] in foreign:
                part = {"type": "text", "text": "x"}
            elif part["type"] == "thinking":
                part = {**part, "thinking": "".join(each["text"] for each in part["thinking"])}
            made.append(part)
        return {**message, "content": made}

    def check(request):
        messages = [local(each) for each in request["messages"]]
        if messages[0]["role"] == "assistant":
            messages.insert(0, {"role": "user", "content": "x"})
        validator.validate_request(ChatCompletionRequest.model_validate({**request, "messages": messages, "model": "m"}))

    return check


CHECKS = {
    "openai": openai_check, "responses": responses_check, "anthropic": anthropic_check, "gemini": gemini_check, "mistral": mistral_check,
}


# --- What the checks must see, lest they see nothing


def bad_requests():
    """(form, request): each is refused by the types of its provider."""
    user = {"role": "user", "content": "x"}
    function = {"name": "run", "arguments": "{}"}
    calls = {"role": "assistant", "tool_calls": [{"id": "c", "type": "function", "function": function}]}
    openai = {
        "a role": [{"role": "bogus", "content": "x"}],
        "a key": [{**user, "cache": True}],
        "arguments as an object": [user, {**calls, "tool_calls": [{"id": "c", "type": "function", "function": {"name": "run", "arguments": {}}}]}],
        "a call without an id": [user, {**calls, "tool_calls": [{"type": "function", "function": function}]}],
        "an image in a result": [user, calls, {"role": "tool", "tool_call_id": "c", "content": [{"type": "image_url", "image_url": {"url": "u"}}]}],
        "a mark of Anthropic's": [{"role": "user", "content": [{"type": "text", "text": "x", "cache_control": {"type": "ephemeral"}}]}],
    }
    for name, messages in openai.items():
        yield "openai", name, {"messages": messages}
    yield "openai", "a schema without a name", {"messages": [user], "response_format": {"type": "json_schema", "json_schema": {"schema": {}}}}
    yield "responses", "a result without a call_id", {"input": [{"type": "function_call_output", "outputs": "x"}]}
    yield "responses", "an image as an object", {"input": [{"role": "user", "content": [{"type": "input_image", "detail": "auto", "image_url": {"url": "u"}}]}]}
    yield "responses", "a key", {"input": [{"role": "user", "content": "x", "pin": True}]}
    blocks = {
        "input as a text": {"type": "tool_use", "id": "c", "name": "run", "input": "{}"},
        "thinking without a signature": {"type": "thinking", "thinking": "x"},
        "a mark on thinking": {"type": "thinking", "thinking": "x", "signature": "s", "cache_control": {"type": "ephemeral"}},
        "a ttl": {"type": "text", "text": "x", "cache_control": {"type": "ephemeral", "ttl": "2h"}},
        "a type of image": {"type": "image", "source": {"type": "base64", "media_type": "image/bmp", "data": "x"}},
    }
    for name, block in blocks.items():
        yield "anthropic", name, {"messages": [{"role": "user", "content": [block]}]}
    yield "gemini", "a key", {"contents": [{"role": "user", "parts": [{"text": "x", "cache": True}]}]}
    yield "gemini", "arguments as a text", {"contents": [{"role": "model", "parts": [{"functionCall": {"name": "run", "args": "{}"}}]}]}
    yield "mistral", "an open call", {"messages": [user, {**calls, "content": ""}]}
    yield "mistral", "an assistant at the end", {"messages": [user, {"role": "assistant", "content": "x"}]}


def check_bad(checks):
    """How many of the bad requests are accepted."""
    unseen = count = 0
    for form, name, request in bad_requests():
        if form not in checks:
            continue
        count += 1
        try:
            checks[form](request)
        except Exception:  # each package has its own
            continue
        unseen += 1
        print(f"{form} accepts {name}: {json.dumps(request)}")
    print(f"bad requests: {count - unseen} of {count} refused")
    return unseen


# --- Order, in all that there is of it


def check_order(galley, check, longest=5):
    """Every order of roles up to a length: what galley writes for Mistral its validator takes."""
    import itertools

    said = {"s": {"role": "system", "content": "s"}, "u": {"role": "user", "content": "u"}, "a": {"role": "assistant", "content": "a"}}
    cases = []
    for size in range(1, longest + 1):
        for order in itertools.product("suact", repeat=size):
            messages = []
            for at, kind in enumerate(order):
                call = {"type": "tool_call", "id": f"c{at}", "name": "run", "arguments": "{}"}
                result = {"type": "tool_result", "id": f"c{at - 1}", "content": "r"}
                messages.append({"c": {"role": "assistant", "content": [call]}, "t": {"role": "tool", "content": [result]}}.get(kind, said.get(kind)))
            cases.append(("".join(order), messages))
    answers = chat.ask(galley, "chat.emit", [{"messages": messages, "as": "mistral", "tools": TOOLS} for _, messages in cases])
    written = refused = bad = 0
    for (order, messages), answer in zip(cases, answers):
        if "result" in answer:
            written += 1
            try:
                check(answer["result"]["request"])
                continue
            except Exception as problem:  # the package's own
                print(f"mistral, {order}: written, but {str(problem)[:200]}")
                bad += 1
        else:
            refused += 1
    print(f"mistral: of {len(cases)} orders of roles {written} written and {written - bad} of them accepted, {refused} refused by galley")
    return bad


class ConversationGenerator(HistoryGenerator):
    def conversation(self):
        made = self.history() + [self.user()]
        for message in made:
            message.pop("pin", None)
        if self.chance(0.3):
            made.insert(0, {"role": "system", "content": "Be brief."})
        for _ in range(self.pick([0, 0, 1, 4])):
            self.pick(made)["cache"] = True
        return made

    def plain_conversation(self):
        """What every chat template takes: texts that take turns, and now and then a message of the system's before them."""
        made = [{"role": "system", "content": self.pick(["Be brief.", "Du bist ein Archivar."])}] if self.chance(0.4) else []
        for number in range(self.pick([1, 3, 5])):
            made.append({"role": "assistant" if number % 2 else "user", "content": self.pick(["Hi", "l1\nl2", "\u6771\u4eac?", "a \"b\" \\"])})
        return made

    def request(self, form):
        made = {"messages": self.conversation(), "tools": TOOLS, "as": form}
        if self.chance(0.4):
            made["toolChoice"] = self.pick(["auto", "none", "required", {"name": "run"}])
        if self.chance(0.3):
            made["responseFormat"] = self.pick(["text", "json", {"type": "json_schema", "schema": {"type": "object", "properties": {}}}])
        return made


def golden_requests():
    """(form, request) of every case of `chat.emit` in tests/spec/emit."""
    for path in sorted((ROOT / "tests/spec/emit").glob("*.txt")):
        parts = path.read_text(encoding="utf8").split("\n--- ")
        named = {part.split("\n", 1)[0]: part.partition("\n")[2] for part in parts[1:]}
        if "call chat.emit" not in named or "result" not in named:
            continue
        params, result = json.loads(named["call chat.emit"]), json.loads(named["result"])
        if params["as"] in CHECKS and "request" in result:
            yield path.name, params["as"], result["request"]


def check_goldens(checks):
    bad = count = 0
    for name, form, request in golden_requests():
        if form not in checks:
            continue
        count += 1
        try:
            checks[form](request)
        except Exception as problem:  # each package has its own
            bad += 1
            print(f"{name}: {str(problem)[:600]}")
    print(f"goldens: {count - bad} of {count} accepted")
    return bad


def template_models():
    """(name, template, bos, eos) of the built-in models with a chat template, one a template."""
    found = {}
    for path in sorted((ROOT / "data/models").glob("*.model.yaml")):
        text = path.read_text(encoding="utf8")
        frame = re.search(r"^frame: \{template: ([\w.-]+)(.*)\}$", text, re.M)
        if frame and frame[1] not in found:
            tokens = dict(re.findall(r'(bos|eos): "([^"]*)"', frame[2]))
            found[frame[1]] = (re.search(r"^name: (\S+)$", text, re.M)[1], tokens.get("bos", ""), tokens.get("eos", ""))
    return [(name, ROOT / "data/models" / file, bos, eos) for file, (name, bos, eos) in found.items()]


def check_templates(galley, count, seed):
    """How many prompts differ from those of transformers; None where it is not there."""
    try:
        from transformers.utils.chat_template_utils import render_jinja_template
    except ImportError as missing:
        print(f"huggingface: left out ({missing})")
        return None
    bad = equal = 0
    for model, file, bos, eos in template_models():
        text = file.read_text(encoding="utf8")
        generators = [ConversationGenerator(seed * 1_000_003 + number) for number in range(count)]
        cases = [{"messages": each.plain_conversation(), "as": "huggingface", "model": model} for each in generators]
        for number, case in enumerate(cases):
            if number % 3 == 0:
                case["tools"] = TOOLS
        for case, response in zip(cases, chat.ask(galley, "chat.emit", cases)):
            request = response["result"]["request"]
            wanted, _ = render_jinja_template(conversations=[request["messages"]], chat_template=text, tools=request.get("tools"),
                                              add_generation_prompt=request["add_generation_prompt"], bos_token=bos, eos_token=eos)
            got = response["result"].get("prompt")
            if got == wanted[0]:
                equal += 1
                continue
            bad += 1
            if bad <= 3:
                print(f"{model}: {json.dumps(case)[:600]}\n  wanted {json.dumps(wanted[0])[:900]}\n  got    {json.dumps(got)[:900]}")
    print(f"huggingface: {equal} prompts as transformers, {bad} not")
    return bad


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("galley")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--packages", default=str(FOLDER))
    args = parser.parse_args()
    sys.path[0:0] = [str(pathlib.Path(args.packages) / each) for each in ("sdk", "templates")]
    bad = tried = 0
    checks = {}
    for form, make in CHECKS.items():
        try:
            check = make()
        except ImportError as missing:
            print(f"{form}: left out ({missing})")
            continue
        tried += 1
        checks[form] = check
        generators = [ConversationGenerator(args.seed * 1_000_003 + number) for number in range(args.count)]
        cases = [each.request(form) for each in generators]
        # What no provider takes is refused by `chat.emit`; conversations are mended first.
        mended = chat.ask(args.galley, "history.read", [{"messages": each["messages"]} for each in cases])
        for case, read in zip(cases, mended):
            case["messages"] = read["result"]["messages"] if "result" in read else [{"role": "user", "content": "x"}]
        accepted = refused = 0
        for case, response in zip(cases, chat.ask(args.galley, "chat.emit", cases)):
            if "result" not in response:
                refused += 1
                continue
            try:
                check(response["result"]["request"])
                accepted += 1
            except Exception as problem:  # each package has its own
                bad += 1
                if bad <= 3:
                    print(f"{form}: {str(problem)[:600]}\n  {json.dumps(response['result']['request'])[:2000]}")
        print(f"{form}: {accepted} accepted, {refused} refused by galley, {len(cases) - accepted - refused} not as the types say")
    bad += check_bad(checks)
    if "mistral" in checks:
        bad += check_order(args.galley, checks["mistral"])
    bad += check_goldens(checks)
    templates = check_templates(args.galley, args.count, args.seed)
    bad += templates or 0
    if not tried and templates is None:
        print("none of the packages is there; tests/differential/references.py installs them")
        return 77
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
