"""The exceptions of Jinja2 for what galley raises, with Jinja2's words where programs look for them."""

from __future__ import annotations

import re
from typing import Sequence

from .. import _errors
from . import exceptions

# What galley says, and what Jinja2 says.
_WORDS = (
    (re.compile(r"a key of 'xmlattr' holds a blank"), "Invalid character in attribute name"),
    (re.compile(r"the required block ('.*') is not defined"), r"Required block \1 not found"),
    (
        re.compile(r"a required block may hold white space and comments only"),
        "Required blocks can only contain comments or whitespace",
    ),
    (re.compile(r"a template can extend only one other template"), "extended multiple times"),
    (
        re.compile(r"only a namespace's attributes can be assigned.*"),
        "cannot assign attribute on non-namespace object",
    ),
)


def _message_of(error: _errors.Error) -> str:
    message = error.diagnostics[0].message if error.diagnostics else str(error)
    message = message.replace("`", "'")
    for pattern, words in _WORDS:
        if pattern.search(message):
            return pattern.sub(words, message)
    return message


def _not_found(message: str, missing: Sequence[str]) -> exceptions.TemplateNotFound:
    names = re.findall(r"'([^']*)'", message)
    if message.startswith("none of the templates") and names:
        return exceptions.TemplatesNotFound(names)
    wanted = missing[-1] if missing else names[0] if names else message
    return exceptions.TemplateNotFound(wanted)


def translated(
    error: _errors.Error,
    name: str | None,
    filename: str | None,
    source: str | None,
    missing: Sequence[str] = (),
    rendering: bool = False,
) -> BaseException:
    """The exception that Jinja2 has for what galley raised; `missing` are the names that the
    loader did not know."""
    if error.__cause__ is not None:
        return error.__cause__
    message = _message_of(error)
    if isinstance(error, _errors.TemplateNotFound):
        return _not_found(message, missing)
    if error.code.startswith("unknown-"):
        words = message.split("'")
        message = f"No {error.code.partition('-')[2]} named {words[1]!r}." if len(words) > 1 else message
        if rendering:
            return exceptions.TemplateRuntimeError(message)
    found = error.diagnostics[0] if error.diagnostics else None
    line = found.line if found and found.line else 1
    if isinstance(error, _errors.TemplateSyntaxError):
        unknown = error.code.startswith("unknown-")
        kind = exceptions.TemplateAssertionError if unknown else exceptions.TemplateSyntaxError
        made = kind(message, line, name, filename)
        made.source = source
        return made
    if isinstance(error, _errors.UndefinedError):
        kind_of_undefined = exceptions.SecurityError if re.search(r"'__\w+__'", message) else exceptions.UndefinedError
        return kind_of_undefined(message)
    if error.code in ("template-cycle", "limit-depth"):
        return RecursionError(message)
    if "cannot be changed: values are immutable" in message:
        return exceptions.SecurityError(message)
    if isinstance(error, _errors.TemplateTypeError):
        return exceptions.TemplateTypeError(message)
    return exceptions.TemplateRuntimeError(message)
