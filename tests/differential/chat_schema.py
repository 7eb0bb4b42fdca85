#!/usr/bin/env python3
"""Compares the JSON Schemas of chat templates and task kinds with what `chat.check` accepts.

usage: chat_schema.py GALLEY [--count N] [--seed S]

An independent validator reads the schemas that `chat.schema` gives and judges generated documents, most of them
bent in one place; it must accept those whose shape `chat.check` accepts, and refuse those it refuses.  Exit status
0 where all agree, 1 where some differ, 77 (skipped) without jsonschema.
"""
import argparse
import copy
import json
import random
import sys

try:
    import jsonschema
except ImportError:
    print("skipped: jsonschema is not installed (Debian: python3-jsonschema)")
    sys.exit(77)

from chat_differential import Generator, ask

OTHERS = [None, True, False, 0, 1, -1, 2.0, 1.5, 1e20, "", "x", "user", "message", "anchor", "$x", [], [1], ["x"], {}, {"a": 1}]
KEYS = ["kind", "type", "role", "when", "budget", "extra", "value", "key", "text", "source", "order", "field"]
SHAPE_CODES = {"schema-violation", "unsupported-dsl-version"}


def chat_document(rng, seed):
    made = Generator(seed).params()["template"]
    extras = {
        "description": "about it", "dsl": rng.choice([1, 1.0]), "leaf": rng.choice(["handlebars", "jinja"]),
        "responseFormat": rng.choice(["text", "json", {"type": "json_schema", "schema": {"default": None}}]),
        "responseTransforms": [
            {"type": "regexExtract", "pattern": "a(b)", "flags": "g", "group": 1},
            {"type": "regexReplace", "pattern": "a", "replace": "$1"},
        ],
    }
    for name, value in extras.items():
        if rng.random() < 0.3:
            made[name] = value
    if made["slots"] and rng.random() < 0.3:
        next(iter(made["slots"].values()))["meta"] = {"any": None}
    return made


def task_document(rng, seed):
    generator = Generator(seed)
    does = ["key", "match", "select", "window", "start", "end", "order", "limit"]
    sources = {}
    for name in ("steps", "notes", "tips")[: rng.randrange(4)]:
        source = {}
        if rng.random() < 0.5:
            source["reads"] = rng.choice(["a.b", ["a", "b.c"], []])
        if rng.random() < 0.5:
            source["aliases"] = rng.choice([name + "2", [name + "3"], []])
        if rng.random() < 0.3:
            source["values"] = rng.choice(["a", ["a", "b"], []])
        if rng.random() < 0.7:
            source["args"] = {"a%d" % i: {"does": word, "field": rng.choice(["f", ["f", "g"]]), "required": rng.random() < 0.3, "default": rng.choice(OTHERS)} for i, word in enumerate(rng.sample(does, 3))}
        sources[name] = source
    made = {"name": "made_up", "sources": sources}
    if rng.random() < 0.5:
        made["lanes"] = [generator.lane("one")]
    if rng.random() < 0.3:
        made["description"] = "about it"
    return made


def places(document):
    """Every container in a document, with a key of it."""
    found, open_values = [], [document]
    while open_values:
        value = open_values.pop()
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, each in items:
            found.append((value, key))
            if isinstance(each, (dict, list)):
                open_values.append(each)
    return found


def bend(rng, document):
    container, key = rng.choice(places(document))
    what = rng.random()
    if what < 0.5:
        container[key] = copy.deepcopy(rng.choice(OTHERS))
    elif what < 0.75:
        del container[key]
    elif isinstance(container, dict):
        container[rng.choice(KEYS)] = copy.deepcopy(rng.choice(OTHERS))
    else:
        container.append(copy.deepcopy(rng.choice(OTHERS)))


def has_repeated_lane(document):
    lanes = document.get("attachments", document.get("lanes"))
    ids = [lane.get("id") for lane in lanes if isinstance(lane, dict)] if isinstance(lanes, list) else []
    return any(ids.count(each) > 1 for each in ids)


def has_repeated_source(document):
    sources = document.get("sources")
    if not isinstance(sources, dict):
        return False
    names = list(sources)
    for source in sources.values():
        aliases = source.get("aliases", []) if isinstance(source, dict) else []
        names += aliases if isinstance(aliases, list) else [aliases]
    return any(names.count(each) > 1 for each in names)


# No schema knows what the file is called.
def has_other_name(document):
    return "sources" in document and isinstance(document.get("name"), str) and document["name"] != "made_up"


def codes(response):
    diagnostics = response["error"]["data"]["diagnostics"] if "error" in response else []
    return {each["code"] for each in diagnostics}


def check_chat(document):
    return {"template": document, "allowedSources": []}


# A task kind is checked with a template that names it.
def check_task(document):
    template = {"id": "t", "name": "T", "task": "made_up", "version": 1, "layout": [], "slots": {}}
    files = {"t.chat.json": json.dumps(template), "made_up.task.yaml": json.dumps(document, ensure_ascii=False)}
    return {"template": {"name": "t", "workspace": {"files": files}}}


def documents(make, args):
    rng = random.Random(args.seed)
    made = []
    while len(made) < args.count:
        document = make(rng, args.seed * 1_000_003 + len(made))
        for _ in range(rng.choice([0, 1, 1, 1, 2])):
            bend(rng, document)
        if not has_repeated_lane(document) and not has_repeated_source(document) and not has_other_name(document):
            made.append(document)
    return made


def compare(kind, make, check, args):
    schema = ask(args.galley, "chat.schema", [{"document": kind}])[0]["result"]["schema"]
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    made = documents(make, args)
    bad = accepted = 0
    for document, response in zip(made, ask(args.galley, "chat.check", [check(each) for each in made])):
        by_schema = validator.is_valid(document)
        by_galley = not codes(response) & SHAPE_CODES
        accepted += by_galley
        if by_schema != by_galley:
            bad += 1
            if bad <= 3:
                print(f"{kind}: schema {by_schema}, galley {by_galley}: {json.dumps(document)}")
    print(f"{kind}: {len(made) - bad} of {len(made)} agree, {accepted} accepted")
    return bad + (not 0 < accepted < len(made))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("galley")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    bad = compare("chat", chat_document, check_chat, args)
    bad += compare("task", task_document, check_task, args)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
