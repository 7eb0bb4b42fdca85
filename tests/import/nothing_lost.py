#!/usr/bin/env python3
"""Nothing of a document vanishes without a word (issue 22: never a silent loss).

usage: nothing_lost.py GALLEY [FORMAT...]

Every document of the folders beside this file is changed in every place: a field that no tool
knows is added to each map, each text grows by a word, each value becomes a list, a number or a
map.  What was put in must then be found in what the import gives, or the import must be refused,
or a warning must speak of it.
"""
import copy
import json
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
WORD = "Unerhoert"
NUMBER = 4711.25
FORMATS = ["storyforge", "dotprompt", "prompty", "langfuse", "langchain", "promptfoo", "sillytavern"]
# What only tells what a document is, or which variables it has: nothing that could be lost.
FRAME = {"langchain": re.compile(r"(^|\.)(lc|type|name|_type|optional|id|\w+_variables)(\.|$)|^examples\."),
         "sillytavern": re.compile(r"character_id$")}


class Galley:
    """One `galley rpc`, asked one request after the other."""

    def __init__(self, program):
        self.process = subprocess.Popen([program, "rpc"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def call(self, method, params):
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline()).get("result")

    def read_yaml(self, text):
        return self.call("format.read", {"format": "yaml", "text": text})["value"]


def open_document(galley, path):
    """The value that a document holds, and how to write it again; JSON is YAML too."""
    text = path.read_text()
    front = re.match(r"---\n(.*?)\n---\n(.*)", text, re.S)
    if path.suffix in (".prompt", ".prompty"):
        if not front:
            return None, None
        return galley.read_yaml(front[1]), lambda value: f"---\n{json.dumps(value)}\n---\n{front[2]}"
    return galley.read_yaml(text), json.dumps


def places(value, path=()):
    yield path, value
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from places(item, path + (key,))


def put(document, path, value):
    changed = copy.deepcopy(document)
    at = changed
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    return changed


def changes(document, path, value):
    if isinstance(value, dict):
        yield "a field more", put(document, path + ("unerhoert",), WORD)
    if not path:
        return
    if isinstance(value, str):
        yield "a word more", put(document, path, value + " " + WORD)
    if value is not None:
        yield "a list", put(document, path, [[[WORD]]])
        yield "a number", put(document, path, NUMBER)
        yield "a map", put(document, path, {"unerhoert": WORD})


def speaks_of(warnings, names):
    """Whether a warning names one of the fields on the way."""
    return any(re.search(rf"[`.]{re.escape(name)}[`.]", warning) for warning in warnings for name in names)


def is_told(galley, form, path, base, changed):
    given = galley.call("import.template", {"text": changed, "file": "x", "format": form})
    if given is None:
        return True
    made = given["text"] + given.get("name", "") + "".join(file["name"] + file["text"] for file in given["files"])
    if WORD in made or str(NUMBER) in made:
        return True
    warnings = [warning["message"] for warning in given["warnings"]]
    names = [step for step in path if isinstance(step, str)] + ["unerhoert"]
    return len(warnings) > base or speaks_of(warnings, names) or any("switched off" in each for each in warnings)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    galley = Galley(sys.argv[1])
    silent = 0
    for form in sys.argv[2:] or FORMATS:
        count = 0
        for path in sorted((HERE / form).iterdir()):
            if path.name.endswith((".data.json", ".expected.json", ".py")):
                continue
            document, write = open_document(galley, path)
            if not isinstance(document, dict):
                continue
            first = galley.call("import.template", {"text": write(document), "file": "x", "format": form})
            base = len(first["warnings"])
            for place, value in places(document):
                shown = ".".join(str(step) for step in place)
                if form in FRAME and FRAME[form].search(shown):
                    continue
                for kind, changed in changes(document, place, value):
                    count += 1
                    if not is_told(galley, form, place, base, write(changed)):
                        silent += 1
                        print(f"{form}/{path.name}: {shown or 'the document'}, {kind}: lost in silence")
        print(f"{form}: {count} changes")
    sys.exit(1 if silent else 0)


main()
