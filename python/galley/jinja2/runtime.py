"""Undefined values as Python's objects, and the context that functions may ask for."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Callable, Iterator, NoReturn

from .exceptions import TemplateRuntimeError, UndefinedError
from .utils import missing, object_type_repr

if TYPE_CHECKING:
    from .environment import Environment

__all__ = ["ChainableUndefined", "Context", "DebugUndefined", "StrictUndefined", "TemplateRuntimeError", "Undefined", "missing"]


class Undefined:
    """What a name that means nothing gives to a function of the program."""

    __slots__ = ("_undefined_hint", "_undefined_obj", "_undefined_name", "_undefined_exception")

    def __init__(
        self,
        hint: str | None = None,
        obj: Any = missing,
        name: str | None = None,
        exc: type[TemplateRuntimeError] = UndefinedError,
    ) -> None:
        self._undefined_hint = hint
        self._undefined_obj = obj
        self._undefined_name = name
        self._undefined_exception = exc

    @property
    def _undefined_message(self) -> str:
        if self._undefined_hint:
            return self._undefined_hint
        if self._undefined_obj is missing:
            return f"{self._undefined_name!r} is undefined"
        if not isinstance(self._undefined_name, str):
            return f"{object_type_repr(self._undefined_obj)} has no element {self._undefined_name!r}"
        return f"{object_type_repr(self._undefined_obj)!r} has no attribute {self._undefined_name!r}"

    def _fail_with_undefined_error(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise self._undefined_exception(self._undefined_message)

    def __getattr__(self, name: str) -> Any:
        if name[:2] == name[-2:] == "__":
            raise AttributeError(name)
        self._fail_with_undefined_error()

    __add__ = __radd__ = __sub__ = __rsub__ = _fail_with_undefined_error
    __mul__ = __rmul__ = __div__ = __rdiv__ = _fail_with_undefined_error
    __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = _fail_with_undefined_error
    __mod__ = __rmod__ = __pos__ = __neg__ = _fail_with_undefined_error
    __call__ = __getitem__ = __lt__ = __le__ = __gt__ = __ge__ = _fail_with_undefined_error
    __int__ = __float__ = __complex__ = __pow__ = __rpow__ = _fail_with_undefined_error

    def __eq__(self, other: Any) -> bool:
        return type(self) is type(other)

    def __ne__(self, other: Any) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return id(type(self))

    def __str__(self) -> str:
        return ""

    def __len__(self) -> int:
        return 0

    def __iter__(self) -> Iterator[Any]:
        yield from ()

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "Undefined"


class ChainableUndefined(Undefined):
    """One whose attributes and items are undefined too."""

    __slots__ = ()

    def __html__(self) -> str:
        return str(self)

    def __getattr__(self, name: str) -> ChainableUndefined:
        if name[:2] == name[-2:] == "__":
            raise AttributeError(name)
        return self

    def __getitem__(self, _name: str) -> ChainableUndefined:  # type: ignore[override]
        return self


class DebugUndefined(Undefined):
    """One that prints what it stands for."""

    __slots__ = ()

    def __str__(self) -> str:
        if self._undefined_hint:
            message = f"undefined value printed: {self._undefined_hint}"
        elif self._undefined_obj is missing:
            message = str(self._undefined_name)
        else:
            message = f"no such element: {object_type_repr(self._undefined_obj)}[{self._undefined_name!r}]"
        return f"{{{{ {message} }}}}"


class StrictUndefined(Undefined):
    """One that may only be tested for being defined."""

    __slots__ = ()
    __iter__ = __str__ = __len__ = Undefined._fail_with_undefined_error
    __eq__ = __ne__ = __bool__ = __hash__ = Undefined._fail_with_undefined_error
    __contains__ = Undefined._fail_with_undefined_error


def make_logging_undefined(
    logger: logging.Logger | None = None, base: type[Undefined] = Undefined
) -> type[Undefined]:
    """A class of undefined values that tells a logger where one fails in Python."""
    log = logger or logging.getLogger("galley.jinja2")

    class LoggingUndefined(base):  # type: ignore[valid-type,misc]
        __slots__ = ()

        def _fail_with_undefined_error(self, *args: Any, **kwargs: Any) -> NoReturn:
            log.error("Template variable error: %s", self._undefined_message)
            raise self._undefined_exception(self._undefined_message)

        def __str__(self) -> str:
            log.warning("Template variable warning: %s", self._undefined_message)
            text: str = super().__str__()
            return text

    return LoggingUndefined


class Context:
    """What names mean where a function is called that asked for it with `pass_context`."""

    def __init__(self, environment: Environment, find: Callable[[str], Any], name: str | None = None) -> None:
        self.environment = environment
        self.name = name
        self.eval_ctx = EvalContext(environment, name)
        self._find = find

    def resolve_or_missing(self, key: str) -> Any:
        try:
            return self._find(key)
        except KeyError:
            return missing

    def resolve(self, key: str) -> Any:
        found = self.resolve_or_missing(key)
        return self.environment.undefined(name=key) if found is missing else found

    def get(self, key: str, default: Any = None) -> Any:
        found = self.resolve_or_missing(key)
        return default if found is missing else found

    def __getitem__(self, key: str) -> Any:
        found = self.resolve_or_missing(key)
        if found is missing:
            raise KeyError(key)
        return found

    def __contains__(self, key: str) -> bool:
        return self.resolve_or_missing(key) is not missing

    def call(self, function: Any, *args: Any, **kwargs: Any) -> Any:
        """Calls a function, with what it asked for in front."""
        from .utils import pass_arg_of

        wanted = pass_arg_of(function)
        first = {"context": self, "eval_context": self.eval_ctx, "environment": self.environment}
        return function(*([first[wanted]] if wanted else []), *args, **kwargs)


class EvalContext:
    """What holds while a template is rendered: whether output is escaped."""

    def __init__(self, environment: Environment, template_name: str | None = None) -> None:
        self.environment = environment
        chosen = environment.autoescape
        self.autoescape = chosen(template_name) if callable(chosen) else chosen
        self.volatile = False
