"""What becomes of Python's objects in the templates of an environment.

Data is data, as elsewhere in galley.  Functions can be called, iterators are read once into a
list, and any other object prints as `str` has it and is asked for its attributes when a template
reads them.
"""

from __future__ import annotations

import collections.abc
import datetime
import enum
import functools
import threading
import types
from typing import TYPE_CHECKING, Any, Callable

from .. import _values
from .._values import Rule
from .exceptions import SecurityError
from .runtime import Context, EvalContext, Undefined
from .utils import markup, pass_arg_of

if TYPE_CHECKING:
    from .environment import Environment

_FUNCTIONS = (
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    functools.partial,
    type,
)
_DATA = (str, int, float, tuple, list, dict, collections.abc.Mapping)
_BINARY = (bytes, bytearray, memoryview)


class _Renders(threading.local):
    """The renders of a thread that are under way: what each was given, innermost last."""

    def __init__(self) -> None:
        self.given: list[tuple[dict[str, Any], dict[str, Any]]] = []


renders = _Renders()


class Names:
    """What names mean in a render: to its template, or else among all that it was given, since
    only what the template itself reads was handed over."""

    def __init__(self, find: Callable[[str], Any]) -> None:
        self._find = find
        self._given = renders.given[-1] if renders.given else ({}, {})

    def find(self, name: str) -> Any:
        try:
            return self._find(name)
        except KeyError:
            values, globals = self._given
            return values[name] if name in values else globals[name]


class WithCall:
    """A function that gets what names mean where it is called, in front of its arguments."""

    galley_takes_call = True

    def __init__(self, environment: Environment, function: Callable[..., Any]) -> None:
        self.environment = environment
        self.function = function
        self.__name__ = getattr(function, "__name__", "function")

    def __call__(self, names: Any, *args: Any, **kwargs: Any) -> Any:
        return self.function(Context(self.environment, Names(names.find).find), *args, **kwargs)


def _refuse(message: str, *args: Any, **kwargs: Any) -> Any:
    raise SecurityError(message)


def adapted(environment: Environment, function: Callable[..., Any]) -> Callable[..., Any]:
    """The function as the engine calls it: what it asked for comes first."""
    if environment.sandboxed and not environment.is_safe_callable(function):
        return functools.partial(_refuse, f"{function!r} is not safely callable")
    wanted = pass_arg_of(function)
    if wanted == "context":
        return WithCall(environment, function)
    if wanted == "environment":
        return functools.partial(function, environment)
    if wanted == "eval_context":
        return functools.partial(function, EvalContext(environment))
    return function


def _attribute(environment: Environment, obj: Any, name: str) -> Any:
    """What `obj.name` means in a template; NotImplemented where it means nothing."""
    if environment.sandboxed and not environment.is_safe_attribute(obj, name, None):
        # It prints nothing, and cannot be used.
        return functools.partial(_refuse, f"access to attribute {name!r} of {type(obj).__name__!r} object is unsafe.")
    if name.startswith("__"):
        return NotImplemented
    try:
        return getattr(obj, name)
    except AttributeError:
        pass
    try:
        return obj[name]
    except (TypeError, LookupError, AttributeError):
        return NotImplemented


class JinjaRules(_values.Rules):
    """The rules of one environment."""

    def __init__(self, environment: Environment) -> None:
        super().__init__()
        self._environment = environment
        self["undefined"] = lambda name: environment.undefined(name=name)
        self["function"] = functools.partial(adapted, environment)
        self["object"] = self._object
        self["quiet"] = True

    def _object(self, obj: Any) -> tuple[str, Callable[..., Any], Callable[[str], Any]]:
        function = adapted(self._environment, obj) if callable(obj) else obj
        return str(obj), function, functools.partial(_attribute, self._environment, obj)

    def __missing__(self, kind: type) -> Any:
        rule = self[kind] = self._find(kind)
        return rule

    def _find(self, kind: type) -> Any:
        from .environment import Template

        if issubclass(kind, Undefined):
            return int(Rule.UNDEFINED)
        if issubclass(kind, Template):
            return lambda template: template._known_name()
        if issubclass(kind, _DATA) and not issubclass(kind, enum.Enum):
            return _values.find_rule(kind)
        registered = _values._registered_rule(kind)
        if registered is not None:
            return registered
        if issubclass(kind, _FUNCTIONS):
            return int(Rule.FUNCTION)
        if hasattr(kind, "__html__"):
            return lambda value: markup(value.__html__())
        if issubclass(kind, (enum.Enum, datetime.date, datetime.time, *_BINARY)):
            return int(Rule.OBJECT)
        if any(each.__module__ == "numpy" and each.__name__ == "generic" for each in kind.__mro__):
            return lambda value: value.item()
        if hasattr(kind, "__iter__") or issubclass(kind, collections.abc.Sequence):
            return list
        return int(Rule.OBJECT)
