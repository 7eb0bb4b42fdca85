"""Chat templates of `transformers`, rendered by galley."""

from __future__ import annotations

import datetime
from functools import lru_cache
from typing import Any, Callable

from .. import _errors, _galley
from .environment import Environment, translated


class ChatTemplate:
    """A chat template as `transformers` holds it."""

    def __init__(self, source: str) -> None:
        self.environment = Environment(trim_blocks=True, lstrip_blocks=True)
        self._source = source
        options: dict[str, object] = {"profile": "huggingface", "undefined": "default"}
        try:
            self._made = _galley.Template(self.environment._open(False), "chat_template", source, "jinja", options)
        except _errors.Error as error:
            raise translated(error, None, None, source) from None

    def render(self, *args: Any, **kwargs: Any) -> str:
        now = datetime.datetime.now().isoformat()
        try:
            return self._made.render_under(dict(*args, **kwargs), "", now, None)
        except _errors.Error as error:
            problem = translated(error, None, None, self._source)
        raise problem


def _compiler(original: Callable[[str], Any]) -> Callable[[str], Any]:
    @lru_cache(maxsize=256)
    def compile_template(chat_template: str) -> Any:
        # What marks the words of the assistant is the other engine's own extension.
        if "generation" in chat_template and "{% generation" in chat_template.replace("{%-", "{%"):
            return original(chat_template)
        return ChatTemplate(chat_template)

    return compile_template


def patch() -> None:
    """Makes `apply_chat_template` of `transformers` use galley."""
    import importlib

    chat_template_utils: Any = importlib.import_module("transformers.utils.chat_template_utils")

    for name in ("_cached_compile_jinja_template", "_compile_jinja_template"):
        original = getattr(chat_template_utils, name, None)
        if original is not None and not getattr(original, "is_galley", False):
            made = _compiler(original)
            made.is_galley = True  # type: ignore[attr-defined]
            setattr(chat_template_utils, name, made)
