#!/usr/bin/env python3
"""Writes src/api/code_examples.inc: for each diagnostic code the smallest fixture that
produces it, as `galley errors CODE` shows it.

usage: tools/code_examples.py

Run it after a code or its fixture was added; the rest stand in
src/api/code_examples_told.inc, by hand.
"""
import pathlib
import re

TOP = pathlib.Path(__file__).resolve().parent.parent
SPEC = TOP / "tests" / "spec"
OUTPUT = TOP / "src" / "api" / "code_examples.inc"
GIVEN = {"run", "before", "input", "call", "render", "data"}
EXPECTED = {"output", "error", "exit", "result", "text"}
LONGEST = 4000


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


def shown(parts):
    """The example as text, or nothing where it is not fit to be read."""
    lines = []
    for name, rest, body in parts:
        if name not in GIVEN | EXPECTED:
            lines += [f"  {name}:", indented(body)]
    for name, rest, body in parts:
        if name == "input":
            lines += ["  standard input:", indented(body)]
        elif name == "before":
            lines += ["  $ galley " + line for line in body.split("\n") if line]
        elif name == "run":
            lines.append("  $ galley " + body.strip().replace("\n", " "))
        elif name == "call":
            lines.append(f"  $ galley call {rest} '{body.strip()}'")
        elif name == "render":
            lines += [f"  a {rest.split(' ')[0]} template:", indented(body)]
        elif name == "data":
            lines += ["  data:", indented(body)]
    for name, _, body in parts:
        if name in ("output", "error", "result", "text") and body.strip():
            lines.append(indented(body))
    text = "\n".join(lines) + "\n"
    fits = len(text) < LONGEST and text.isprintable() is False and ')x"' not in text
    clean = all(char == "\n" or char.isprintable() for char in text)
    return text if fits and clean else None


def main():
    best = {}
    for path in sorted(SPEC.rglob("*.txt")):
        try:
            parts = sections(path.read_text(encoding="utf-8"))
        except UnicodeDecodeError:
            continue
        text = shown(parts)
        explains = any(name == "run" and body.startswith("errors") for name, _, body in parts)
        if not text or explains:
            continue
        found = codes(parts)
        # A case that is about one thing shows it best, and one that people could type.
        rank = (len(found), not any(name in ("run", "render") for name, _, _ in parts), len(text))
        for code in found:
            if code not in best or rank < best[code][0]:
                best[code] = (rank, text)
    known = re.findall(r'^DIAGNOSTIC\(\w+, "([a-z0-9-]+)"', (TOP / "src/diag/codes.def").read_text(), re.M)
    lines = ["// Written by tools/code_examples.py: for each code the smallest fixture that produces it."]
    for code in known:
        if code in best:
            lines.append(f'{{"{code}", R"x({best[code][1]})x"}},')
    OUTPUT.write_text("\n".join(lines) + "\n", encoding="utf-8")
    told = (TOP / "src/api/code_examples_told.inc").read_text(encoding="utf-8")
    missing = [code for code in known if code not in best and f'{{"{code}", ' not in told]
    print(f"{len(known) - len(missing)} examples; without one: {' '.join(missing) or 'none'}")


if __name__ == "__main__":
    main()
