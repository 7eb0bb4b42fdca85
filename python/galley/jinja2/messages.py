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
    (
        re.compile(r"a parameter 'caller' needs a default value.*"),
        'When using caller blocks the "caller" argument must be omitted or be given a default.',
    ),
)


# The tags that may follow in a block, where that is more than its end.
_TAGS = {"for": ["endfor", "else"], "if": ["elif", "else", "endif"]}


def _about_blocks(message: str, hint: str) -> str | None:
    """What Jinja2 says where blocks are not closed as they were opened."""
    if "the name of a block has no hyphens" in hint:
        return (
            "Block names in Jinja have to be valid Python identifiers and may not contain hyphens,"
            " use an underscore instead."
        )
    unknown = re.fullmatch(r"unknown tag '(.*)'|'(.*)' belongs to no open block", message)
    if unknown:
        return f"Encountered unknown tag {unknown[1] or unknown[2]!r}."
    wrong = re.fullmatch(r"'(.*)' does not belong to '(.*)'", message)
    unclosed = re.fullmatch(r"'(.*)' is not closed", message)
    if not wrong and not unclosed:
        return None
    block = wrong[2] if wrong else unclosed[1] if unclosed else ""
    tags = re.findall(r"'(\w+)'", hint) if wrong else _TAGS.get(block, [f"end{block}"])
    order = _TAGS.get(block, tags)
    tags = sorted(tags, key=lambda tag: order.index(tag) if tag in order else 0)
    found = f"Encountered unknown tag {wrong[1]!r}." if wrong else "Unexpected end of template."
    wanted = " or ".join(repr(tag) for tag in tags)
    return (
        f"{found} Jinja was looking for the following tags: {wanted}."
        f" The innermost block that needs to be closed is {block!r}."
    )


def _message_of(error: _errors.Error) -> str:
    message = error.diagnostics[0].message if error.diagnostics else str(error)
    message = message.replace("`", "'")
    hint = (error.diagnostics[0].hint or "").replace("`", "'") if error.diagnostics else ""
    about_blocks = _about_blocks(message, hint)
    if about_blocks:
        return about_blocks
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
        unknown = error.code.startswith("unknown-") or '"caller" argument' in message
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
