"""Galley, a prompt compiler.

    import galley

    ws = galley.Workspace(".")
    ws.template("hello").render(name="Ann", topics=["harbour"])
    galley.render("Hello {{ name }}", name="Ann")
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Mapping, Sequence

from ._conversation import Conversation, Explanation
from ._errors import (
    BudgetError,
    CallableError,
    ConfigError,
    DataError,
    Diagnostic,
    Error,
    FileError,
    IntegerRangeError,
    InternalError,
    LimitError,
    ProviderError,
    StoreError,
    TemplateError,
    TemplateNotFound,
    TemplateSyntaxError,
    TemplateTypeError,
    TokenizerError,
    UndefinedError,
)
from ._galley import version
from ._template import Input, Template
from ._values import register
from ._workspace import Workspace

__all__ = [
    "BudgetError",
    "CallableError",
    "ConfigError",
    "Conversation",
    "DataError",
    "Diagnostic",
    "Error",
    "Explanation",
    "FileError",
    "Input",
    "IntegerRangeError",
    "InternalError",
    "LimitError",
    "ProviderError",
    "StoreError",
    "Template",
    "TemplateError",
    "TemplateNotFound",
    "TemplateSyntaxError",
    "TemplateTypeError",
    "TokenizerError",
    "UndefinedError",
    "Workspace",
    "__version__",
    "count_tokens",
    "register",
    "render",
]

__version__ = version()


@lru_cache(maxsize=1)
def _scratch() -> Workspace:
    """A workspace without files, for what needs none."""
    return Workspace(None)


@lru_cache(maxsize=256)
def _compiled(source: str) -> Template:
    return _scratch().compile(source)


def render(source: str, values: object = None, /, **variables: object) -> str:
    """The text of a template that is given as a text, in Jinja."""
    if values is None:
        return _compiled(source).render(**variables)
    return _compiled(source).render(values, **variables)


def count_tokens(
    text: str | Sequence[Mapping[str, Any]],
    *,
    model: str | None = None,
    tokenizer: str | None = None,
) -> int:
    """How many tokens a text, or the texts of messages, take for a model, or as a tokenizer
    counts them."""
    params: dict[str, Any] = {"text": text} if isinstance(text, str) else {"messages": list(text)}
    if model is not None:
        params["model"] = model
    if tokenizer is not None:
        params["tokenizer"] = tokenizer
    tokens: int = _scratch().call("tokens.count", **params)["tokens"]
    return tokens
