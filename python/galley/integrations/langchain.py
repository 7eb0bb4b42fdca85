"""LangChain: templates of galley as prompt templates."""

from __future__ import annotations

from typing import Any

from langchain_core.messages import BaseMessage, convert_to_messages
from langchain_core.prompts import BaseChatPromptTemplate, BasePromptTemplate, StringPromptTemplate
from langchain_core.prompt_values import StringPromptValue
from pydantic import ConfigDict

from .._template import Template


def _names(template: Template) -> list[str]:
    return [each.name for each in template.inputs]


class GalleyPromptTemplate(StringPromptTemplate):
    """A text template: `GalleyPromptTemplate.of(ws.template("hello"))`."""

    model_config = ConfigDict(arbitrary_types_allowed=True)
    template: Any

    @classmethod
    def of(cls, template: Template) -> GalleyPromptTemplate:
        return cls(template=template, input_variables=_names(template))

    def format(self, **kwargs: Any) -> str:
        text: str = self.template.render(self._merge_partial_and_user_variables(**kwargs))
        return text

    @property
    def _prompt_type(self) -> str:
        return "galley"


class GalleyChatPromptTemplate(BaseChatPromptTemplate):
    """A chat template within a budget, which also is where `trim_messages` would stand."""

    model_config = ConfigDict(arbitrary_types_allowed=True)
    template: Any
    options: dict[str, Any] = {}

    @classmethod
    def of(cls, template: Template, **options: Any) -> GalleyChatPromptTemplate:
        """`options` are those of `render_chat`: `budget`, `model`, ..."""
        # Messages of which a variable is missing are left out, so only a schema asks for one.
        needed = [each.name for each in template.inputs if each.required]
        others = [each for each in _names(template) if each not in needed]
        return cls(
            template=template, options=options, input_variables=needed, optional_variables=others
        )

    def format_messages(self, **kwargs: Any) -> list[BaseMessage]:
        values = self._merge_partial_and_user_variables(**kwargs)
        conversation = self.template.render_chat(values, **self.options)
        return convert_to_messages(conversation.openai()["messages"])

    def pretty_repr(self, html: bool = False) -> str:
        return repr(self.template)

    @property
    def _prompt_type(self) -> str:
        return "galley-chat"


__all__ = ["BasePromptTemplate", "GalleyChatPromptTemplate", "GalleyPromptTemplate", "StringPromptValue"]
