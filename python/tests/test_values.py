"""What becomes of Python's objects in templates."""

from __future__ import annotations

import collections
import dataclasses
import datetime
import enum
import types
from typing import Any, TypedDict

import pytest

import galley


def shown(value: object, template: str = "{{ x }}") -> str:
    return galley.render(template, x=value)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("text", "text"),
        ("ümläut 🎉", "ümläut 🎉"),
        ("long " * 1000, "long " * 1000),
        (1, "1"),
        (-(2**63), str(-(2**63))),
        (2**63 - 1, str(2**63 - 1)),
        (1.5, "1.5"),
        (True, "True"),
        (None, "None"),
        ([1, [2]], "[1, [2]]"),
        ((1, "a"), "(1, 'a')"),
        ({"a": {"b": 1}}, "{'a': {'b': 1}}"),
        ({1: "a", None: 2, (1, 2): 3}, "{1: 'a', None: 2, (1, 2): 3}"),
    ],
)
def test_own_types(value: object, text: str) -> None:
    assert shown(value) == text


class Colour(enum.Enum):
    RED = "red"


class Level(enum.IntEnum):
    HIGH = 3


@dataclasses.dataclass
class User:
    name: str
    tags: list[str]
    born: datetime.date


class Point(collections.namedtuple("Point", "x y")):
    pass


class Film(TypedDict):
    title: str


class Words(str):
    pass


class Rows(collections.abc.Sequence[int]):
    def __len__(self) -> int:
        return 2

    def __getitem__(self, at: Any) -> Any:
        if at >= 2:
            raise IndexError
        return at * 10


def test_protocols() -> None:
    day = datetime.date(2026, 11, 16)
    assert shown(Colour.RED) == "red"
    assert shown(Level.HIGH) == "3"
    assert shown(User("Ann", ["a"], day), "{{ x.name }} {{ x.tags[0] }} {{ x.born }}") == "Ann a 2026-11-16"
    assert shown(datetime.datetime(2026, 11, 16, 1, 2)) == "2026-11-16T01:02:00"
    assert shown(Point(1, 2), "{{ x.x }} {{ x[1] }} {{ x }}") == "1 2 (1, 2)"
    assert shown(Film(title="M"), "{{ x.title }}") == "M"
    assert shown(Words("hi")) == "hi"
    assert shown(Rows()) == "[0, 10]"
    assert shown(collections.OrderedDict(a=1), "{{ x.a }}") == "1"
    assert shown(collections.ChainMap({"a": 1}, {"b": 2}), "{{ x.b }}") == "2"
    assert shown(types.MappingProxyType({"a": 1}), "{{ x.a }}") == "1"
    assert shown(range(3)) == "[0, 1, 2]"


def test_a_model_of_pydantic() -> None:
    pydantic = pytest.importorskip("pydantic")

    class Inner(pydantic.BaseModel):  # type: ignore[misc,name-defined]
        n: int

    class Model(pydantic.BaseModel):  # type: ignore[misc,name-defined]
        inner: Inner
        when: datetime.date

    model = Model(inner=Inner(n=7), when=datetime.date(2026, 1, 2))
    assert shown(model, "{{ x.inner.n }} {{ x.when }}") == "7 2026-01-02"
    assert galley.render("{{ inner.n }}", model) == "7"


def test_scalars_of_numpy() -> None:
    numpy = pytest.importorskip("numpy")
    values = [numpy.int64(3), numpy.float32(0.5), numpy.bool_(True), numpy.str_("a"), numpy.float64(1.5)]
    assert shown(values) == "[3, 0.5, True, 'a', 1.5]"
    with pytest.raises(TypeError, match="`x` is of type `numpy.ndarray`"):
        shown(numpy.array([1, 2]))


def test_markup() -> None:
    markupsafe = pytest.importorskip("markupsafe")
    ws = galley.Workspace.in_memory(jinja={"autoescape": True})
    template = ws.compile("{{ a }}{{ b }}")
    assert template.render(a=markupsafe.Markup("<b>"), b="<i>") == "<b>&lt;i&gt;"


