"""Rows of Arrow tables: the same bytes as one render a row, whatever the types."""

from __future__ import annotations

import datetime
import decimal
import random
from typing import Any, Callable

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


Maker = Callable[[], Any]


def scalars(generator: random.Random) -> list[tuple[Any, Maker, Maker]]:
    """Of every type of one value: the type, what makes values, and what a template sees of one."""
    same = lambda item: item  # noqa: E731
    iso = lambda item: item.isoformat()  # noqa: E731
    point = lambda item: str(item)  # noqa: E731
    cents = lambda most: decimal.Decimal(f"{generator.randrange(-most, most)}.{generator.randrange(100):02}")  # noqa: E731
    moment = lambda step: datetime.datetime(2000, 1, 1) + step * generator.randrange(1 << 40)  # noqa: E731
    units = {
        "s": datetime.timedelta(seconds=1) / 1024,
        "ms": datetime.timedelta(milliseconds=1),
        "us": datetime.timedelta(microseconds=1),
        "ns": datetime.timedelta(microseconds=7),
    }
    signed = [(getattr(pa, f"int{bits}")(), bits) for bits in (8, 16, 32, 64)]
    unsigned = [(getattr(pa, f"uint{bits}")(), min(bits, 63)) for bits in (8, 16, 32, 64)]
    made: list[tuple[Any, Any, Any]] = [
        (pa.float16(), lambda: float(generator.randrange(1000)) / 8, same),
        (pa.float32(), lambda: float(generator.randrange(1000)) / 8, same),
        (pa.float64(), lambda: generator.random(), same),
        (pa.bool_(), lambda: generator.random() < 0.5, same),
        (pa.string(), lambda: "é" * generator.randrange(20), same),
        (pa.large_string(), lambda: "x" * generator.randrange(20), same),
        (pa.string_view(), lambda: "v" * generator.randrange(40), same),
        (pa.dictionary(pa.int8(), pa.string()), lambda: f"d{generator.randrange(9)}", same),
        (pa.dictionary(pa.uint32(), pa.int64()), lambda: generator.randrange(9), same),
        (pa.date32(), lambda: datetime.date.fromordinal(generator.randrange(1, 3_000_000)), iso),
        (pa.date64(), lambda: datetime.date.fromordinal(generator.randrange(1, 3_000_000)), iso),
        (pa.decimal128(20, 3), lambda: decimal.Decimal(f"{cents(10**15)}7"), point),
        (pa.decimal256(60, 2), lambda: cents(10**50), point),
        (pa.null(), lambda: None, same),
    ]
    made += [(kind, lambda bits=bits: generator.randrange(-(1 << bits - 1), 1 << bits - 1), same) for kind, bits in signed]
    made += [(kind, lambda bits=bits: generator.randrange(1 << bits), same) for kind, bits in unsigned]
    for unit, step in units.items():
        whole = lambda unit=unit, step=step: moment(step).replace(**({"microsecond": 0} if unit == "s" else {}))  # noqa: E731
        made.append((pa.timestamp(unit), whole, iso))
        made.append((pa.timestamp(unit, "UTC"), whole, lambda item: iso(item) + "+00:00"))
    return made


def column(generator: random.Random, depth: int) -> tuple[Any, Maker, Maker]:
    """The same of a type that may be nested."""
    choice = generator.randrange(7) if depth else 0
    if choice in (0, 6):
        return generator.choice(scalars(generator))
    kind, make, seen = column(generator, depth - 1)
    each = lambda items: None if items is None else [None if one is None else seen(one) for one in items]  # noqa: E731
    if choice == 1:
        return pa.list_(kind), lambda: [make() for _ in range(generator.randrange(4))], each
    if choice == 2:
        return pa.large_list(kind), lambda: [make() for _ in range(generator.randrange(4))], each
    if choice == 3:
        return pa.list_(kind, 2), lambda: [make(), make()], each
    if choice == 4:
        return (
            pa.map_(pa.string(), kind),
            lambda: [(f"k{i}", make()) for i in range(generator.randrange(3))],
            lambda pairs: {key: None if one is None else seen(one) for key, one in pairs},
        )
    other, make_other, seen_other = column(generator, depth - 1)
    return (
        pa.struct([("a", kind), ("b", other)]),
        lambda: {"a": make(), "b": None if generator.random() < 0.3 else make_other()},
        lambda item: {
            "a": None if item["a"] is None else seen(item["a"]),
            "b": None if item["b"] is None else seen_other(item["b"]),
        },
    )


@pytest.mark.parametrize("depth", [0, 1, 4])
def test_every_type_renders_as_its_values_do(depth: int) -> None:
    template = compiled("{{ v|tojson }}|{{ w|tojson }}")
    for seed in range(80):
        generator = random.Random(1000 * depth + seed)
        columns = {name: column(generator, depth) for name in "vw"}
        rows = [{name: None if generator.random() < 0.2 else make() for name, (_, make, _) in columns.items()} for _ in range(30)]
        table = pa.table({name: pa.array([row[name] for row in rows], kind) for name, (kind, _, _) in columns.items()})
        expected = [
            template.render({name: None if row[name] is None else seen(row[name]) for name, (_, _, seen) in columns.items()})
            for row in rows
        ]
        assert texts(template.render_batch(table)) == expected, (seed, table.schema)
        # Rows that begin inside of the arrays, in several batches, and as one batch.
        assert texts(template.render_batch(table.slice(5, 20))) == expected[5:25], (seed, table.schema)
        chunks = pa.concat_tables([table.slice(0, 7), table.slice(7)])
        assert texts(template.render_batch(chunks)) == expected, (seed, table.schema)
        assert texts(template.render_batch(table.to_batches()[0].slice(3))) == expected[3:], (seed, table.schema)


def test_every_scalar_type_is_met() -> None:
    """So that the generator leaves none of them to luck."""
    template = compiled("{{ v|tojson }}")
    generator = random.Random(7)
    for kind, make, seen in scalars(generator):
        items = [make() for _ in range(20)] + [None]
        expected = [template.render(v=None if item is None else seen(item)) for item in items]
        assert texts(template.render_batch(pa.table({"v": pa.array(items, kind)}))) == expected, kind


def test_integers_beyond_64_bits_fail_their_row() -> None:
    rows = compiled("{{ n }}").render_batch(pa.table({"n": pa.array([1, 1 << 63, 2], pa.uint64())}))
    assert texts(rows) == ["1", None, "2"] and rows.failed == 1


@pytest.mark.parametrize(
    "kind",
    [
        pa.binary(),
        pa.time32("s"),
        pa.duration("s"),
        pa.list_(pa.binary()),
        pa.struct([("a", pa.struct([("b", pa.binary(4))]))]),
        pa.map_(pa.int32(), pa.string()),
    ],
)
def test_other_types_are_refused_by_path(kind: Any) -> None:
    with pytest.raises(galley.Error, match="v") as caught:
        compiled("{{ v }}").render_batch(pa.table({"v": pa.array([None], kind)}))
    assert caught.value.diagnostics[0].code == "column-unsupported"
    # A column that nobody reads may be anything.
    assert texts(compiled("x").render_batch(pa.table({"v": pa.array([None], kind)}))) == ["x"]
