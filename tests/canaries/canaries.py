"""No diagnostic repeats data.

    canaries.py GALLEY FIXTURES

Every fixture that calls an operation or renders a template is tried again with
canaries in its data: each string, number and key is replaced by a value that occurs
nowhere else, of the same type and of others.  Operations that read messages, records and
values get one of each type wherever there may be one.  Whatever code a diagnostic has, none of
its words may be a canary.  A code that no fixture with data leads to must be in
WITHOUT_DATA, so that a new code is looked at.
"""

import json
import pathlib
import re
import subprocess
import sys

STRING = "QCANARYQ"
INTEGER = 4111111111111
DOUBLE = 4222.0625
KEY = "qcanarykeyq"
# As they are printed, in parts too: a name made from a number, a sum, a case changed.
SEEN = ("canary", "4111111", "4222.06", "1114", "qcan")

# Parameters of operations that are data, not documents or options.
DATA = {"data", "values", "globals", "context", "macros", "value", "at_globals", "variables", "messages", "text"}

# Codes that only texts of authors, options or the machine lead to: no fixture that has
# data gives them, whatever is in it.
WITHOUT_DATA_FILE = pathlib.Path(__file__).with_name("without_data.txt")


def parse(text):
    """The sections of a fixture: (name, argument, body)."""
    sections = []
    for line in text.split("\n"):
        if line.startswith("--- "):
            name, _, argument = line[4:].partition(" ")
            sections.append([name, argument, []])
        elif sections:
            sections[-1][2].append(line[1:] if line.startswith("\\--- ") else line)
    return [(name, argument, "\n".join(body)) for name, argument, body in sections]


SPECIAL = {"run", "before", "input", "call", "render", "data", "output", "error", "exit", "result", "text"}


def requests(path):
    """What a fixture calls: (method, parameters)."""
    sections = parse(path.read_text(encoding="utf-8", errors="surrogateescape"))
    files = {name: body for name, _, body in sections if name not in SPECIAL}
    data = next((body for name, _, body in sections if name == "data"), "{}")
    for name, argument, body in sections:
        try:
            if name == "render":
                language, _, options = argument.partition(" ")
                params = {"language": language, "source": body, "data": json.loads(data), "templates": files}
                if options:
                    params["options"] = json.loads(options)
                yield "text.render", params
            elif name == "call":
                yield argument, with_files(json.loads(body), files)
        except ValueError:
            continue  # a request that is no JSON holds no data


def with_files(value, files):
    if isinstance(value, dict):
        return {key: with_files(item, files) for key, item in value.items()}
    if isinstance(value, list):
        return [with_files(item, files) for item in value]
    if value == "@files":
        return files
    if isinstance(value, str) and value.startswith("@:"):
        return files.get(value[2:], value)
    return value


def canary(leaf, mode):
    if mode == "same":
        if isinstance(leaf, bool) or leaf is None:
            return leaf
        return {str: STRING, int: INTEGER, float: DOUBLE}.get(type(leaf), leaf)
    return {"strings": STRING, "integers": INTEGER, "negative": -INTEGER, "doubles": DOUBLE,
            "digits": str(INTEGER), "nested": [{KEY: [STRING, INTEGER, DOUBLE]}, STRING]}[mode]


MODES = ("same", "strings", "integers", "negative", "doubles", "digits", "nested")


def replaced(value, mode):
    """`value`, all of it data, with canaries for leaves and one more key in each map."""
    if isinstance(value, dict):
        made = {key: replaced(item, mode) for key, item in value.items()}
        made[KEY] = canary("", mode)
        return made
    if isinstance(value, list):
        return [replaced(item, mode) for item in value]
    return canary(value, mode)


def is_document(params, key):
    """Whether a parameter with the name of data is a text of an author's."""
    return key == "text" and "as" not in params and "transforms" not in params and "estimator" not in params


# What a message says; its other fields give it its shape.
SAID = {"content", "text", "thinking", "refusal", "arguments", "name", "url", "data", "detail", "signature", "value"}


def with_words(value, key=None):
    """A message of the same shape that says canaries; blanks stay, which some providers refuse."""
    if isinstance(value, dict):
        return {inner: with_words(item, inner) for inner, item in value.items()}
    if isinstance(value, list):
        return [with_words(item, key) for item in value]
    return STRING if key in SAID and isinstance(value, str) and value.strip() else value


