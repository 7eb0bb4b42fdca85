#!/usr/bin/env python3
"""Compares the derived schema of section templates with what rendering accepts.

usage: section_schema.py GALLEY [--count N] [--seed S]

An independent validator reads the schema that `sections.schema` derives and judges generated values; it must
accept those that `sections.render` accepts, and refuse those it refuses.  Exit status 0 where all agree, 1 where
some differ, 77 (skipped) without jsonschema.
"""
import argparse
import json
import random
import subprocess
import sys

try:
    import jsonschema
except ImportError:
    print("skipped: jsonschema is not installed (Debian: python3-jsonschema)")
    sys.exit(77)

TYPES = ["string", "number", "boolean", "array", "object"]
SCALARS = ["string", "number", "boolean"]
VALUES = ["", "text", "{{A}}", 0, 7, -1.5, True, False, [], ["a", "b"], [1, 2.5], [True], ["a", 1], {}, {"k": [1]}]


def placeholder(rng):
    kind = rng.choice(TYPES)
    made = {"type": kind}
    if kind == "array":
        item = rng.choice(SCALARS)
        made["items"] = item if rng.random() < 0.5 else {"type": item}
    if rng.random() < 0.6:
        made["required"] = rng.random() < 0.6
    if rng.random() < 0.3:
        made["description"] = "about it"
    if rng.random() < 0.2:
        made["injectedBy"] = "renderer"
    if rng.random() < 0.2:
        made["note"] = {"dropped": True}
    return made


def fitting(rng, made):
    kind = made["type"]
    if kind == "array":
        item = made["items"] if isinstance(made["items"], str) else made["items"]["type"]
        return [fitting(rng, {"type": item}) for _ in range(rng.randrange(3))]
    return {"string": "x", "number": rng.choice([1, 2.5]), "boolean": rng.random() < 0.5, "object": {"a": None}}[kind]


def values_for(rng, placeholders):
    values = {}
    for name, made in placeholders.items():
        if rng.random() < 0.85:
            values[name] = fitting(rng, made) if rng.random() < 0.85 else rng.choice(VALUES)
    if rng.random() < 0.1:
        values["EXTRA"] = 1
    return values


class Galley:
    def __init__(self, program):
        self.child = subprocess.Popen([program, "rpc"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def call(self, method, params):
        request = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        self.child.stdin.write(request.encode() + b"\n")
        self.child.stdin.flush()
        return json.loads(self.child.stdout.readline())

    def close(self):
        self.child.stdin.close()
        self.child.wait()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("galley")
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    galley = Galley(args.galley)
    verdicts = {True: 0, False: 0}
    differ = 0
    for _ in range(args.count):
        placeholders = {name: placeholder(rng) for name in "ABCD"[: rng.randrange(5)]}
        template = {"sections": {"S": "".join("{{%s}}" % name for name in placeholders)}, "placeholders": placeholders}
        params = {"workspace": {"files": {"t.yaml": json.dumps(template)}}, "template": "t.yaml"}
        schema = galley.call("sections.schema", params)["result"]["schema"]
        jsonschema.Draft7Validator.check_schema(schema)
        validator = jsonschema.Draft7Validator(schema)
        for _ in range(8):
            values = values_for(rng, placeholders)
            wanted = validator.is_valid(values)
            response = galley.call("sections.render", {**params, "values": values})
            got = "result" in response
            verdicts[wanted] += 1
            if wanted != got:
                differ += 1
                print("differ: the schema %s, rendering %s\n  %s\n  %s" % (
                    "accepts" if wanted else "refuses", "accepts" if got else "refuses",
                    json.dumps(template), json.dumps(values)))
    galley.close()
    print("%d accepted, %d refused, %d differ" % (verdicts[True], verdicts[False], differ))
    sys.exit(1 if differ or not all(verdicts.values()) else 0)


main()
