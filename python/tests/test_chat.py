"""Chat templates, and the requests of providers."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import galley


@pytest.fixture
def conv(project: Path) -> galley.Conversation:
    ctx = {"topic": "the harbour", "name": "Ann"}
    return galley.Workspace(project).template("turn_writer").render_chat(ctx, budget="4k")


def test_messages(conv: galley.Conversation) -> None:
    assert conv.messages == [
        {"role": "system", "content": "You talk about the harbour."},
        {"role": "user", "content": "Begin, Ann."},
    ]
    assert len(conv) == 2 and conv.tokens > 0 and conv.warnings == []
    assert "2 messages" in repr(conv)


def test_requests(conv: galley.Conversation) -> None:
    assert conv.openai()["messages"][1] == {"role": "user", "content": "Begin, Ann."}
    assert "model" not in conv.openai()
    anthropic = conv.anthropic()
    assert anthropic["messages"][0]["role"] == "user" and "system" in anthropic
    responses = conv.openai_responses()
    assert "input" in responses
    gemini = conv.gemini()
    assert set(gemini) == {"contents", "config"}
    assert "system_instruction" in gemini["config"]
    assert gemini["contents"][0]["role"] == "user"
    assert isinstance(conv.request("text"), str)
    with pytest.raises(galley.Error):
        conv.request("nobody")


def test_losses_are_warnings(memory: galley.Workspace) -> None:
    chat = memory.compile(
        "id: t\nname: T\nversion: 1\ntask: writing_assistant\nslots: {}\nlayout:\n"
        "  - {kind: message, role: user, content: A}\n"
        "  - {kind: message, role: system, content: B}\n"
        "  - {kind: message, role: user, content: C}\n",
        language="chat",
        name="t",
    )
    conv = chat.render_chat({}, squash=False)
    conv.gemini()
    assert "system-moved" in [each.code for each in conv.warnings]


def test_explain(conv: galley.Conversation) -> None:
    told = conv.explain()
    assert isinstance(told, str) and "system" in told
    assert "<iframe" in told._repr_html_() and "harbour" in told.html
    assert "<iframe" in (conv._repr_html_() or "")


def test_explain_of_a_text(memory: galley.Workspace) -> None:
    chat = memory.compile(
        "id: t\nname: T\nversion: 1\ntask: writing_assistant\nslots: {}\nlayout:\n"
        "  - {kind: message, role: user, content: 'Hi {{name}}'}\n",
        language="chat",
        name="t",
    )
    assert "user" in chat.render_chat(name="Ann").explain()


def test_the_ledger(project: Path) -> None:
    template = galley.Workspace(project).template("turn_writer")
    assert template.render_chat({"topic": 1, "name": 2}).ledger is None
    assert template.render_chat({"topic": 1, "name": 2}, explain=True).ledger


@pytest.mark.parametrize(("written", "tokens"), [(4096, 4096), ("4096", 4096), ("4k", 4000), ("1.5k", 1500), ("1m", 1_000_000)])
def test_budgets(written: int | str, tokens: int) -> None:
    from galley._template import parse_budget

    assert parse_budget(written) == tokens


@pytest.mark.parametrize("written", ["", "k", "-1", "1.5", "4kk", "many"])
def test_budgets_that_are_none(project: Path, written: str) -> None:
    with pytest.raises(ValueError, match="budget"):
        galley.Workspace(project).template("turn_writer").render_chat({}, budget=written)


def test_a_model(project: Path) -> None:
    ctx = {"topic": "the harbour", "name": "Ann"}
    conv = galley.Workspace(project).template("turn_writer").render_chat(ctx, budget="4k", model="gpt-5")
    assert conv.openai()["messages"][1]["content"] == "Begin, Ann."
    assert conv.tokens > 0 and "user" in conv.explain()
    assert galley.count_tokens("some text", model="gpt-5") == 2


def test_async(project: Path) -> None:
    template = galley.Workspace(project).template("turn_writer")
    conv = asyncio.run(template.render_chat_async({"topic": "x", "name": "y"}, budget=100))
    assert conv.messages[1]["content"] == "Begin, y."


def test_a_text_template_has_no_messages(project: Path) -> None:
    with pytest.raises(galley.TemplateError) as caught:
        galley.Workspace(project).template("hello").render_chat({})
    assert caught.value.code == "wrong-template-type"
