"""The exceptions of Jinja2, with the same attributes."""

from __future__ import annotations

from typing import Any, Sequence


class TemplateError(Exception):
    """Anything that is wrong with a template."""

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message)

    @property
    def message(self) -> str | None:
        return self.args[0] if self.args else None


class TemplateNotFound(IOError, LookupError, TemplateError):
    """There is no template of that name."""

    message: str | None = None

    def __init__(self, name: Any, message: str | None = None) -> None:
        IOError.__init__(self, name)
        if message is None:
            from .runtime import Undefined

            if isinstance(name, Undefined):
                name._fail_with_undefined_error()
            message = name
        self.message = message
        self.name = name
        self.templates = [name]

    def __str__(self) -> str:
        return str(self.message)


class TemplatesNotFound(TemplateNotFound):
    """There is none of several templates."""

    def __init__(self, names: Sequence[Any] = (), message: str | None = None) -> None:
        if message is None:
            from .runtime import Undefined

            parts = [
                each._undefined_message if isinstance(each, Undefined) else str(each) for each in names
            ]
            message = "none of the templates given were found: " + ", ".join(parts)
        super().__init__(names[-1] if names else None, message)
        self.templates = list(names)


class TemplateSyntaxError(TemplateError):
    """A template is not well formed."""

    def __init__(
        self, message: str, lineno: int, name: str | None = None, filename: str | None = None
    ) -> None:
        super().__init__(message)
        self.lineno = lineno
        self.name = name
        self.filename = filename
        self.source: str | None = None
        self.translated = False

    def __str__(self) -> str:
        location = f"line {self.lineno}"
        name = self.filename or self.name
        if name:
            location = f'File "{name}", {location}'
        lines = [str(self.message), "  " + location]
        if self.source is not None:
            written = self.source.splitlines()
            if 0 < self.lineno <= len(written):
                lines.append("    " + written[self.lineno - 1].strip())
        return "\n".join(lines)

    def __reduce__(self) -> Any:
        return self.__class__, (self.message, self.lineno, self.name, self.filename)


class TemplateAssertionError(TemplateSyntaxError):
    """A template names a filter, a test or the like that is not there."""


class TemplateRuntimeError(TemplateError):
    """A template failed while it was rendered."""


class UndefinedError(TemplateRuntimeError):
    """A template uses something that is not there."""


class SecurityError(TemplateRuntimeError):
    """A template does what the sandbox does not allow."""


class FilterArgumentError(TemplateRuntimeError):
    """A filter got an argument that it cannot take."""


class TemplateTypeError(FilterArgumentError, TypeError, ValueError, OverflowError):
    """A template uses a value in a way that its type does not allow; Python has a type of
    exception for each such way, and this is all of them."""
