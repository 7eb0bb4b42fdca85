"""Rows of Arrow tables: the same bytes as one render a row, whatever the types."""

from __future__ import annotations

import datetime
import decimal
import random
from typing import Any

import pytest

import galley

pa = pytest.importorskip("pyarrow")


def texts(rows: Any) -> list[Any]:
    return pa.array(rows).to_pylist()


def compiled(source: str, language: str = "jinja") -> galley.Template:
    return galley.Workspace().compile(source, language=language)


def test_rows_in_order_with_failures_null() -> None:
    template = compiled("{{ name }}: {{ 12 // n }}")
    table = pa.table({"name": ["a", "b", "c"], "n": [3, 0, 4], "unused": [b"x"] * 3})
    rows = template.render_batch(table)
    assert texts(rows) == ["a: 4", None, "c: 3"]
    assert len(rows) == 3 and rows.failed == 1
    told = texts(template.render_batch(table, errors=True))
    assert told[0] == {"text": "a: 4", "error": None}
    assert told[1]["text"] is None and "divides by zero" in told[1]["error"]


def test_results_may_be_taken_twice() -> None:
    rows = compiled("{{ n }}").render_batch(pa.table({"n": [1, 2]}))
    assert texts(rows) == texts(rows) == ["1", "2"]
    array = pa.array(rows)
    del rows
    assert array.to_pylist() == ["1", "2"]


def test_column_mapping_and_missing_columns() -> None:
    template = compiled("{{ q }} {{ q2 }}")
    table = pa.table({"question": ["why"]})
    assert texts(template.render_batch(table, {"q": "question", "q2": "question"})) == ["why why"]
    with pytest.raises(galley.Error, match="column-missing|no column"):
        template.render_batch(table, {"q": "qestion"})


def test_what_is_no_table_is_refused() -> None:
    template = compiled("{{ n }}")
    with pytest.raises(TypeError, match="__arrow_c_stream__"):
        template.render_batch([{"n": 1}])
    with pytest.raises(galley.Error):
        template.render_batch(pa.array([1, 2]))
    with pytest.raises(galley.Error, match="n"):
        template.render_batch(pa.table({"n": pa.array([b"x"], pa.binary())}))


def test_chat_templates_give_lists_of_messages() -> None:
    source = (
        "id: t\nname: T\ntask: turn_generation\nversion: 1\nlayout:\n"
        "- {kind: message, role: system, content: Be brief.}\n"
        "- {kind: message, role: user, content: '{{ctx.q}}'}\nslots: {}\n"
    )
    rows = texts(compiled(source, "chat").render_batch(pa.table({"q": ["Why?", "How?"]})))
    assert rows[1] == [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "How?"}]


def value(generator: random.Random, depth: int) -> tuple[Any, Any]:
    """A type of Arrow and a function that makes values of it."""
    scalars: list[tuple[Any, Any]] = [
        (pa.int8(), lambda: generator.randrange(-128, 128)),
        (pa.uint32(), lambda: generator.randrange(1 << 32)),
        (pa.int64(), lambda: generator.randrange(-(1 << 63), 1 << 63)),
        (pa.float32(), lambda: float(generator.randrange(1000)) / 8),
        (pa.float64(), lambda: generator.random()),
        (pa.bool_(), lambda: generator.random() < 0.5),
        (pa.string(), lambda: "é" * generator.randrange(20)),
        (pa.large_string(), lambda: "x" * generator.randrange(20)),
        (pa.string_view(), lambda: "v" * generator.randrange(40)),
        (pa.date32(), lambda: datetime.date.fromordinal(generator.randrange(1, 3_000_000))),
        (pa.timestamp("us"), lambda: datetime.datetime(2000, 1, 1) + datetime.timedelta(microseconds=generator.randrange(1 << 50))),
        (pa.decimal128(20, 3), lambda: decimal.Decimal(generator.randrange(-(10**15), 10**15)).scaleb(-3)),
        (pa.null(), lambda: None),
    ]
    choice = generator.randrange(4) if depth else 0
    if choice == 1:
        kind, make = value(generator, depth - 1)
        return pa.list_(kind), lambda: [make() for _ in range(generator.randrange(4))]
    if choice == 2:
        first, second = value(generator, depth - 1), value(generator, depth - 1)
        return pa.struct([("a", first[0]), ("b", second[0])]), lambda: {"a": first[1](), "b": second[1]()}
    if choice == 3:
        kind, make = value(generator, depth - 1)
        return pa.map_(pa.string(), kind), lambda: [(f"k{i}", make()) for i in range(generator.randrange(3))]
    return generator.choice(scalars)


def plain(item: Any) -> Any:
    """What a template sees, as Python has it."""
    if isinstance(item, decimal.Decimal):
        return f"{item:f}"
    if isinstance(item, (datetime.date, datetime.datetime)):
        return item.isoformat()
    if isinstance(item, list):
        if item and isinstance(item[0], tuple):
            return {key: plain(inner) for key, inner in item}
        return [plain(inner) for inner in item]
    if isinstance(item, dict):
        return {key: plain(inner) for key, inner in item.items()}
    return item


def test_nested_types_render_as_their_values_do() -> None:
    template = compiled("{{ v|tojson }}|{{ w|tojson }}")
    for seed in range(60):
        generator = random.Random(seed)
        columns = {name: value(generator, 3) for name in "vw"}
        rows = [{name: None if generator.random() < 0.2 else make() for name, (_, make) in columns.items()} for _ in range(30)]
        table = pa.table({name: pa.array([row[name] for row in rows], kind) for name, (kind, _) in columns.items()})
        sliced = table.slice(5, 20)
        expected = []
        for row in rows[5:25]:
            values = {name: plain(item) for name, item in row.items()}
            for name, (kind, _) in columns.items():
                if pa.types.is_map(kind) and values[name] == []:
                    values[name] = {}
            expected.append(template.render(values))
        got = texts(template.render_batch(sliced))
        if not any("[]" in text or "{}" in text for text in expected):  # an empty map is a list to Python
            assert got == expected, seed
