"""FastAPI: a workspace, or one template, as a dependency."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Callable

from .._template import Template
from .._workspace import Workspace


@lru_cache(maxsize=32)
def _workspace(root: str) -> Workspace:
    return Workspace(root)


def workspace(root: str = ".") -> Callable[[], Workspace]:
    """`ws: Workspace = Depends(workspace("prompts"))`: opened once for all requests."""
    return lambda: _workspace(root)


def template(name: str, root: str = ".") -> Callable[[], Template]:
    """`hello: Template = Depends(template("hello"))`."""
    return lambda: _workspace(root).template(name)


__all__: list[Any] = ["template", "workspace"]
