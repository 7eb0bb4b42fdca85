"""`galley.jinja2` where it differs from plain templates: Python's objects, loaders, errors.

Jinja2's own tests are run by tests/python/jinja2_suite.py.
"""

from __future__ import annotations

import collections
import gc
import pickle
import weakref
from pathlib import Path
from typing import Any

import pytest

from galley import jinja2


class User:
    name = "Ann"
    _secret = "x"

    def greet(self, word: str, mark: str = "!") -> str:
        return f"{word} {self.name}{mark}"

    def __str__(self) -> str:
        return "<user>"


def shown(source: str, **values: Any) -> str:
    return jinja2.Environment().from_string(source).render(**values)


def test_objects() -> None:
    assert shown("{{ u.name }} {{ u.greet('hi', mark='?') }} {{ u }} {{ u.nope is defined }}", u=User()) == (
        "Ann hi Ann? <user> False"
    )
    assert shown("{{ us|map(attribute='name')|join(',') }}", us=[User(), User()]) == "Ann,Ann"
    Point = collections.namedtuple("Point", "x y")
    assert shown("{{ p.x }}{{ p[1] }}{% for each in p %}{{ each }}{% endfor %}", p=Point(1, 2)) == "1212"
    assert shown("{{ f(2) }}{{ c(3) }}", f=lambda x: x * 2, c=type("C", (), {"__call__": lambda self, x: x})()) == "43"
    assert shown("{{ g|list }}{{ s|length }}", g=(i for i in range(3)), s={1, 2}) == "[0, 1, 2]2"
    assert shown("{{ u.__class__ is defined }}", u=User()) == "False"


def test_functions_that_ask() -> None:
    @jinja2.pass_context
    def look(context: Any, name: str) -> Any:
        return context.get(name, "none")

    @jinja2.pass_environment
    def which(environment: Any) -> str:
        return str(environment.variable_start_string)

    env = jinja2.Environment()
    env.globals.update(look=look, which=which)
    env.filters["look"] = jinja2.pass_context(lambda context, value: f"{value}{context['b']}")
    assert env.from_string("{% set b = 2 %}{{ look('a') }}{{ look('b') }}{{ look('c') }} {{ which() }} {{ 1|look }}").render(
        a=1
    ) == "12none {{ 12"


def test_exceptions_are_those_of_the_function() -> None:
    with pytest.raises(ZeroDivisionError):
        shown("{{ f() }}", f=lambda: 1 / 0)
    with pytest.raises(jinja2.TemplateSyntaxError) as caught:
        jinja2.Environment().from_string("a\n{% if %}")
    assert caught.value.lineno == 2
    with pytest.raises(jinja2.UndefinedError):
        shown("{{ a.b }}")
    with pytest.raises(jinja2.TemplateAssertionError, match="No filter named 'nope'"):
        jinja2.Environment().from_string("{{ 1|nope }}")


def test_files(tmp_path: Path) -> None:
    (tmp_path / "base.html").write_text("[{% block b %}{% endblock %}{{ x }}]")
    (tmp_path / "page.html").write_text("{% extends 'base.html' %}{% block b %}{{ x }}{% endblock %}")
    env = jinja2.Environment(loader=jinja2.FileSystemLoader(tmp_path), autoescape=jinja2.select_autoescape())
    assert env.get_template("page.html").render(x="<") == "[&lt;&lt;]"
    assert env.list_templates() == ["base.html", "page.html"]
    assert env.get_template("page.html").filename == str(tmp_path / "page.html")
    with pytest.raises(jinja2.TemplateNotFound) as caught:
        env.get_template("nope.html")
    assert caught.value.name == "nope.html"
    with pytest.raises(jinja2.TemplatesNotFound):
        env.select_template(["a", "b"])


def test_modules_and_expressions() -> None:
    env = jinja2.Environment()
    module = env.from_string("{% macro m(a, b=2) %}{{ a }}-{{ b }}{% endmacro %}{% set v = [1] %}text").module
    assert module.m(1) == "1-2" and module.m(1, b=3) == "1-3" and module.v == [1] and str(module) == "text"
    assert module.m.arguments == ("a", "b")
    with pytest.raises(AttributeError):
        module.nope
    assert env.compile_expression("a + 1")(a=2) == 3
    assert env.compile_expression("a")() is None


def test_finalize() -> None:
    env = jinja2.Environment(finalize=lambda value: "-" if value is None else value)
    source = "{{ a }}{# {{ a }} #}{% raw %}{{ a }}{% endraw %}{{- '}}' ~ \"{\" -}} {{ {'a': 1}['a'] }}{% if a is none %}n{% endif %}"
    assert env.from_string(source).render(a=None) == "-{{ a }}}}{1n"


def test_policies_and_json() -> None:
    assert shown("{{ x|tojson }}", x={"a": "<&'"}) == '{"a": "\\u003c\\u0026\\u0027"}'
    env = jinja2.Environment()
    env.policies["json.dumps_kwargs"] = {"sort_keys": False}
    assert env.from_string("{{ x|tojson }}").render(x={"b": 1, "a": 2}) == '{"b": 1, "a": 2}'


def test_meta_and_sandbox() -> None:
    env = jinja2.sandbox.SandboxedEnvironment()
    parsed = env.parse("{% extends 'a' %}{{ x }}{% include y %}")
    assert jinja2.meta.find_undeclared_variables(parsed) == {"x", "y"}
    assert list(jinja2.meta.find_referenced_templates(parsed)) == ["a", None]
    with pytest.raises(jinja2.exceptions.SecurityError):
        env.from_string("{{ u._secret() }}").render(u=User())


def test_environments_go_with_their_functions() -> None:
    env = jinja2.Environment()
    env.filters["me"] = lambda value: env and value
    assert env.from_string("{{ 1|me }}").render() == "1"
    gone = weakref.ref(env)
    del env
    gc.collect()
    assert gone() is None


def test_native_templates_give_values() -> None:
    from galley.jinja2.nativetypes import NativeEnvironment

    env = NativeEnvironment()
    assert env.from_string("{{ xs }}").render(xs=[1, 2]) == [1, 2]
    assert env.from_string("{{ a }}{{ b }}").render(a=1, b=2) == 12
    assert env.from_string("{% for x in xs %}{{ x }}{% endfor %}").render(xs=[3]) == 3
    assert env.from_string("{% macro m(x) %}{{ x }}!{% endmacro %}{{ m('a') }} b").render() == "a! b"
    assert env.from_string("").render() is None


def test_environments_can_be_pickled() -> None:
    env = jinja2.Environment(trim_blocks=True, loader=jinja2.DictLoader({"a": "{{ x|int }}"}))
    env.get_template("a")
    again = pickle.loads(pickle.dumps(env))
    assert again.trim_blocks and again.get_template("a").render(x="7") == "7"


def test_blocks_that_are_not_closed_are_told_as_jinja2_tells_them() -> None:
    with pytest.raises(jinja2.TemplateSyntaxError, match="Unexpected end of template.*'elif' or 'else' or 'endif'.*'if'"):
        jinja2.Template("{% if a %}")
    with pytest.raises(jinja2.TemplateSyntaxError, match="unknown tag 'endif'.*'endfor' or 'else'.*'for'"):
        jinja2.Template("{% for a in b %}{% endif %}")


def test_debug_shows_all_that_was_given() -> None:
    env = jinja2.Environment(extensions=["jinja2.ext.debug"])
    assert "'a': 1" in env.from_string("{% debug %}").render(a=1)