def with_contents(messages, mode):
    """The roles of messages are the caller's words; what they say is data."""
    if not isinstance(messages, list):
        return messages
    if mode == "same":
        return with_words(messages)
    return [{**each, "content": canary("", mode)} if isinstance(each, dict) and "content" in each else each
            for each in messages]


def mutated(params, mode):
    """`params` with canaries in its data, and whether it has any."""
    if isinstance(params, dict):
        found = False
        made = {}
        for key, item in params.items():
            if key in DATA and not is_document(params, key):
                made[key], has = replaced(item, mode), True
                if key == "messages":
                    made[key], has = with_contents(item, mode), True
            else:
                made[key], has = mutated(item, mode)
            found = found or has
        return made, found
    if isinstance(params, list):
        parts = [mutated(item, mode) for item in params]
        return [part for part, _ in parts], any(has for _, has in parts)
    return params, False


def diagnostics(value):
    """Every diagnostic in an answer, wherever it stands."""
    if isinstance(value, dict):
        if "code" in value and "severity" in value and "message" in value:
            yield value
        for item in value.values():
            yield from diagnostics(item)
    elif isinstance(value, list):
        for item in value:
            yield from diagnostics(item)


def all_codes(fixtures):
    """The codes that fixtures expect; tests/codes sees to it that they are all there are."""
    codes = set()
    for path in pathlib.Path(fixtures).rglob("*.txt"):
        for name, _, body in parse(path.read_text(encoding="utf-8", errors="surrogateescape")):
            if name in ("error", "output", "result"):
                codes.update(re.findall(r'(?:error|warning)\[([a-z-]+)\]|"code": ?"([a-z-]+)"', body))
    return {code for pair in codes for code in pair if code}


def tried(fixtures):
    """(where, request) for every fixture with data and every mode."""
    for path in sorted(pathlib.Path(fixtures).rglob("*.txt")):
        for method, params in requests(path):
            for mode in MODES:
                made, has_data = mutated(params, mode)
                if has_data:
                    yield f"{path.name} ({mode})", {"method": method, "params": made}


