"""What can be told of a template without rendering it."""

from __future__ import annotations

from typing import Iterator

from .environment import ParsedTemplate


def find_undeclared_variables(ast: ParsedTemplate) -> set[str]:
    """The names that a template looks up in its context."""
    return ast.variables() - set(ast.environment.default_names)


def find_referenced_templates(ast: ParsedTemplate) -> Iterator[str | None]:
    """The templates that a template extends, imports and includes; None for one whose name is
    computed."""
    yield from ast.references()
