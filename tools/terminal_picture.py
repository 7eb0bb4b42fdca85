#!/usr/bin/env python3
"""Draws what a command printed as a picture of a terminal: SVG on standard output.

usage: terminal_picture.py TITLE < TEXT > PICTURE

Each line of the text is one <text> element, so that a test can compare picture and command.
"""
import html
import sys

WIDTH, HEIGHT, LEFT, TOP = 8.2, 19, 18, 58


def draw(title, lines):
    columns = max(len(line) for line in lines)
    width = round(2 * LEFT + columns * WIDTH)
    height = round(TOP + len(lines) * HEIGHT)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" aria-label="{html.escape(title)}">',
        f'<rect width="{width}" height="{height}" rx="8" fill="#1b1f27"/>',
        '<circle cx="20" cy="18" r="6" fill="#e0645c"/><circle cx="40" cy="18" r="6" fill="#e0b04c"/>'
        '<circle cx="60" cy="18" r="6" fill="#5fb865"/>',
        '<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="13.6" '
        'fill="#d6dbe5">',
    ]
    for at, line in enumerate(lines):
        if not line:
            continue
        colour = ' fill="#7fd1ff"' if line.startswith("$ ") else \
            ' fill="#8b93a5"' if line.split("  ")[0].isupper() else ""
        out.append(f'<text xml:space="preserve" x="{LEFT}" y="{TOP + at * HEIGHT - 10}"{colour} '
                   f'textLength="{round(len(line) * WIDTH, 1)}">{html.escape(line, quote=False)}</text>')
    return "\n".join(out + ["</g>", "</svg>"]) + "\n"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.stdout.write(draw(sys.argv[1], sys.stdin.read().rstrip("\n").split("\n")))