# What the issue was made of: values that are computed before they are named.
TEMPLATES = [
    ("jinja", text) for text in (
        "{{ range(n) }}", "{{ m[n|string].x }}", "{{ m[n].x }}", "{% include 'user' ~ n %}",
        "{% include [s, n|string] %}", "{% extends s %}", "{% import s as q %}", "{% from s import q %}",
        "{{ [1]|map(n|string)|list }}", "{{ [1]|map(s)|list }}", "{{ [1]|select(s)|list }}",
        "{{ [1]|map(attribute=s)|first + 1 }}", "{{ m|attr(s) + 1 }}", "{{ s.upper().x.y }}", "{{ m[s].x }}",
        "{{ m[s ~ n].x }}", "{{ n / 0 }}", "{{ n // 0 }}", "{{ n % 0 }}", "{{ 9223372036854775807 + n }}",
        "{{ s + n }}", "{{ n + s }}", "{{ n() }}", "{{ s() }}", "{{ m.x() }}", "{{ s|int + m }}",
        "{{ '%d' % s }}", "{{ '%q' % n }}", "{{ '{:q}'.format(n) }}", "{{ s.format(n) }}", "{{ s % n }}",
        "{{ 'x'|center(n) }}", "{{ 'x' * n }}", "{{ [1] * n }}", "{{ s|batch(n)|list }}", "{{ s|round }}",
        "{{ n|length }}", "{{ n|first }}", "{% for a, b in [n] %}{% endfor %}", "{% for a, b in [[n, s, d]] %}{% endfor %}",
        "{{ dict(**{s: n}) }}", "{{ 'a'|replace(**{s: n}) }}", "{{ 'a'|indent(**{s: n}) }}",
        "{% macro q(a) %}{% endmacro %}{{ q(**{s: n}) }}", "{% macro q(a) %}{% endmacro %}{{ q(*l) }}",
        "{{ raise_exception(s) }}", "{{ raise_exception('n is ' ~ n) }}", "{{ raise_exception(n) }}",
        "{{ raise_exception(n|string) }}", "{{ raise_exception('%d' % n) }}", "{{ strftime_now(s) }}",
        "{{ n|tojson(indent=n) }}", "{{ l|sort(attribute=s) }}", "{{ l|groupby(s) }}", "{{ m|dictsort(by=s) }}",
        "{{ n|filesizeformat(s) + 1 }}", "{{ s|float + s }}", "{{ l[n] + 1 }}", "{{ l[n:s] }}", "{{ s[n].x }}",
        "{{ cycler(*l).x.y }}", "{{ joiner(n).x.y }}", "{{ namespace(**{s: n}).x.y }}", "{{ lipsum(n=n) }}",
        "{{ x.y }}{{ s }}", "{% set q %}{{ n }}{% endset %}{{ m[q].x }}", "{{ m[[n]|join].x }}",
        "{{ m[n|tojson].x }}", "{{ m['%s' % n].x }}", "{{ m['{}'.format(n)].x }}", "{{ m[(n|string)[2:9]].x }}",
        "{{ m[s|lower].x }}", "{{ m[s|reverse].x }}", "{{ m[s|title].x }}", "{{ m['a' + s].x }}", "{{ m[d].x }}",
        "{{ m[true if n else s].x }}", "{{ {n: 1}[s].x }}", "{% call(a) s() %}{% endcall %}", "{{ s is divisibleby(0) }}",
        "{{ n is divisibleby(s) }}", "{{ s is in n }}", "{{ -s }}", "{{ +m }}", "{{ s < n }}", "{{ [s, n]|sort }}",
        "{{ [s, n]|max }}", "{{ [s, n]|sum }}", "{{ s|wordwrap(n - n) }}", "{{ s|truncate(-n) }}", "{{ s|xmlattr }}",
        "{{ {s: n, 'a b': s}|xmlattr }}", "{{ [s]|urlencode }}", "{{ s|urlize(extra_schemes=[s]) }}", "{{ l|slice(n)|list }}",
        "{{ s.encode(s) }}", "{{ s.translate(n) }}", "{{ s.join(l) }}", "{{ s.split(n) }}", "{{ s.index('zz') }}",
        "{{ s.zfill(n) }}", "{{ s.expandtabs(n) }}", "{{ l.index(s) }}", "{{ l.pop(n) }}", "{{ m.pop(s) }}",
    )
] + [
    ("handlebars", text) for text in (
        "{{> (upper n)}}", "{{> (lookup . 's')}}", "{{> (lower s)}}", "{{lookup m n}}", "{{lookup m s}}",
        "{{truncate s n}}", "{{truncate s s}}", "{{json m n}}", "{{json m s}}", "{{join n}}", "{{join s s}}",
        "{{s n}}", "{{#s}}{{x.y}}{{/s}}", "{{#each n}}{{/each}}", "{{#with m}}{{x.y.z}}{{/with}}", "{{gt s n}}",
        "{{(lookup m s)}}", "{{#if (lookup m n)}}{{/if}}", "{{#each l}}{{@key}}{{x.y}}{{/each}}", "{{upper n s}}",
    )
]
CONTEXT = {"s": STRING, "n": INTEGER, "d": DOUBLE, "l": [STRING, INTEGER, DOUBLE], "m": {KEY: INTEGER}}


# Data that cannot be read: (name, text).
BROKEN = [
    (name, text)
    for name, texts in {
        "d.json": ['{"a": "QCANARYQ', '{"qcanarykeyq": 4111111111111, "qcanarykeyq" 1}', "[4111111111111,]", "QCANARYQ",
                   '"QCANARYQ"', "4111111111111", "[4222.0625]", '{"a": 41111111111114111111111111411111111111141e999}',
                   '{"a": "\\qQCANARYQ"}', "[" * 2000 + '"QCANARYQ"', '{"a": "QCANARYQ\x01"}', '{"a": QCANARYQ}'],
        "d.yaml": ["a: 'QCANARYQ", "qcanarykeyq: [4111111111111", "a: *qcanarykeyq", "a: !qcanarykeyq 1", "QCANARYQ",
                   "a: QCANARYQ\n b: QCANARYQ\n", "a: &qcanarykeyq 1\n<<: *qcanarykeyq", "? [QCANARYQ]\n: 1", "- QCANARYQ\n",
                   "%QCANARYQ\n", "a: QCANARYQ\n---\nb: 4111111111111\n", "\t4111111111111: QCANARYQ", "a: 1\na: QCANARYQ"],
        "d.toml": ["a = QCANARYQ", "qcanarykeyq = 1\nqcanarykeyq = 4111111111111", "a = 'QCANARYQ", "[qcanarykeyq]\n[qcanarykeyq]",
                   "a = 4111111111111x", "a = 41111111111114111111111111", "QCANARYQ", "a = 4111-11-11T99:99:99", "[[a]]\n[a]\nb = 'QCANARYQ'\n[a.b.c]"],
    }.items() for text in texts
]