def test_what_is_refused_is_named_by_its_path() -> None:
    with pytest.raises(TypeError, match=r"`ctx\.user\.avatar`.*object"):
        galley.render("{{ ctx.user.avatar }}", ctx={"user": {"avatar": object()}})
    with pytest.raises(TypeError, match=r"`ctx\.user\.avatar`.*object"):
        galley.render("{{ ctx }}", ctx={"user": {"avatar": object()}})
    with pytest.raises(TypeError, match=r"`xs\[1\]\['a b'\]`"):
        galley.render("{{ xs }}", xs=[1, {"a b": b"bytes"}])
    with pytest.raises(TypeError, match=r"`x\.n\[0\]`.*64 bits"):
        shown({"n": [2**63]})
    with pytest.raises(OverflowError):
        shown(-(2**63) - 1)
    with pytest.raises(TypeError, match="set"):
        shown({1, 2})
    with pytest.raises(ValueError, match="surrogate"):
        shown("\ud800")


def test_what_nobody_reads_may_be_anything() -> None:
    assert galley.render("{{ a }}", a=1, b=object(), c=2**100) == "1"
    assert galley.render("{{ a }}", {"a": 1, "b": object()}) == "1"


@dataclasses.dataclass
class Page:
    text: str
    scan: object


def test_only_what_is_read_of_a_value_is_converted() -> None:
    opaque = object()
    user = {"name": "Ann", "avatar": opaque, "tags": ["a", {"b": 1}]}
    assert galley.render("{{ user.name }}", user=user) == "Ann"
    assert galley.render("{{ user['tags'][0] }}", user=user) == "a"
    assert galley.render("{{ xs[1] }}", xs=[opaque, 2, opaque]) == "2"
    assert galley.render("{{ xs|length }}{% if xs %}!{% endif %}", xs=[opaque, opaque]) == "2!"
    # Nor is anything behind the last item that is asked for.
    assert galley.render("{{ xs[1] }}{{ xs[7] is defined }}{{ xs|length }}", xs=[1, 2, opaque]) == "2False3"
    assert galley.render("{% if xs %}{{ xs[0] }}{% endif %}{{ ys and 1 }}", xs=(1, opaque), ys=[]) == "1[]"
    assert galley.render("{{ user|length }}", user=user) == "3"
    assert galley.render("{% for p in ps %}{{ p.text }}{{ loop.index }}{% endfor %}", ps=[Page("a", opaque), Page("b", opaque)]) == "a1b2"
    assert galley.render("{{ 1 if user else 2 }}{{ user.x is defined }}", user=user) == "1False"


def test_of_a_large_list_only_the_items_that_are_asked_for_are_converted() -> None:
    source = "{% for id in wanted %}{{ book.pages[id].text }},{% endfor %}"
    pages = [Page(f"p{at}", object()) for at in range(100)]
    assert galley.render(source, book={"pages": pages}, wanted=[3, 99, 3]) == "p3,p99,p3,"
    named = {"a": {"text": "A", "scan": object()}, "b": object()}
    assert galley.render(source, book={"pages": named}, wanted=["a"]) == "A,"
    assert galley.render("{{ xs[i] }}", xs=[object(), 5], i=1) == "5"
    # Numbers from the end, tuples, and numbers that the template makes, are read as before.
    assert galley.render("{{ xs[i] }}", xs=[4, 5], i=-1) == "5"
    assert galley.render("{{ xs[i] }}", xs=(4, 5), i=1) == "5"
    assert galley.render("{% set i = 0 %}{{ xs[i] }}", xs=[4, 5], i=1) == "4"
    assert galley.render("{{ xs[i] }}{{ xs[j + 1] }}", xs=[4, 5], i=0, j=0) == "45"
    with pytest.raises(galley.UndefinedError, match="list"):
        galley.render("{{ xs[i].a }}", xs=[4, 5], i=7)


