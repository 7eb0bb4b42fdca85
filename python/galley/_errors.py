"""What went wrong, as exceptions: `Error`, and below it one class for each kind of problem.

The exceptions are made here from the diagnostics that the engine gives; the code of the first
one, which never changes, decides about the class.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Diagnostic:
    """One problem: a stable code, its place, and what to do about it."""

    code: str
    severity: str
    message: str
    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    hint: str
    notes: list[str]
    text: str

    def __str__(self) -> str:
        return self.text.rstrip("\n")


class Error(Exception):
    """Anything that galley refuses or fails at; `diagnostics` tell what and where."""

    def __init__(self, diagnostics: list[Diagnostic] | str) -> None:
        if isinstance(diagnostics, str):
            super().__init__(diagnostics)
            self.diagnostics: list[Diagnostic] = []
        else:
            super().__init__("\n".join(str(each) for each in diagnostics))
            self.diagnostics = diagnostics

    @property
    def code(self) -> str:
        """The code of the first diagnostic, or the empty text."""
        return self.diagnostics[0].code if self.diagnostics else ""

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (self.diagnostics or str(self),))


class TemplateError(Error):
    """Something is wrong with a template, or with how it is used."""


class TemplateNotFound(TemplateError, LookupError):
    """A name means no template, or several."""


class TemplateSyntaxError(TemplateError):
    """A template is not well formed, or names a filter, test or helper that is not there."""


class UndefinedError(TemplateError):
    """A template uses something that is not there."""


class TemplateTypeError(TemplateError):
    """A template uses a value in a way that its type does not allow."""


class CallableError(TemplateError):
    """A function of the program raised an exception, which is the cause of this one."""


class LimitError(Error):
    """A limit was reached."""


class BudgetError(Error):
    """What is required does not fit the budget of a chat render."""


class DataError(Error):
    """The data of a render, or a document, has the wrong form."""


class ConfigError(Error):
    """The configuration, an option or a parameter is wrong."""


class FileError(Error):
    """A file or directory cannot be used."""


class StoreError(Error):
    """A store cannot do what was asked."""


class ProviderError(Error):
    """A provider cannot express a conversation."""


class TokenizerError(Error):
    """There is no such tokenizer or model, or its definition cannot be used."""


class InternalError(Error):
    """Galley itself failed; please report it."""


class IntegerRangeError(TypeError, OverflowError):
    """An integer does not fit 64 bits."""


_BY_CODE: dict[str, type[Error]] = {
    "template-not-found": TemplateNotFound,
    "template-ambiguous": TemplateNotFound,
    "invalid-template-name": TemplateNotFound,
    "template-syntax": TemplateSyntaxError,
    "leaf-syntax": TemplateSyntaxError,
    "unknown-filter": TemplateSyntaxError,
    "unknown-test": TemplateSyntaxError,
    "unknown-helper": TemplateSyntaxError,
    "undefined-variable": UndefinedError,
    "template-type": TemplateTypeError,
    "template-cycle": TemplateError,
    "template-raised": TemplateError,
    "wrong-template-type": TemplateError,
    "not-round-trippable": TemplateError,
    "schema-violation": TemplateSyntaxError,
    "helper-failed": CallableError,
    "required-dropped": BudgetError,
    "budget-too-small": BudgetError,
    "context-overflow": BudgetError,
    "invalid-data": DataError,
    "input-invalid": DataError,
    "invalid-utf8": DataError,
    "json-syntax": DataError,
    "yaml-syntax": DataError,
    "toml-syntax": DataError,
    "duplicate-key": DataError,
    "number-range": DataError,
    "invalid-history": DataError,
    "invalid-params": ConfigError,
    "unknown-method": ConfigError,
    "invalid-request": ConfigError,
    "usage": ConfigError,
    "prefix-unsupported": ProviderError,
    "request-order": ProviderError,
    "unknown-tokenizer": TokenizerError,
    "tokenizer-unsupported": TokenizerError,
    "tokenizer-invalid": TokenizerError,
    "unknown-model": TokenizerError,
    "internal": InternalError,
}

_BY_PREFIX: tuple[tuple[str, type[Error]], ...] = (
    ("limit-", LimitError),
    ("budget-", BudgetError),
    ("config-", ConfigError),
    ("file-", FileError),
    ("store-", StoreError),
    ("unknown-", TemplateError),
    ("template-", TemplateError),
)


def class_of(code: str) -> type[Error]:
    """The class of the exceptions whose reason has this code."""
    found = _BY_CODE.get(code)
    if found is not None:
        return found
    return next((made for prefix, made in _BY_PREFIX if code.startswith(prefix)), Error)


def make_error(diagnostics: list[Diagnostic]) -> Error:
    """The exception for these diagnostics; the first is the reason."""
    return class_of(diagnostics[0].code)(diagnostics)
