"""`Workspace`: where templates come from, and what they may use."""

from __future__ import annotations

import inspect
import os
from collections.abc import Iterator, MutableMapping
from typing import TYPE_CHECKING, Any, Callable, Mapping, TypeVar

from . import _galley, _values
from ._errors import Diagnostic
from ._template import Template

if TYPE_CHECKING:
    from ._operations import Call

Function = Callable[..., Any]
F = TypeVar("F", bound=Function)


class Functions(MutableMapping[str, Function]):
    """Functions of the program by name.  What is added or replaced counts for templates that
    are loaded after that."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._functions: dict[str, Function] = {}
        self._changed = changed

    def __getitem__(self, name: str) -> Function:
        return self._functions[name]

    def __setitem__(self, name: str, function: Function) -> None:
        if not callable(function):
            raise TypeError(f"{name!r} must be callable, not of type {type(function).__name__}")
        self._functions[name] = function
        self._changed()

    def __delitem__(self, name: str) -> None:
        del self._functions[name]
        self._changed()

    def __iter__(self) -> Iterator[str]:
        return iter(self._functions)

    def __len__(self) -> int:
        return len(self._functions)

    def __call__(self, name: str | None = None) -> Callable[[F], F]:
        """A decorator: `@ws.filters()` or `@ws.filters("money")`."""

        def add(function: F) -> F:
            self[name or function.__name__] = function
            return function

        return add


def _takes(function: Function) -> Function:
    """A source as the engine calls it, with its arguments and the context: functions take as
    much of these as they name."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return function
    positional = [
        each
        for each in parameters
        if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)
    ]
    by_name = [each for each in parameters if each.kind in (each.KEYWORD_ONLY, each.VAR_KEYWORD)]
    if any(each.kind == each.VAR_POSITIONAL for each in parameters):
        return function
    if by_name:
        has_context = bool(positional)
        return lambda args, context: function(*([context] if has_context else []), **(args or {}))
    if not positional:
        return lambda args, context: function()
    if len(positional) == 1:
        if positional[0].name in ("context", "ctx"):
            return lambda args, context: function(context)
        return lambda args, context: function(args)
    return function


class Workspace:
    """The templates of a directory, with its configuration, as the command sees them; or, with
    `root=None`, of a program that brings them with `add_template`."""

    def __init__(
        self,
        root: str | os.PathLike[str] | None = ".",
        *,
        project_root: str | os.PathLike[str] | None = None,
        config: str | os.PathLike[str] | None = None,
        store: str | None = None,
        settings: Mapping[str, str] | None = None,
        jinja: Mapping[str, object] | None = None,
        handlebars: Mapping[str, object] | None = None,
        limits: Mapping[str, int] | None = None,
        templates: Mapping[str, str] | None = None,
    ) -> None:
        self._root = None if root is None else os.fspath(root)
        given = {
            "project_root": None if project_root is None else os.fspath(project_root),
            "config": None if config is None else os.fspath(config),
            "store": store,
            "settings": settings,
            "jinja": jinja,
            "handlebars": handlebars,
        }
        self._options: dict[str, object] = {
            key: value for key, value in given.items() if value is not None
        }
        self._limits = dict(limits or {})
        self._added: dict[str, str] = {}
        self._templates: dict[str, Template] = {}
        self._is_stale = False
        self.filters = Functions(self._change)
        self.tests = Functions(self._change)
        self.globals = Functions(self._change)
        self.helpers = Functions(self._change)
        self.block_helpers = Functions(self._change)
        self.sources = Functions(self._change)
        self.tokenizers = Functions(self._change)
        self.loaders = Functions(self._change)
        self._handle = self._open()
        for name, source in (templates or {}).items():
            self.add_template(name, source)

    @classmethod
    def in_memory(cls, templates: Mapping[str, str] | None = None, **options: Any) -> Workspace:
        """A workspace without files, which has the templates that are given or added."""
        return cls(None, templates=templates, **options)

    def __repr__(self) -> str:
        return f"<galley.Workspace {self._root!r}>"

    def _open(self) -> _galley.Workspace:
        rules = _values.rules
        handle = _galley.Workspace.open(self._root, self._options, self._limits, rules)
        # What the handle calls: it borrows these.
        setattr(handle, "kept", [rules])
        return handle

    def _change(self) -> None:
        self._is_stale = True
        self._templates = {}

    def _current(self) -> _galley.Workspace:
        """The workspace with all functions: what it had when a template was loaded cannot
        change, so another one is made."""
        if not self._is_stale:
            return self._handle
        handle = self._open()
        adders: list[tuple[Functions, Callable[[str, Function], None]]] = [
            (self.filters, handle.add_filter),
            (self.tests, handle.add_test),
            (self.globals, handle.add_global),
            (self.helpers, handle.add_helper),
            (self.block_helpers, handle.add_block_helper),
            (self.tokenizers, handle.add_tokenizer),
            (self.loaders, handle.add_loader),
        ]
        kept: list[object] = getattr(handle, "kept")
        for functions, add in adders:
            for name, function in functions.items():
                kept.append(function)
                add(name, function)
        for name, function in self.sources.items():
            source = _takes(function)
            kept.append(source)
            handle.add_source(name, source)
        for name, text in self._added.items():
            handle.add_template(name, text)
        self._handle = handle
        self._is_stale = False
        return handle

    def template(self, name: str) -> Template:
        """The template that a name means, compiled once."""
        found = self._templates.get(name)
        if found is None:
            found = self._templates[name] = Template(self, self._current(), name)
        return found

    __getitem__ = template

    def compile(
        self,
        source: str,
        *,
        language: str = "jinja",
        name: str = "template",
        options: Mapping[str, object] | None = None,
    ) -> Template:
        """A template of its own; it may name those of the workspace.  `language` is `jinja`,
        `handlebars`, `sections` or `chat`."""
        return Template(self, self._current(), name, source, language, options)

    def render(self, name: str, values: object = None, /, **variables: object) -> str:
        """`template(name).render(...)`."""
        return self.template(name).render({} if values is None else values, **variables)

    def render_chat(self, name: str, values: object = None, /, **options: Any) -> Any:
        """`template(name).render_chat(...)`."""
        return self.template(name).render_chat(values, **options)

    def add_template(self, name: str, source: str) -> None:
        """Adds a template in front of all others, under the name that a file would have:
        `mail/hello.j2`, `turn.chat.yaml`.  A name without such an ending is Jinja."""
        self._current().add_template(name, source)
        self._added[name] = source
        self._templates = {}

    def refresh(self) -> None:
        """Looks at the files again, for what is loaded after that."""
        self._current().refresh()
        self._templates = {}

    def source(self, name: str | None = None) -> Callable[[F], F]:
        """A decorator for a source of chat templates: the function gets the arguments that the
        template gives and the context, as far as it has parameters for them."""
        return self.sources(name)

    if TYPE_CHECKING:
        call: Call
    else:

        def call(self, method: str, /, **params: Any) -> dict[str, Any]:
            """Runs an operation, such as `catalog.list`; `galley operations` lists them."""
            result, _ = self._current().call(method, params)
            return result

    def check(self) -> list[Diagnostic]:
        """Everything that is wrong with the templates."""
        _, warnings = self._current().call("catalog.check", {})
        return warnings
