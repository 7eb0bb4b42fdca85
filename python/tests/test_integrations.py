"""Other libraries as callers; each test needs its library."""

from __future__ import annotations

import ast
import importlib.util
import json
import os
from pathlib import Path
from typing import Any

import pytest

import galley


@pytest.fixture
def chat(project: Path) -> galley.Template:
    return galley.Workspace(project).template("turn_writer")


VALUES = {"topic": "the harbour", "name": "Ann"}


def test_langchain(project: Path, chat: galley.Template) -> None:
    pytest.importorskip("langchain_core")
    from galley.integrations.langchain import GalleyChatPromptTemplate, GalleyPromptTemplate

    text = GalleyPromptTemplate.of(galley.Workspace(project).template("hello"))
    assert text.input_variables == ["name", "topics"]
    assert text.format(name="Ann", topics=["a"]) == "Hello Ann: a"
    assert text.partial(name="Bo").invoke({"topics": []}).to_string() == "Hello Bo: "
    prompt = GalleyChatPromptTemplate.of(chat, budget="4k")
    messages = prompt.invoke(VALUES).to_messages()
    assert [each.type for each in messages] == ["system", "human"]
    assert messages[1].content == "Begin, Ann."


def test_llama_index(project: Path, chat: galley.Template) -> None:
    pytest.importorskip("llama_index.core")
    from galley.integrations.llama_index import GalleyPromptTemplate

    text = GalleyPromptTemplate(galley.Workspace(project).template("hello"))
    assert text.partial_format(name="Ann").format(topics=["a"]) == "Hello Ann: a"
    messages = GalleyPromptTemplate(chat, budget="4k").format_messages(**VALUES)
    assert [each.role.value for each in messages] == ["system", "user"]
    assert messages[1].content == "Begin, Ann."


def test_dspy(memory: galley.Workspace) -> None:
    dspy = pytest.importorskip("dspy")
    from galley.integrations.dspy import GalleyAdapter

    template = memory.compile(
        "id: t\nname: T\nversion: 1\ntask: writing_assistant\nslots: {}\nlayout:\n"
        "  - {kind: message, role: system, content: '{{signature.instructions}}'}\n"
        "  - {kind: message, role: user, content: '{{inputs.question}}'}\n",
        language="chat",
        name="t",
    )
    signature = dspy.Signature("question -> answer", "Answer briefly.")
    adapter = GalleyAdapter(template)
    messages = adapter.format(signature, [], {"question": "Why?"})
    assert messages == [{"role": "system", "content": "Answer briefly."}, {"role": "user", "content": "Why?"}]
    assert adapter.parse(signature, "[[ ## answer ## ]]\nBecause.\n\n[[ ## completed ## ]]") == {"answer": "Because."}


def test_litellm(chat: galley.Template) -> None:
    litellm = pytest.importorskip("litellm")
    from galley.integrations.litellm import completion_arguments

    arguments = completion_arguments(chat.render_chat(VALUES), "gpt-4o")
    answer = litellm.completion(**arguments, mock_response="Hello.")
    assert answer.choices[0].message.content == "Hello."


def test_fastapi(project: Path) -> None:
    fastapi = pytest.importorskip("fastapi")
    pytest.importorskip("httpx")
    from fastapi.testclient import TestClient

    from galley.integrations.fastapi import template

    app = fastapi.FastAPI()

    @app.get("/{name}")
    def hello(name: str, hello: Any = fastapi.Depends(template("hello", str(project)))) -> str:
        text: str = hello.render(name=name, topics=[])
        return text

    assert TestClient(app).get("/Ann").json() == "Hello Ann: "


def test_openai(chat: galley.Template) -> None:
    openai = pytest.importorskip("openai")
    httpx = pytest.importorskip("httpx")
    seen: list[Any] = []

    def answer(request: Any) -> Any:
        seen.append(json.loads(request.content))
        return httpx.Response(500, json={"error": {"message": "stop"}})

    client = openai.OpenAI(
        api_key="none", max_retries=0, http_client=httpx.Client(transport=httpx.MockTransport(answer))
    )
    conv = chat.render_chat(VALUES)
    with pytest.raises(openai.APIStatusError):
        client.chat.completions.create(model="gpt-5", **conv.openai())
    with pytest.raises(openai.APIStatusError):
        client.responses.create(model="gpt-5", **conv.openai_responses())
    assert seen[0]["messages"][1]["content"] == "Begin, Ann."
    assert "input" in seen[1]


