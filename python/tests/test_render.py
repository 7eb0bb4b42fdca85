"""Templates of a directory, of a program, and given as a text."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import galley


def test_a_template_of_a_directory(project: Path) -> None:
    ws = galley.Workspace(project)
    assert ws.template("hello").render(name="Ann", topics=["harbour"]) == "Hello Ann: harbour"
    assert ws.template("hello").render({"name": "Ann"}, topics=("a", "b")) == "Hello Ann: a, b"
    assert ws.render("hello", name="Ann", topics=[]) == "Hello Ann: "
    assert ws["hello"] is ws.template("hello")
    assert repr(ws.template("hello")) == "<galley.Template 'hello', jinja>"


def test_the_working_directory(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project)
    ws = galley.Workspace(".")
    assert ws.template("hello").render(name="Ann", topics=["harbour"]) == "Hello Ann: harbour"


def test_one_off() -> None:
    assert galley.render("Hello {{ name }}", name="Ann") == "Hello Ann"
    assert galley.render("{{ source }} {{ values }} {{ self_ }}", source=1, values=2, self_=3) == "1 2 3"
    assert galley.render("{{ a }}", {"a": 1}) == "1"
    assert galley.render("{{ a }}", {"a": 1}, a=2) == "2"


def test_variables_may_have_any_name() -> None:
    assert galley.render("{{ self }}{{ name }}{{ ctx }}", name=1, ctx=2).endswith("12")


def test_templates_of_a_program(memory: galley.Workspace) -> None:
    memory.add_template("part.j2", "[{{ x }}]")
    assert memory.compile("{% include 'part' %}").render(x=1) == "[1]"
    memory.add_template("part.j2", "<{{ x }}>")
    assert memory.template("part").render(x=1) == "<1>"


def test_other_languages(memory: galley.Workspace) -> None:
    assert memory.compile("{{#each xs}}{{this}};{{/each}}", language="handlebars").render(xs=[1, 2]) == "1;2;"
    with pytest.raises(ValueError, match="no language"):
        memory.compile("", language="perl")


def test_inputs(memory: galley.Workspace) -> None:
    template = memory.compile("{{ a }}{% set b = 1 %}{{ b }}{{ c }}")
    assert [each.name for each in template.inputs] == ["a", "c"]
    assert template.inputs[0].places == (("template", 1, 4),)
    assert not template.reads_more
    assert memory.compile("{% include name %}").reads_more


def test_options(memory: galley.Workspace) -> None:
    template = memory.compile("[{{ x }}]", options={"undefined": "default"})
    assert template.render() == "[]"
    strict = memory.compile("[{{ x }}]")
    assert strict.render_with({}, undefined="lenient") == "[]"
    assert memory.compile("{{ strftime_now('%Y') }}", options={"profile": "huggingface"}).render_with(
        now="2026-11-16T00:00:00Z"
    ) == "2026"
    loop = memory.compile("{% for i in range(1000) %}x{% endfor %}")
    with pytest.raises(galley.LimitError):
        loop.render_with({}, limits={"steps": 100})
    with pytest.raises(ValueError, match="no limit"):
        loop.render_with({}, limits={"stairs": 100})


def test_refresh(project: Path) -> None:
    ws = galley.Workspace(project)
    old = ws.template("hello")
    (project / ".galley/templates/hello.j2").write_text("changed")
    assert old.render(name="Ann", topics=[]) == "Hello Ann: "
    ws.refresh()
    assert ws.template("hello").render() == "changed"


def test_async(project: Path) -> None:
    template = galley.Workspace(project).template("hello")

    async def both() -> list[str]:
        return list(
            await asyncio.gather(
                template.render_async(name="Ann", topics=["a"]),
                template.render_async({"name": "Bo", "topics": []}),
            )
        )

    assert asyncio.run(both()) == ["Hello Ann: a", "Hello Bo: "]


def test_operations(memory: galley.Workspace) -> None:
    assert memory.call("version")["version"] == galley.__version__
    assert memory.call("text.render", language="jinja", source="{{ x }}", data={"x": 1})["text"] == "1"
    with pytest.raises(galley.ConfigError):
        memory.call("no.such")


def test_tokens() -> None:
    assert galley.count_tokens("some text", tokenizer="o200k") == 2
    assert galley.count_tokens("some text") > 0
    with pytest.raises(galley.TokenizerError):
        galley.count_tokens("some text", tokenizer="nobody")