@pytest.mark.parametrize(
    "source",
    [
        "{% for i in range(2) %}{{ xs[i] }}{% endfor %}",
        "{% for i in [0, 1] %}{{ xs[i] }}{% endfor %}",
        "{% for i in ks|sort %}{{ xs[i] }}{% endfor %}",
        "{% for i in ks[::-1] %}{{ xs[i] }}{% endfor %}",
        "{% for x in xs %}{{ xs[loop.index0] }}{% endfor %}",
        "{% for x in ks %}{{ xs[loop.index0] }}{% endfor %}",
        "{% set js = [0, 1] %}{% for i in js %}{{ xs[i] }}{% endfor %}",
        "{% for i in ks|reverse %}{% set j = i %}{{ xs[j] }}{% endfor %}",
        "{% for p in ps %}{{ xs[p.at] }}{% endfor %}",
        "{% for p in ps %}{% for i in p.all %}{{ xs[i] }}{% endfor %}{% endfor %}",
        "{% set n = namespace(i=0) %}{{ xs[n.i] }}{% set n.i = 1 %}{{ xs[n.i] }}",
        "{% macro m(i) %}{{ xs[i] }}{% endmacro %}{{ m(0) }}{{ m(1) }}",
    ],
)
def test_numbers_may_come_from_anywhere(source: str) -> None:
    values = {"xs": ["a", "b"], "ks": [1, 0], "ps": [{"at": 0, "all": [0]}, {"at": 1, "all": [1]}]}
    assert galley.render(source, values) == "ab"
    # What else is read does not change that.
    for more in ("{{ ks }}", "{{ ps }}", "{% for i in ks %}{{ i }}{% endfor %}"):
        assert galley.render(source + "|" + more, values).startswith("ab|")
        assert galley.render(more + "|" + source, values).endswith("|ab")


def test_what_is_missing_is_told_of_the_whole_value() -> None:
    with pytest.raises(galley.UndefinedError, match="a map with 3 fields has no field `nme`") as caught:
        galley.render("{{ user.nme }}", user={"name": "Ann", "age": 1, "avatar": object()})
    assert "name" in caught.value.diagnostics[0].hint


def test_values_that_are_handed_on_are_whole() -> None:
    user = {"name": "Ann", "age": 1}
    for source, text in {
        "{{ user.name }}{{ user|tojson }}": 'Ann{"name": "Ann", "age": 1}',
        "{% set u = user %}{{ u.age }}{{ user.name }}": "1Ann",
        "{% macro m(u) %}{{ u.age }}{% endmacro %}{{ m(user) }}": "1",
        "{% for u in [user] %}{{ u.age }}{% endfor %}": "1",
        "{% for u in us %}{{ loop.previtem.age if not loop.first }}{{ u.name }}{% endfor %}": "Ann1Ann",
        "{% for k in user %}{{ k }}={{ user[k] }};{% endfor %}": "name=Ann;age=1;",
        "{% for k, v in user.items() %}{{ k }}{% endfor %}": "nameage",
        "{% for u in us[1:] %}{{ u.age }}{% endfor %}{{ us[-1].name }}": "1Ann",
        "{% with u = user %}{{ u.age }}{% endwith %}": "1",
        "{{ (user or 1).age }}": "1",
    }.items():
        assert galley.render(source, user=user, us=[user, user]) == text, source


def test_data_that_holds_itself_ends() -> None:
    loop: list[Any] = []
    loop.append(loop)
    with pytest.raises(ValueError, match="nested"):
        shown(loop)


def test_a_class_can_be_registered() -> None:
    class Money:
        def __init__(self, cents: int) -> None:
            self.cents = cents

    with pytest.raises(TypeError):
        shown(Money(150))
    galley.register(Money, lambda money: {"euro": money.cents / 100})
    assert shown(Money(150), "{{ x.euro }}") == "1.5"
    assert galley.render("{{ euro }}", Money(250)) == "2.5"


def test_variables_are_a_mapping() -> None:
    assert galley.render("{{ name }}", User("Ann", [], datetime.date.today())) == "Ann"
    with pytest.raises(TypeError, match="mapping"):
        galley.render("{{ name }}", [1])
    with pytest.raises(TypeError, match="one mapping"):
        galley.Workspace(None).compile("x").render({}, {})  # type: ignore[call-arg]
