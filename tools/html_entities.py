#!/usr/bin/env python3
"""Writes src/engine/library/html_entities.inc to standard output.

The names are those of the HTML 5 standard, which does not change any more:

    python3 tools/html_entities.py > src/engine/library/html_entities.inc
"""

import html.entities


def literal(text):
    """The inside of a C++ string literal; escapes are octal, of three digits."""
    return "".join(c if 32 <= ord(c) < 127 and c not in '"\\?' else escape(c) for c in text)


def escape(char):
    return "".join(f"\\{byte:03o}" for byte in char.encode())


def entries():
    """One `name=text` each, sorted by name; one with `;` does not work without.

    Names start with a letter, so none can be taken for a part of the `\\0` before.
    """
    names = html.entities.html5
    for name in sorted(names, key=lambda name: name.rstrip(";")):
        # A name that works without `;` also works with it.
        if name.endswith(";") and name[:-1] in names:
            continue
        yield f"{literal(name)}={literal(names[name])}\\0"


def main():
    print("// The character references of HTML 5, written by tools/html_entities.py.")
    print("constexpr char kEntities[] =")
    line = ""
    lines = []
    for entry in entries():
        if len(line) + len(entry) > 92:
            lines.append(line)
            line = ""
        line += entry
    lines.append(line)
    print("\n".join(f'    "{text}"' for text in lines) + ";")


main()
