"""Functions of the program in templates."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import pytest

import galley


def test_filters_tests_globals_helpers(memory: galley.Workspace) -> None:
    memory.filters["money"] = lambda value, sign="$": f"{sign}{value:.2f}"
    memory.tests["tall"] = lambda value: value > 200
    memory.globals["greet"] = lambda name, **more: {"text": f"hi {name}", "more": more}
    memory.helpers["shout"] = lambda text: text + "!"
    assert memory.compile("{{ 3.5|money }} {{ 1|money(sign='E') }}").render() == "$3.50 E1.00"
    assert memory.compile("{{ 201 is tall }} {{ [3]|select('tall')|list }}").render() == "True []"
    assert memory.compile("{{ greet('Ann', a=1).text }} {{ greet('A', a=[1]).more }}").render() == "hi Ann {'a': [1]}"
    assert memory.compile("{{shout name}}", language="handlebars").render(name="Ann") == "Ann!"


def test_block_helpers(memory: galley.Workspace) -> None:
    memory.block_helpers["twice"] = lambda yes, body, inverse: body() + body() if yes else inverse()
    template = memory.compile("{{#twice yes}}<{{name}}>{{else}}none{{/twice}}", language="handlebars")
    assert template.render(yes=True, name="Ann") == "<Ann><Ann>"
    assert template.render(yes=False, name="Ann") == "none"


def test_decorators(memory: galley.Workspace) -> None:
    @memory.filters()
    def double(value: int) -> int:
        return value * 2

    assert double(2) == 4
    assert memory.compile("{{ 4|double }}").render() == "8"


def test_functions_may_come_after_templates(memory: galley.Workspace) -> None:
    memory.add_template("a.j2", "{{ 1|plus }}")
    with pytest.raises(galley.TemplateSyntaxError):
        memory.template("a")
    memory.filters["plus"] = lambda value: value + 1
    old = memory.template("a")
    assert old.render() == "2"
    memory.filters["plus"] = lambda value: value + 10
    assert memory.template("a").render() == "11"
    assert old.render() == "2"
    with pytest.raises(TypeError):
        memory.filters["x"] = 3  # type: ignore[assignment]


def test_values_of_every_kind_come_and_go(memory: galley.Workspace) -> None:
    seen: list[Any] = []

    def see(*values: Any) -> Any:
        seen.extend(values)
        return list(values)

    memory.globals["see"] = see
    text = memory.compile("{{ see(none, true, 1, 1.5, 'a', [1], (1,), {'a': {}}, {1: 2}) }}").render()
    assert seen == [None, True, 1, 1.5, "a", [1], (1,), {"a": {}}, {1: 2}]
    assert text == "[None, True, 1, 1.5, 'a', [1], (1,), {'a': {}}, {1: 2}]"


def test_an_exception_is_the_cause(memory: galley.Workspace) -> None:
    def fail(value: object) -> None:
        raise KeyError("reason")

    memory.filters["fail"] = fail
    template = memory.compile("{{ 1|fail }}")
    for _ in range(2):
        with pytest.raises(galley.CallableError) as caught:
            template.render()
        assert isinstance(caught.value.__cause__, KeyError)
        assert caught.value.code == "helper-failed"
        assert caught.value.diagnostics[0].line == 1


def test_an_interrupt_goes_through(memory: galley.Workspace) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    memory.globals["interrupt"] = interrupt
    with pytest.raises(KeyboardInterrupt):
        memory.compile("{{ interrupt() }}").render()


def test_what_a_function_gives_is_checked(memory: galley.Workspace) -> None:
    memory.globals["bad"] = object
    with pytest.raises(galley.CallableError) as caught:
        memory.compile("{{ bad() }}").render()
    assert isinstance(caught.value.__cause__, TypeError)


def test_a_function_renders(memory: galley.Workspace) -> None:
    memory.globals["inner"] = lambda x: galley.render("<{{ x }}>", x=x)
    assert memory.compile("{{ inner(1) }}{{ inner(2) }}").render() == "<1><2>"


def test_macros_can_be_called(memory: galley.Workspace) -> None:
    kept: list[Any] = []

    def apply(function: Any, value: Any) -> Any:
        kept.append(function)
        return function(value)

    memory.globals["apply"] = apply
    template = memory.compile("{% macro m(x) %}<{{ x }}>{% endmacro %}{{ apply(m, 1) }}")
    assert template.render() == "<1>"
    with pytest.raises(RuntimeError, match="after its render"):
        kept[0](1)


SOURCES = """\
id: t
name: T
version: 1
task: turn_generation
layout:
  - {kind: message, role: system, content: "Notes:"}
  - {kind: message, role: user, from: {source: docs, args: {limit: 2}}}
slots: {}
"""


@pytest.mark.parametrize("form", ["both", "args", "none", "names", "context"])
def test_sources(memory: galley.Workspace, form: str) -> None:
    if form == "both":
        memory.source("docs")(lambda args, context: f"{args['limit']} {context['who']}")
    elif form == "args":
        memory.source("docs")(lambda args: f"{args['limit']} Ann")
    elif form == "none":
        memory.source("docs")(lambda: "2 Ann")
    elif form == "context":
        memory.source("docs")(lambda context: f"2 {context['who']}")
    else:

        @memory.source("docs")
        def docs(*, limit: int) -> str:
            return f"{limit} Ann"

    conv = memory.compile(SOURCES, language="chat", name="t").render_chat({"who": "Ann"})
    assert [each["content"] for each in conv.messages] == ["Notes:", "2 Ann"]


def test_a_source_that_raises_ends_the_render(memory: galley.Workspace) -> None:
    @memory.source("docs")
    def docs() -> None:
        raise OSError("down")

    with pytest.raises(galley.CallableError) as caught:
        memory.compile(SOURCES, language="chat", name="t").render_chat({})
    assert isinstance(caught.value.__cause__, OSError)


def test_tokenizers(memory: galley.Workspace) -> None:
    memory.tokenizers["words"] = lambda text: len(text.split())
    chat = memory.compile(
        "id: t\nname: T\nversion: 1\ntask: writing_assistant\nslots: {}\nlayout:\n"
        "  - {kind: message, role: user, content: 'one two three'}\n",
        language="chat",
        name="t",
    )
    conv = chat.render_chat({}, budget=100, tokenizer="words")
    assert (conv.tokens, conv.tokenizer) == (3, "words")


def test_a_workspace_goes_with_its_functions() -> None:
    ws = galley.Workspace.in_memory()
    ws.filters["me"] = lambda value: ws and value
    template = ws.compile("{{ 1|me }}")
    assert template.render() == "1"
    gone = weakref.ref(ws)
    del ws, template
    gc.collect()
    assert gone() is None
