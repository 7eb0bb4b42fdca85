"""Exceptions, and what they tell."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import galley


def test_a_diagnostic_with_its_place() -> None:
    with pytest.raises(galley.UndefinedError) as caught:
        galley.render("Hello {{ nme }}", name="Ann")
    error = caught.value
    assert isinstance(error, galley.TemplateError) and isinstance(error, galley.Error)
    assert error.code == "undefined-variable"
    assert "^^^" in str(error)
    found = error.diagnostics[0]
    assert (found.code, found.line, found.column, found.file) == ("undefined-variable", 1, 10, "template")
    assert isinstance(found.hint, str) and found.severity == "error"


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("{{ a", galley.TemplateSyntaxError),
        ("{{ 1|nope }}", galley.TemplateSyntaxError),
        ("{% include 'nope' %}", galley.TemplateNotFound),
        ("{{ 1 + 'a' }}", galley.TemplateTypeError),
        ("{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}", galley.LimitError),
    ],
)
def test_kinds(source: str, kind: type[galley.Error]) -> None:
    with pytest.raises(kind):
        galley.render(source)


def test_names(project: Path) -> None:
    ws = galley.Workspace(project)
    with pytest.raises(galley.TemplateNotFound) as caught:
        ws.template("helo")
    assert caught.value.code == "template-not-found"
    with pytest.raises(LookupError):
        ws.template("helo")
    with pytest.raises(galley.Error):
        galley.Workspace(project / "nowhere")


def test_a_budget_that_is_too_small(memory: galley.Workspace) -> None:
    chat = memory.compile(
        """\
id: t
name: T
version: 1
task: writing_assistant
layout:
  - {kind: message, role: user, content: "A long text that does not fit", required: true}
slots: {}
""",
        language="chat",
        name="t",
    )
    with pytest.raises(galley.BudgetError) as caught:
        chat.render_chat({}, budget=2)
    assert caught.value.code == "required-dropped"


def test_errors_can_be_pickled() -> None:
    with pytest.raises(galley.UndefinedError) as caught:
        galley.render("{{ a }}")
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is galley.UndefinedError and str(again) == str(caught.value)
    assert again.diagnostics == caught.value.diagnostics


def test_no_value_is_shown() -> None:
    with pytest.raises(galley.Error) as caught:
        galley.render("{{ secret + 1 }}", secret="sk-live-1234")
    assert "sk-live" not in str(caught.value)
