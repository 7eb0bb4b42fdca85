"""Templates that give a value of Python where they print nothing but one, as Jinja2 has them.

The engine prints texts.  Each printed value is kept aside and its place marked, so that the value
can be put back into the text, or stand for it where the text is nothing else.
"""

from __future__ import annotations

import ast
import re
import threading
from typing import Any, Callable

from .environment import Environment, Template
from .utils import markup

_MARK = re.compile("\0galley ([0-9]+)\0")


class _Printed(threading.local):
    """What the renders of a thread that are under way printed, innermost last."""

    def __init__(self) -> None:
        self.values: list[list[Any]] = []


_printed = _Printed()


def native_concat(parts: list[Any]) -> Any:
    """One value as it is, several as a text; a text that is a literal of Python as what it means."""
    if not parts:
        return None
    whole = parts[0] if len(parts) == 1 else "".join(str(each) for each in parts)
    if not isinstance(whole, str):
        return whole
    try:
        # Blanks in front would be an indentation.
        return ast.literal_eval(ast.parse(whole, mode="eval"))
    except (ValueError, SyntaxError, MemoryError):
        return whole


def _parts(text: str, values: list[Any]) -> list[Any]:
    """The text with the printed values in their places."""
    parts: list[Any] = []
    for at, piece in enumerate(_MARK.split(text)):
        if at % 2 == 0:
            parts.extend([piece] if piece else [])
            continue
        value = values[int(piece)]
        # What a macro or a block gave is a text with marks.
        has_marks = isinstance(value, str) and "\0" in value
        parts.append(native_concat(_parts(value, values)) if has_marks else value)
    return parts


class NativeTemplate(Template):
    """A template whose `render` gives a value."""

    def render(self, *args: Any, **kwargs: Any) -> Any:
        values: list[Any] = []
        _printed.values.append(values)
        try:
            return native_concat(_parts(super().render(*args, **kwargs), values))
        finally:
            _printed.values.pop()


class NativeEnvironment(Environment):
    """An environment of such templates."""

    def _printer(self) -> Callable[[Any], Any]:
        finalize = self.finalize or (lambda value: value)

        def keep(value: Any) -> Any:
            if not _printed.values:
                return finalize(value)
            values = _printed.values[-1]
            values.append(finalize(value))
            return markup(f"\0galley {len(values) - 1}\0")

        return keep


NativeEnvironment.template_class = NativeTemplate
NativeTemplate.environment_class = NativeEnvironment
