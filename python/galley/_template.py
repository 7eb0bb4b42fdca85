"""`Template`: one compiled template of any type."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Mapping, Sequence

from . import _galley, _values
from ._conversation import Conversation
from ._errors import Diagnostic

if TYPE_CHECKING:
    from ._workspace import Workspace


@dataclass(frozen=True)
class Input:
    """A variable that a template reads: its name, and where it is read."""

    name: str
    type: str
    required: bool
    places: tuple[tuple[str, int, int], ...]


def parse_budget(budget: int | str | None) -> int | None:
    """The tokens that `4096`, `"4k"` or `"1.5k"` mean."""
    if budget is None or isinstance(budget, int):
        return budget
    text = budget.strip().lower()
    units = {"k": 1_000, "m": 1_000_000}
    unit = units.get(text[-1:], 1)
    digits = text[:-1] if unit > 1 else text
    try:
        tokens = float(digits) * unit if unit > 1 else int(digits)
    except ValueError:
        tokens = -1
    if tokens < 0 or tokens != int(tokens):
        raise ValueError(f"a budget is written as `4096`, `4k` or `1.5k`, not as {budget!r}")
    return int(tokens)


class Template(_galley.Template):
    """One compiled template.  It may be used from any number of threads at once."""

    _workspace: Workspace
    _handle: _galley.Workspace
    _source: str | None

    def __init__(
        self,
        workspace: Workspace,
        handle: _galley.Workspace,
        name: str,
        source: str | None = None,
        language: str = "jinja",
        options: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(handle, name, source, language, dict(options or {}))
        self._workspace = workspace
        self._handle = handle
        self._source = source

    def __repr__(self) -> str:
        return f"<galley.Template {self.name!r}, {self.language}>"

    if TYPE_CHECKING:

        def render(self, values: object = ..., /, **variables: object) -> str:
            """The text of the template, with the variables of a mapping, by name, or both."""

    async def render_async(self, values: object = None, /, **variables: object) -> str:
        """The same in a thread, so that other tasks go on meanwhile."""
        return await asyncio.to_thread(self.render, *(() if values is None else (values,)), **variables)

    def render_with(
        self,
        values: object = None,
        /,
        *,
        undefined: str = "",
        now: str = "",
        limits: Mapping[str, int] | None = None,
    ) -> str:
        """The text, with a policy for undefined names (`strict`, `lenient`, `chainable`,
        `debug`), the time that `strftime_now` tells, and lower limits for this render."""
        return self.render_under(
            _values.as_dict(values), undefined, now, None if limits is None else dict(limits)
        )

    def render_chat(
        self,
        values: object = None,
        /,
        *,
        budget: int | str | None = None,
        model: str | None = None,
        tokenizer: str | None = None,
        injections: Sequence[Mapping[str, Any]] = (),
        squash: bool = True,
        explain: bool = False,
        limits: Mapping[str, int] | None = None,
        **variables: object,
    ) -> Conversation:
        """The messages of a chat template that fit `budget` tokens, as `model` counts them, or
        `tokenizer` does.  `explain` keeps the ledger of every decision."""
        given = {**_values.as_dict(values), **variables}
        tokens = parse_budget(budget)
        made = self.render_messages(
            given,
            tokens,
            model or "",
            tokenizer or "",
            list(injections),
            squash,
            explain,
            None if limits is None else dict(limits),
        )
        question: dict[str, Any] = {
            "template": {"name": self.name} if self._source is None else self._source,
            "context": given,
            "squash": squash,
        }
        if tokens is not None:
            question["maxTokens"] = tokens
        if tokenizer:
            question["estimator"] = tokenizer
        if model:
            question["model"] = model
        if injections:
            question["injections"] = list(injections)
        return Conversation(made, self._handle, question, model)

    async def render_chat_async(self, values: object = None, /, **options: Any) -> Conversation:
        """The same in a thread, so that other tasks go on meanwhile."""
        return await asyncio.to_thread(self.render_chat, values, **options)

    def render_batch(
        self,
        data: object,
        column_mapping: Mapping[str, str] | None = None,
        *,
        budget: int | str | None = None,
        model: str | None = None,
        errors: bool = False,
    ) -> _galley.RenderedRows:
        """One render a row of `data`, anything with Arrow's C interface: pyarrow, Polars,
        DuckDB, pandas.  `column_mapping` names the column of a variable where they differ.

        The result is an array for `pyarrow.array`: strings, for chat templates lists of
        `{role, content}`.  A row that fails is null; with `errors` each row is a struct
        `{text, error}` or `{messages, error}` that says why."""
        return self.render_rows(data, dict(column_mapping or {}), parse_budget(budget), model or "", errors)

    @property
    def inputs(self) -> list[Input]:
        """The variables that the template, and all it extends, includes and imports, reads."""
        return [Input(name, kind, required, tuple(places)) for name, kind, required, places in self.list_inputs()]

    @property
    def warnings(self) -> list[Diagnostic]:
        """What its author should know though it compiled."""
        return self.list_warnings()
