#!/usr/bin/env python3
"""Writes src/api/code_examples.inc: for each diagnostic code the smallest fixture that
produces it, as `galley errors CODE` shows it: files, commands that anybody can type, and
what they print.

usage: tools/code_examples.py GALLEY

Run it after a code or its fixture was added; the rest stand in
src/api/code_examples_told.inc, by hand.  tests/codes/examples.py runs them all.
"""
import json
import os
import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent
sys.path.append(str(TOP / "tests" / "codes"))
import examples  # noqa: E402  which runs them

SPEC = TOP / "tests" / "spec"
OUTPUT = TOP / "src" / "api" / "code_examples.inc"
GIVEN = {"run", "before", "input", "call", "render", "data"}
EXPECTED = {"output", "error", "exit", "result", "text"}
LONGEST = 4000
MOST_LINES = 24  # of what is printed
MOST_TRIES = 12


def sections(text):
    found, current = [], None
    for line in text.split("\n"):
        if line.startswith("--- "):
            words = line[4:].split(" ", 1)
            current = [words[0], words[1] if len(words) > 1 else "", []]
            found.append(current)
        elif current:
            current[2].append(line[1:] if line.startswith("\\--- ") else line)
    return [(name, rest, "\n".join(body)) for name, rest, body in found]


def codes(parts):
    found = set()
    for name, _, body in parts:
        if name in EXPECTED:
            found |= set(re.findall(r'(?:error|warning)\[([a-z0-9-]+)\]', body))
            found |= set(re.findall(r'"code": ?"([a-z0-9-]+)"', body))
    return found


def indented(text):
    return "\n".join("    " + line if line else "" for line in text.rstrip("\n").split("\n"))


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def command_for(method, params, files):
    """What people type for a call, and whether it reads the files from disk."""
    given = set(params) - {"workspace"}
    if method == "sections.resolve" and given <= {"template", "strict"}:
        strict = " --strict" if params.get("strict") else ""
        # Any other document by its path is taken for a chat template.
        looks_like_one = re.search(r"^sections:", files.get(params["template"], ""), re.M)
        return f"galley resolve ./{params['template']}{'' if looks_like_one else ' --type sections'}{strict}", True
    if method.startswith("instructions.") and given <= {"manifest", "path", "strict"}:
        action = method.split(".")[1]
        strict = " --strict" if params.get("strict") else ""
        if action in ("resolve", "check"):
            place = params.get("manifest") or params.get("path") or ""
            return f"galley instructions {action} {place}{strict}".rstrip(), True
    return f"galley call {method} {quoted(json.dumps(with_texts(params, files), ensure_ascii=False))}", False


def with_texts(value, files):
    """The parameters with the texts of files in the place of their names."""
    if value == "@files":
        return dict(files)
    if isinstance(value, str) and value.startswith("@:"):
        return files[value[2:]]
    if isinstance(value, dict):
        return {key: with_texts(each, files) for key, each in value.items()}
    if isinstance(value, list):
        return [with_texts(each, files) for each in value]
    return value


def render_command(language, options, text, data):
    """A template of a fixture becomes a file, unless options must go along."""
    if options.strip():
        params = {"language": language, "source": text, "data": json.loads(data or "{}"), "options": json.loads(options)}
        return {}, f"galley call text.render {quoted(json.dumps(params, ensure_ascii=False))}"
    name = "a.j2" if language == "jinja" else "a.hbs"
    files, command = {name: text}, f"galley render ./{name}"
    if data:
        files["data.json"], command = data, command + " -d data.json"
    return files, command


def written(parts):
    """The example without what it prints; nothing where it cannot be typed."""
    files = {name: body for name, _, body in parts if name not in GIVEN | EXPECTED}
    kept, commands, given = dict(files), [], None
    data = next((body for name, _, body in parts if name == "data"), None)
    for name, rest, body in parts:
        if name == "input":
            given = body
        elif name == "before":
            commands += ["galley " + line for line in body.split("\n") if line]
        elif name == "run":
            commands.append("galley " + body.strip().replace("\n", " "))
        elif name == "call":
            command, reads_files = command_for(rest.strip(), json.loads(body), files)
            commands.append(command)
            kept = kept if reads_files else {}
        elif name == "render":
            language, _, options = rest.partition(" ")
            more, command = render_command(language, options, body, data)
            kept.update(more)
            commands.append(command)
    lines = []
    for name, body in kept.items():
        lines += [f"  {name}:", indented(body)]
    if given is not None:
        lines += ["  standard input:", indented(given)]
    return "\n".join(lines + ["  $ " + command for command in commands]) + "\n"


def shown(galley, code, parts):
    """The example as text, or nothing where it is not fit to be read or does not give the code."""
    try:
        text = written(parts)
    except (ValueError, KeyError):
        return None
    if len(text) > LONGEST or ')x"' in text:
        return None
    printed = examples.run(galley, text)
    if not examples.gives(code, printed):
        return None
    lines = printed.rstrip("\n").split("\n")
    if len(lines) > MOST_LINES:
        first = next(at for at, line in enumerate(lines) if examples.gives(code, line))
        begin = max(0, min(first - 2, len(lines) - MOST_LINES))
        lines = (["..."] if begin else []) + lines[begin:begin + MOST_LINES] + ["..."]
    text += indented("\n".join(lines)) + "\n"
    clean = all(char == "\n" or char.isprintable() for char in text)
    return text if clean and len(text) < LONGEST and ')x"' not in text else None


def candidates():
    """By code, the fixtures that produce it, best first."""
    found = {}
    for path in sorted(SPEC.rglob("*.txt")):
        try:
            parts = sections(path.read_text(encoding="utf-8"))
        except UnicodeDecodeError:
            continue
        if any(name == "run" and body.startswith("errors") for name, _, body in parts):
            continue
        produced = codes(parts)
        size = sum(len(body) for _, _, body in parts)
        # A case that is about one thing shows it best, and one that people could type.
        rank = (len(produced), not any(name in ("run", "render") for name, _, _ in parts), size)
        for code in produced:
            found.setdefault(code, []).append((rank, str(path), parts))
    return {code: [parts for _, _, parts in sorted(each, key=lambda one: one[:2])] for code, each in found.items()}


def main():
    galley = os.path.abspath(sys.argv[1])
    best = candidates()
    lines = ["// Written by tools/code_examples.py: for each code the smallest fixture that produces it."]
    registry = (TOP / "src/diag/codes.def").read_text(encoding="utf-8")
    told = (TOP / "src/api/code_examples_told.inc").read_text(encoding="utf-8")
    for code in re.findall(r'^DIAGNOSTIC\(\w+, "([a-z0-9-]+)"', registry, re.M):
        if f'{{"{code}",' in told:
            continue
        tried = (shown(galley, code, parts) for parts in best.get(code, [])[:MOST_TRIES])
        text = next((each for each in tried if each), None)
        if text:
            lines.append(f'{{"{code}", R"x({text})x"}},')
        else:
            print(f"{code}: no fixture to show; write one into code_examples_told.inc")
    OUTPUT.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
