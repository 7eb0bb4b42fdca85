"""What Jinja2 has in `jinja2.utils`, as far as applications use it."""

from __future__ import annotations

import collections
import enum
import json
import os
import typing
from typing import Any, Callable, Collection, Iterable, Iterator, TypeVar

from .. import _galley, _values

F = TypeVar("F", bound=Callable[..., Any])
K = TypeVar("K")
V = TypeVar("V")


class _Missing:
    def __repr__(self) -> str:
        return "missing"

    def __reduce__(self) -> str:
        return "missing"


missing: Any = _Missing()


def _marks(kind: str) -> Callable[[F], F]:
    def mark(function: F) -> F:
        function.jinja_pass_arg = kind  # type: ignore[attr-defined]
        return function

    return mark


pass_context = _marks("context")
pass_eval_context = _marks("eval_context")
pass_environment = _marks("environment")


def pass_arg_of(function: Any) -> str | None:
    """What a function asked for in front of its arguments: `context`, `eval_context`,
    `environment`, or nothing.  Functions that were marked for Jinja2 itself count too."""
    mark = getattr(function, "jinja_pass_arg", None)
    if mark is None and not isinstance(function, type):
        mark = getattr(getattr(type(function), "__call__", None), "jinja_pass_arg", None)
    if isinstance(mark, enum.Enum):
        return mark.name
    return mark if isinstance(mark, str) else None


def object_type_repr(obj: Any) -> str:
    """How messages call the type of an object."""
    if obj is None:
        return "None"
    if obj is Ellipsis:
        return "Ellipsis"
    kind = type(obj)
    if kind.__module__ == "builtins":
        return f"{kind.__name__} object"
    return f"{kind.__module__}.{kind.__name__} object"


def consume(iterable: Iterable[Any]) -> None:
    """Walks to the end."""
    collections.deque(iterable, maxlen=0)


def select_autoescape(
    enabled_extensions: Collection[str] = ("html", "htm", "xml"),
    disabled_extensions: Collection[str] = (),
    default_for_string: bool = True,
    default: bool = False,
) -> Callable[[str | None], bool]:
    """A function for `autoescape` that goes by how the name of a template ends."""
    enabled = tuple(f".{each.lstrip('.').lower()}" for each in enabled_extensions)
    disabled = tuple(f".{each.lstrip('.').lower()}" for each in disabled_extensions)

    def autoescape(template_name: str | None) -> bool:
        if template_name is None:
            return default_for_string
        name = template_name.lower()
        if name.endswith(enabled):
            return True
        if name.endswith(disabled):
            return False
        return default

    return autoescape


def htmlsafe_json_dumps(obj: Any, dumps: Callable[..., str] | None = None, **kwargs: Any) -> str:
    """JSON that may stand in a script of a page."""
    text = (dumps or json.dumps)(obj, **kwargs)
    for character in "<>&'":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return markup(text)


def markup(text: str) -> str:
    """The text as markup, where markupsafe is installed."""
    return _values._markup(text)


def _evaluate(expression: str, **values: Any) -> Any:
    from .environment import evaluate

    return evaluate(expression, **values)


def generate_lorem_ipsum(n: int = 5, html: bool = True, min: int = 20, max: int = 100) -> str:
    """Filler text, the same every time."""
    text: str = _evaluate("lipsum(n, html, min, max)", n=n, html=html, min=min, max=max)
    return text


def urlize(
    text: str,
    trim_url_limit: int | None = None,
    rel: str | None = None,
    target: str | None = None,
    extra_schemes: Iterable[str] | None = None,
) -> str:
    """The text with links where it names addresses."""
    schemes = None if extra_schemes is None else list(extra_schemes)
    made: str = _evaluate(
        "text|urlize(limit, false, target, rel, schemes)",
        text=text,
        limit=trim_url_limit,
        rel=rel,
        target=target,
        schemes=schemes,
    )
    # The engine's filter adds what Jinja2's policy says, and this function has no policy.
    return str(made) if rel else str(made).replace(' rel="noopener"', "")


class LRUCache(typing.MutableMapping[K, V]):
    """A mapping that forgets what was used least recently."""

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self._mapping: dict[K, V] = {}
        self._queue: collections.deque[K] = collections.deque()

    def __getstate__(self) -> dict[str, Any]:
        return {"capacity": self.capacity, "_mapping": self._mapping, "_queue": self._queue}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def __getnewargs__(self) -> tuple[int]:
        return (self.capacity,)

    def copy(self) -> LRUCache[K, V]:
        made: LRUCache[K, V] = type(self)(self.capacity)
        made._mapping.update(self._mapping)
        made._queue.extend(self._queue)
        return made

    __copy__ = copy

    def setdefault(self, key: K, default: V = None) -> V:  # type: ignore[assignment]
        try:
            return self[key]
        except KeyError:
            self[key] = default
            return default

    def clear(self) -> None:
        self._mapping.clear()
        self._queue.clear()

    def __contains__(self, key: object) -> bool:
        return key in self._mapping

    def __len__(self) -> int:
        return len(self._mapping)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._mapping!r}>"

    def _touch(self, key: K) -> None:
        if self._queue[-1] != key:
            self._queue.remove(key)
            self._queue.append(key)

    def __getitem__(self, key: K) -> V:
        value = self._mapping[key]
        self._touch(key)
        return value

    def __setitem__(self, key: K, value: V) -> None:
        if key in self._mapping:
            self._touch(key)
        else:
            if len(self._mapping) == self.capacity:
                del self._mapping[self._queue.popleft()]
            self._queue.append(key)
        self._mapping[key] = value

    def __delitem__(self, key: K) -> None:
        del self._mapping[key]
        self._queue.remove(key)

    def items(self) -> list[tuple[K, V]]:  # type: ignore[override]
        return [(key, self._mapping[key]) for key in reversed(self._queue)]

    def values(self) -> list[V]:  # type: ignore[override]
        return [value for _, value in self.items()]

    def keys(self) -> list[K]:  # type: ignore[override]
        return list(self)

    def __iter__(self) -> Iterator[K]:
        return reversed(tuple(self._queue))

    def __reversed__(self) -> Iterator[K]:
        return iter(tuple(self._queue))


class Cycler:
    """Goes through its items again and again."""

    def __init__(self, *items: Any) -> None:
        if not items:
            raise RuntimeError("at least one item has to be provided")
        self.items = items
        self.pos = 0

    def reset(self) -> None:
        self.pos = 0

    @property
    def current(self) -> Any:
        return self.items[self.pos]

    def next(self) -> Any:
        found = self.current
        self.pos = (self.pos + 1) % len(self.items)
        return found

    __next__ = next


class Joiner:
    """Gives nothing the first time, and then its separator."""

    def __init__(self, sep: str = ", ") -> None:
        self.sep = sep
        self.used = False

    def __call__(self) -> str:
        if not self.used:
            self.used = True
            return ""
        return self.sep


def open_if_exists(filename: str, mode: str = "rb") -> typing.IO[Any] | None:
    return open(filename, mode) if os.path.isfile(filename) else None


__all__ = ["Cycler", "Joiner", "LRUCache", "_galley", "missing", "select_autoescape"]
