"""LiteLLM: a conversation as keyword arguments of `litellm.completion`."""

from __future__ import annotations

from typing import Any

from .._conversation import Conversation


def completion_arguments(conversation: Conversation, model: str) -> dict[str, Any]:
    """`litellm.completion(**completion_arguments(conv, "anthropic/claude-sonnet-4-5"))`: LiteLLM
    takes OpenAI's form for every provider."""
    return {"model": model, **conversation.openai()}
