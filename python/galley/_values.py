"""What becomes of objects that are not of Python's own types of data.

`Rules` maps a type to what is done with its objects: a number of `Rule`, which the extension
module knows, or a function from the object to what stands for it.  A type is looked at once.
"""

from __future__ import annotations

import collections.abc
import dataclasses
import datetime
import enum
from typing import Any, Callable, TypeVar

T = TypeVar("T")


class Rule(enum.IntEnum):
    """What the extension module does by itself; bindings/value_rules.h has the same list."""

    REFUSE = 0
    TEXT = 1
    MARKUP = 2
    INT = 3
    FLOAT = 4
    NAMED_TUPLE = 5
    FUNCTION = 6
    OBJECT = 7
    UNDEFINED = 8


Converter = Callable[[Any], Any]

_registered: dict[type, Converter] = {}


def _isoformat(value: Any) -> str:
    text: str = value.isoformat()
    return text


def _fields(value: Any) -> dict[str, Any]:
    return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}


def _items(value: collections.abc.Mapping[Any, Any]) -> dict[Any, Any]:
    return dict(value.items())


def _registered_rule(kind: type) -> Converter | None:
    return next((_registered[each] for each in kind.__mro__ if each in _registered), None)


def _subclass_rule(kind: type) -> Converter | Rule | None:
    """The rule for what derives from a type of Python's own data."""
    if issubclass(kind, enum.Enum):
        return lambda value: value.value
    if issubclass(kind, str):
        return Rule.MARKUP if hasattr(kind, "__html__") else Rule.TEXT
    if issubclass(kind, int):
        return Rule.INT
    if issubclass(kind, float):
        return Rule.FLOAT
    if issubclass(kind, (datetime.datetime, datetime.date, datetime.time)):
        return _isoformat
    if issubclass(kind, tuple):
        return Rule.NAMED_TUPLE if hasattr(kind, "_fields") else tuple
    return None


def _protocol_rule(kind: type) -> Converter | Rule:
    if hasattr(kind, "model_dump") and hasattr(kind, "model_fields"):
        return lambda value: value.model_dump()
    if dataclasses.is_dataclass(kind):
        return _fields
    if issubclass(kind, collections.abc.Mapping):
        return _items
    binary = (bytes, bytearray, memoryview)
    if issubclass(kind, collections.abc.Sequence) and not issubclass(kind, binary):
        return list
    if any(each.__module__ == "numpy" and each.__name__ == "generic" for each in kind.__mro__):
        return lambda value: value.item()
    return Rule.REFUSE


def find_rule(kind: type) -> Converter | int:
    """What is done with objects of this type."""
    rule = _registered_rule(kind) or _subclass_rule(kind)
    if rule is None:
        rule = _protocol_rule(kind)
    return int(rule) if isinstance(rule, Rule) else rule


def _markup(text: str) -> str:
    try:
        from markupsafe import Markup
    except ImportError:
        return text
    return Markup(text)


class Rules(dict[Any, Any]):
    """The rules of a workspace.  Texts as keys tell what becomes of values that Python has no
    type for, `markup` and `undefined`, and what functions and objects are handed over as."""

    def __init__(self) -> None:
        super().__init__(markup=_markup, undefined=None, function=None, object=None)

    def __missing__(self, kind: type) -> Converter | int:
        rule = self[kind] = find_rule(kind)
        return rule

    def forget(self) -> None:
        """Looks at every type again."""
        for kind in [each for each in self if isinstance(each, type)]:
            del self[kind]


rules = Rules()


def register(kind: type[T], converter: Callable[[T], Any]) -> None:
    """Makes objects of `kind`, and of classes that derive from it, known to templates:
    `converter` gives what stands for one."""
    _registered[kind] = converter
    rules.forget()


def as_dict(values: object) -> dict[str, Any]:
    """The variables that one object holds: a mapping, a dataclass, a pydantic model."""
    if values is None:
        return {}
    found = values
    while type(found) not in (dict, list, tuple, str, int, float, bool):
        rule = rules[type(found)]
        if isinstance(rule, int):
            if rule == Rule.NAMED_TUPLE:
                return dict(zip(found._fields, found))  # type: ignore[attr-defined,call-overload]
            break
        found = rule(found)
    if type(found) is not dict:
        raise TypeError(
            f"the variables of a render are a mapping, not of type {type(values).__name__}"
        )
    return found
