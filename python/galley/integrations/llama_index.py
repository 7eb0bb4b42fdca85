"""LlamaIndex: templates of galley as prompt templates."""

from __future__ import annotations

from typing import Any, Sequence

from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.prompts import BasePromptTemplate
from llama_index.core.prompts.prompt_type import PromptType

from .._template import Template


class GalleyPromptTemplate(BasePromptTemplate):  # type: ignore[misc]
    """A template of galley: `GalleyPromptTemplate(ws.template("hello"))`."""

    template: Any
    options: dict[str, Any]

    def __init__(self, template: Template, *, kwargs: dict[str, Any] | None = None, **options: Any) -> None:
        super().__init__(
            template=template,
            options=options,
            metadata={"prompt_type": PromptType.CUSTOM},
            template_vars=[each.name for each in template.inputs],
            kwargs=kwargs or {},
            output_parser=None,
            template_var_mappings=None,
            function_mappings=None,
        )

    def partial_format(self, **kwargs: Any) -> GalleyPromptTemplate:
        return GalleyPromptTemplate(self.template, kwargs={**self.kwargs, **kwargs}, **self.options)

    def _values(self, kwargs: dict[str, Any]) -> dict[str, Any]:
        mapped: dict[str, Any] = self._map_all_vars({**self.kwargs, **kwargs})
        return mapped

    def format(self, llm: Any = None, **kwargs: Any) -> str:
        if self.template.language == "chat":
            text: str = self.template.render_chat(self._values(kwargs), **self.options).request("text")
            return text
        text = self.template.render(self._values(kwargs))
        return text

    def format_messages(self, llm: Any = None, **kwargs: Any) -> list[ChatMessage]:
        if self.template.language != "chat":
            return [ChatMessage(role="user", content=self.format(**kwargs))]
        messages: Sequence[Any] = self.template.render_chat(self._values(kwargs), **self.options).openai()["messages"]
        return [ChatMessage(role=each["role"], content=each.get("content")) for each in messages]

    def get_template(self, llm: Any = None) -> str:
        return str(self.template.name)
