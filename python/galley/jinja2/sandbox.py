"""The sandboxes of Jinja2.  The engine is one already: templates reach nothing but what they are
given, and change nothing of it."""

from __future__ import annotations

from typing import Any, Callable, TypeVar

from .environment import Environment
from .exceptions import SecurityError

F = TypeVar("F", bound=Callable[..., Any])
MAX_RANGE = 100_000


def unsafe(function: F) -> F:
    """Marks a function that templates may not call."""
    function.unsafe_callable = True  # type: ignore[attr-defined]
    return function


def is_internal_attribute(obj: Any, attr: str) -> bool:
    return attr.startswith("__")


class SandboxedEnvironment(Environment):
    sandboxed = True


class ImmutableSandboxedEnvironment(SandboxedEnvironment):
    """The same: no template changes what it is given."""


__all__ = ["ImmutableSandboxedEnvironment", "SandboxedEnvironment", "SecurityError", "unsafe"]
