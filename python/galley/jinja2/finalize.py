"""`finalize` of Jinja2: a function over every value that a template prints.

The engine knows no such thing, so the printed expressions are given a filter before it sees them.
Everything else of the source stays where it is, on the same line.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .environment import Environment

FINALIZE = "galley_finalize_"
_STRING = re.compile(r"'(?:\\\\.|[^'\\\\])*'|\"(?:\\\\.|[^\"\\\\])*\"", re.S)


def _end_of_expression(source: str, at: int, end: str) -> int:
    """Where the expression that begins at `at` ends: at `end`, outside of strings and brackets."""
    depth = 0
    while at < len(source):
        if depth == 0 and source.startswith(end, at):
            return at
        character = source[at]
        string = _STRING.match(source, at) if character in "'\"" else None
        if string:
            at = string.end()
            continue
        depth += (character in "([{") - (character in ")]}" and depth > 0)
        at += 1
    return -1


def with_finalize(environment: Environment, source: str) -> str:
    """The source with the filter behind every expression that is printed."""
    opening, closing = environment.variable_start_string, environment.variable_end_string
    comment, comment_end = environment.comment_start_string, environment.comment_end_string
    block, block_end = re.escape(environment.block_start_string), re.escape(environment.block_end_string)
    raw = re.compile(rf"{block}[-+]?\s*raw\s*[-+]?{block_end}.*?{block}[-+]?\s*endraw\s*[-+]?{block_end}", re.S)
    starts = sorted((opening, comment, environment.block_start_string), key=len, reverse=True)
    begin = re.compile("|".join(re.escape(each) for each in starts))
    made, at = [], 0
    while (found := begin.search(source, at)) is not None:
        made.append(source[at : found.start()])
        end = _end_of_tag(environment, source, found, raw, comment_end)
        if found.group() != opening:
            made.append(source[found.start() : end])
            at = end
            continue
        stop = _end_of_expression(source, found.end(), closing)
        if stop < 0:
            return "".join(made) + source[found.start() :]
        made.append(_finalized(opening, source[found.end() : stop], closing))
        at = stop + len(closing)
    return "".join(made) + source[at:]


def _end_of_tag(
    environment: Environment, source: str, found: re.Match[str], raw: re.Pattern[str], comment_end: str
) -> int:
    """Where a comment, a raw block or the beginning of a tag ends."""
    whole = raw.match(source, found.start())
    if whole:
        return whole.end()
    if found.group() == environment.comment_start_string:
        end = source.find(comment_end, found.end())
        return len(source) if end < 0 else end + len(comment_end)
    return found.end()


def _finalized(opening: str, expression: str, closing: str) -> str:
    first = expression[:1] if expression[:1] in ("-", "+") else ""
    inner = expression[len(first) :]
    last = inner[-1:] if inner[-1:] in ("-", "+") else ""
    inner = inner[: len(inner) - len(last)]
    if not inner.strip():
        return opening + expression + closing
    return f"{opening}{first}({inner})|{FINALIZE}{' ' if last else ''}{last}{closing}"