def test_anthropic(chat: galley.Template) -> None:
    anthropic = pytest.importorskip("anthropic")
    # Newer releases have a client of their own.
    httpx = pytest.importorskip("httpx2" if importlib.util.find_spec("httpx2") else "httpx")
    seen: list[Any] = []

    def answer(request: Any) -> Any:
        seen.append(json.loads(request.content))
        return httpx.Response(500, json={"error": {"message": "stop"}})

    client = anthropic.Anthropic(
        api_key="none", max_retries=0, http_client=httpx.Client(transport=httpx.MockTransport(answer))
    )
    with pytest.raises(anthropic.APIStatusError):
        client.messages.create(model="claude-opus-5", max_tokens=10, **chat.render_chat(VALUES).anthropic())
    assert seen[0]["system"] and seen[0]["messages"][0]["role"] == "user"


def test_google(chat: galley.Template) -> None:
    types = pytest.importorskip("google.genai.types")
    request = chat.render_chat(VALUES).gemini()
    assert types.GenerateContentConfig.model_validate(request["config"]).system_instruction
    assert [types.Content.model_validate(each).role for each in request["contents"]] == ["user"]


TEMPLATES = [
    "{% for m in messages %}<|{{ m['role'] }}|>{{ m['content'] | trim }}\n{% endfor %}{% if add_generation_prompt %}<|assistant|>{% endif %}",
    "{{ bos_token }}{% for m in messages %}{% if loop.first and m.role == 'system' %}[{{ m.content }}]{% else %}{{ m.content }}{{ eos_token }}{% endif %}{% endfor %}",
    "{%- set ns = namespace(n=0) -%}\n{%- for m in messages -%}\n  {%- set ns.n = ns.n + 1 -%}\n  {{- ns.n }}: {{ m | tojson }}\n{% endfor -%}",
]


def templates_of_transformers() -> list[str]:
    """The chat templates in the sources of the package, its tests included, whose folder
    GALLEY_TRANSFORMERS names."""
    found: dict[str, None] = {}
    for path in sorted(Path(os.environ.get("GALLEY_TRANSFORMERS", "/nowhere")).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "{%" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and "messages" in node.value and "{%" in node.value:
                found[node.value] = None
    return list(found)


CONVERSATIONS: list[list[dict[str, Any]]] = [
    [{"role": "system", "content": " S <é> "}, {"role": "user", "content": "Hi"}],
    [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b\n"}, {"role": "user", "content": "c 'd'"}],
    [{"role": "user", "content": [{"type": "text", "text": "t"}, {"type": "image"}]}],
    [],
]


def rendered(utils: Any, source: str, conversation: list[dict[str, Any]]) -> Any:
    """The text, or what kind of error there is."""
    options = {"bos_token": "<s>", "eos_token": "</s>", "add_generation_prompt": True}
    try:
        return utils.render_jinja_template([conversation], chat_template=source, **options)[0]
    except Exception as problem:
        return "TypeError" if isinstance(problem, TypeError) else type(problem).__name__


@pytest.mark.parametrize("source", TEMPLATES + templates_of_transformers())
def test_transformers(source: str) -> None:
    utils = pytest.importorskip("transformers.utils.chat_template_utils")
    pytest.importorskip("jinja2")
    from galley import jinja2

    expected = [rendered(utils, source, each) for each in CONVERSATIONS]
    before = {name: getattr(utils, name) for name in dir(utils) if "compile_jinja" in name}
    try:
        jinja2.patch()
        assert any(getattr(utils, name) is not made for name, made in before.items())
        got = [rendered(utils, source, each) for each in CONVERSATIONS]
    finally:
        for name, made in before.items():
            setattr(utils, name, made)
    assert got == expected