def unreadable():
    for name, text in BROKEN:
        for limits in ({}, {"context": 8}, {"nesting": 1}, {"heap": 100}, {"nodes": 1}):
            yield f"{name}: {text[:40]}", {"method": "data.merge", "params": {"layers": [{"name": name, "text": text}], "limits": limits}}


def computed():
    for language, source in TEMPLATES:
        for strict in (False, True):
            for templates in ({}, {"a": "b"}):
                params = {"language": language, "source": source, "data": CONTEXT, "templates": templates}
                if strict:
                    params["options"] = {"undefined": "strict"} if language == "jinja" else {"strict": True}
                elif language == "jinja":
                    params["options"] = {"chat_template": True}
                yield f"{source} (strict: {strict})", {"method": "text.render", "params": params}


# One value of each type, where data may have any.
LEAVES = [STRING, INTEGER, -INTEGER, DOUBLE, str(INTEGER), [STRING, INTEGER], {KEY: STRING}, None, True]

# Messages in the forms of all providers: what each leaf may stand for.
MESSAGES = [
    lambda x: x, lambda x: {"role": x, "content": "a"}, lambda x: {"role": "user", "content": x},
    lambda x: {"role": "user", "content": [x]}, lambda x: {"role": "user", "content": [{"type": x}]},
    lambda x: {"role": "user", "content": [{"type": "text", "text": x}]}, lambda x: {"role": "user", KEY: x},
    lambda x: {"role": "user", "name": x, "content": "a"}, lambda x: {"role": "user", "content": "a", "cache": x, "pin": x},
    lambda x: {"role": "user", "content": [{"type": "image", "url": x}]},
    lambda x: {"role": "user", "content": [{"type": "image", "data": x, "mime": x}]},
    lambda x: {"role": "user", "content": [{"type": "tool_result", "tool_use_id": x, "content": x}]},
    lambda x: {"role": "assistant", "content": None, "tool_calls": x}, lambda x: {"role": "assistant", "tool_calls": [x]},
    lambda x: {"role": "assistant", "tool_calls": [{"id": x, "type": "function", "function": {"name": "f", "arguments": "{}"}}]},
    lambda x: {"role": "assistant", "tool_calls": [{"id": "c", "type": "function", "function": {"name": x, "arguments": x}}]},
    lambda x: {"role": "assistant", "content": [{"type": "tool_use", "id": x, "name": x, "input": x}]},
    lambda x: {"role": "assistant", "content": [{"type": "tool_call", "id": "c", "name": "f", "arguments": x}]},
    lambda x: {"role": "tool", "tool_call_id": x, "content": "a"}, lambda x: {"role": "tool", "tool_call_id": "c", "content": x},
    lambda x: {"role": "tool", "content": [{"type": "tool_result", "id": x, "content": "z"}]}, lambda x: {"type": x},
    lambda x: {"role": "model", "parts": [x]}, lambda x: {"role": "model", "parts": [{"functionCall": {"name": x, "args": x}}]},
    lambda x: {"type": "function_call", "call_id": x, "name": x, "arguments": x},
]
FORMS = ("messages", "openai", "responses", "anthropic", "gemini", "mistral", "huggingface")
CHAT = {"id": "a", "name": "a", "task": "turn_generation", "version": 1, "slots": {}}
HISTORY = {**CHAT, "layout": [{"kind": "slot", "name": "s"}], "slots": {"s": {"priority": 0, "plan": [
    {"kind": "history", "source": {"source": "$ctx", "args": {"path": "messages"}}}]}}}


def conversations():
    """What reads messages, of any form."""
    for make in MESSAGES:
        for leaf in LEAVES:
            message = [make(leaf)]
            for form in FORMS:
                yield "history.read", {"messages": message, "format": form}
                yield "history.read", {"messages": message, "format": form, "repair": "error"}
                yield "chat.emit", {"messages": message, "as": form}
            yield "history.read", {"messages": message}
            yield "tokens.count", {"messages": message, "model": "gpt-5"}
            yield "chat.diff", {"a": {"messages": message}, "b": {"messages": []}}
            yield "chat.simulate", {"template": HISTORY, "conversation": message, "as": "openai", "maxTokens": 400}
            for limit in ({}, {"maxTokens": 1}):
                yield "chat.render", {"template": HISTORY, "context": {"messages": message}, **limit}
                yield "chat.explain", {"template": HISTORY, "context": {"messages": message}, **limit}


