"""`Conversation`: what rendering a chat template gives."""

from __future__ import annotations

from typing import Any

from . import _galley
from ._errors import Diagnostic, Error


class Explanation(str):
    """Why each message of a conversation is there, and what is not: a text, and in a notebook
    the page."""

    html: str

    def __new__(cls, text: str, html: str) -> Explanation:
        made = super().__new__(cls, text)
        made.html = html
        return made

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return _framed(self.html)


def _framed(page: str) -> str:
    """A page of its own inside of a notebook."""
    text = page.replace("&", "&amp;").replace('"', "&quot;")
    return f'<iframe srcdoc="{text}" style="width:100%;height:32em;border:0"></iframe>'


class Conversation:
    """Messages within a budget.  The requests of providers are made from it; whatever one of
    them cannot say is in `warnings`."""

    def __init__(
        self,
        made: _galley.Conversation,
        handle: _galley.Workspace,
        question: dict[str, Any],
        model: str | None = None,
    ) -> None:
        self._made = made
        self._handle = handle
        self._question = question
        self._model = model
        self._messages: list[dict[str, Any]] | None = None
        self._warnings: list[Diagnostic] = made.list_warnings()

    def __repr__(self) -> str:
        return f"<galley.Conversation of {len(self.messages)} messages, {self.tokens} tokens>"

    def __len__(self) -> int:
        return len(self.messages)

    @property
    def messages(self) -> list[dict[str, Any]]:
        """The messages as dicts in the canonical form: role, content, and what else they have."""
        if self._messages is None:
            body = self.request("messages")
            self._messages = body["messages"] if isinstance(body, dict) else body
        return self._messages

    @property
    def tokens(self) -> int:
        """What was consumed of the budget."""
        return self._made.tokens

    @property
    def tokenizer(self) -> str:
        """What counted the tokens."""
        return self._made.estimator

    @property
    def ledger(self) -> list[dict[str, Any]] | None:
        """Every decision of the render, where `explain=True` asked for it."""
        found: list[dict[str, Any]] | None = self._made.ledger()
        return found

    @property
    def response_format(self) -> Any:
        """How the answer should look, as the template has it, or None."""
        return self._made.response_format()

    @property
    def warnings(self) -> list[Diagnostic]:
        """What the render, and the requests made so far, could not keep."""
        return list(self._warnings)

    def request(self, provider: str, *, model: str | None = None) -> Any:
        """The body of a request, without a model: `messages`, `openai`, `responses`,
        `anthropic`, `gemini`, `mistral`, `huggingface`, or `text`."""
        if model and model != self._model and provider not in ("messages", "text"):
            body, warnings = self._emit(provider, model)
        else:
            body, warnings = self._made.to_request(provider)
        for each in warnings:
            if each not in self._warnings:
                self._warnings.append(each)
        return body

    def _emit(self, provider: str, model: str) -> tuple[Any, list[Diagnostic]]:
        canonical, _ = self._made.to_request("messages")
        params: dict[str, Any] = dict(canonical) if isinstance(canonical, dict) else {"messages": canonical}
        if self.response_format is not None:
            params["responseFormat"] = self.response_format
        result, warnings = self._handle.call("chat.emit", {**params, "as": provider, "model": model})
        return result["request"], warnings

    def openai(self) -> dict[str, Any]:
        """Keyword arguments for `client.chat.completions.create(model=..., **these)`."""
        body: dict[str, Any] = self.request("openai")
        return body

    def openai_responses(self) -> dict[str, Any]:
        """Keyword arguments for `client.responses.create(model=..., **these)`."""
        body: dict[str, Any] = self.request("responses")
        return body

    def anthropic(self) -> dict[str, Any]:
        """Keyword arguments for `client.messages.create(model=..., max_tokens=..., **these)`."""
        body: dict[str, Any] = self.request("anthropic")
        return body

    def gemini(self) -> dict[str, Any]:
        """Keyword arguments for `client.models.generate_content(model=..., **these)` of
        google-genai: `contents` and `config`."""
        return _for_google(self.request("gemini"))

    def explain(self) -> Explanation:
        """Why each message is there, and what is not: a text; in a notebook the page."""
        return Explanation(self._explained("text"), self._explained("html"))

    def _explained(self, form: str) -> str:
        question = {**self._question, "format": form}
        if isinstance(question["template"], str):
            read, _ = self._handle.call("format.read", {"text": question["template"], "format": "yaml"})
            question["template"] = read["value"]
        result, _ = self._handle.call("chat.explain", question)
        text: str = result["text"]
        return text

    def _repr_html_(self) -> str | None:
        try:
            return _framed(self._explained("html"))
        except Error:
            return None


def _for_google(request: dict[str, Any]) -> dict[str, Any]:
    """The body of a request as google-genai takes it: everything but the contents is `config`."""
    config: dict[str, Any] = {}
    for key, value in request.items():
        if key == "contents":
            continue
        if key == "generationConfig":
            config.update({_snake(name): part for name, part in value.items()})
        else:
            config[_snake(key)] = value
    made: dict[str, Any] = {"contents": request.get("contents", [])}
    if config:
        made["config"] = config
    return made


def _snake(name: str) -> str:
    return "".join("_" + each.lower() if each.isupper() else each for each in name)