def values():
    """What reads data of other kinds: rows of records, values of tests, of placeholders, of leaves."""
    leaf_templates = ("{{ x.a.b }}", "{{ range(x) }}", "{{ m[x|string].y }}", "{% include 'u' ~ x %}", "{{ x + 1 }}",
                      "{{ [1]|map(x|string)|list }}", "{{ x() }}")
    for leaf in LEAVES:
        for record in (leaf, {"text": leaf, "input_tokens": leaf}, {"messages": leaf, "input_tokens": 3}, {KEY: leaf}):
            yield "tokens.calibrate", {"workspace": {"files": {}}, "model": "claude-sonnet-4-5", "records": json.dumps(record)}
        data = {"x": leaf, "m": {KEY: leaf}}
        for text in leaf_templates:
            files = {"a.j2": text, "a.test.yaml": f"cases:\n- name: c\n  data: {json.dumps(data)}\n  expect: {{text: other}}\n"}
            yield "workspace.diff", {"before": {"files": {"a.j2": "b"}}, "workspace": {"files": files}}
            yield "template.render", {"workspace": {"files": files}, "name": "a", "data": data}
            layout = [{"kind": "message", "role": "user", "content": text}, {"kind": "message", "role": "{{ x }}", "content": "a"},
                      {"kind": "anchor", "key": "{{ x }}"}]
            for strict in (False, True):
                yield "chat.render", {"template": {**CHAT, "leaf": "jinja", "strict": strict, "layout": layout}, "context": data}
        for kind in ("{type: integer}", "{type: string, enum: [a, b]}", "{type: list, items: {type: integer}}"):
            files = {"c.yaml": f'id: c\nsections:\n  A: {{text: "{{{{P}}}}"}}\nplaceholders:\n  P: {kind}\n'}
            yield "sections.render", {"workspace": {"files": files}, "template": "c.yaml", "values": {"P": leaf}}
        yield "data.merge", {"layers": [{"path": "a.b", "value": leaf}, {"path": "a.b.c", "value": leaf}]}
        yield "tokens.decode", {"tokenizer": "r50k", "ids": [leaf]}
        yield "tokens.count", {"text": leaf, "tokenizer": "r50k"}


def read_by_operations():
    for method, params in [*conversations(), *values()]:
        yield f"{method} {json.dumps(params)[:160]}", {"method": method, "params": params}


def main():
    galley, fixtures = sys.argv[1:3]
    where, lines = [], []
    for place, request in [*tried(fixtures), *computed(), *unreadable(), *read_by_operations()]:
        where.append(place)
        lines.append(json.dumps({"jsonrpc": "2.0", "id": len(lines), **request}))
    answers = subprocess.run([galley, "rpc"], input=("\n".join(lines) + "\n").encode("utf-8", "surrogateescape"),
                             capture_output=True, check=True).stdout.splitlines()
    assert len(answers) == len(lines), f"{len(lines)} requests and {len(answers)} answers"
    seen, leaks = set(), 0
    for place, line, text in zip(where, lines, answers):
        for diagnostic in diagnostics(json.loads(text)):
            seen.add(diagnostic["code"])
            words = json.dumps({key: diagnostic.get(key) for key in ("message", "hint", "notes", "file")}).lower()
            if any(each in words for each in SEEN) and not is_allowed(diagnostic):
                leaks += 1
                if leaks <= 30:
                    print(f"{place}: {json.dumps(diagnostic)[:300]}")
    without = {line for line in WITHOUT_DATA_FILE.read_text().split("\n") if line and not line.startswith("#")}
    codes = all_codes(fixtures) | seen
    unseen, unknown = sorted(codes - seen - without), sorted((without & seen) | (without - codes))
    if unseen:
        print("no canary was near these codes; give a fixture data, or list them in without_data.txt:", *unseen)
    if unknown:
        print("these are in without_data.txt, and are met or do not exist:", *unknown)
    print(f"{len(lines)} requests, {len(seen)} of {len(codes)} codes met, {leaks} leaks")
    sys.exit(1 if leaks or unseen or unknown else 0)


def is_allowed(diagnostic):
    """What SECURITY.md allows: a value that was given under a name that no placeholder has, and the
    name of a field as a suggestion where the template misspelt it."""
    if diagnostic["message"] == f"value `{KEY}` is not a placeholder of the template":
        return not diagnostic.get("notes") and KEY not in (diagnostic.get("hint") or "")
    rest = json.dumps({key: diagnostic.get(key) for key in ("message", "notes", "file")}).lower()
    hint = (diagnostic.get("hint") or "").lower()
    return not any(each in rest for each in SEEN) and "did you mean" in hint and KEY in hint


main()
