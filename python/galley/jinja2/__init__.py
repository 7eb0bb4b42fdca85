"""What applications use of Jinja2, on galley's engine: `from galley import jinja2`.

docs/python.md tells what differs.
"""

from __future__ import annotations

from . import exceptions, loaders, meta, runtime, sandbox, utils
from .environment import Environment, Template
from .exceptions import (
    TemplateAssertionError,
    TemplateError,
    TemplateNotFound,
    TemplateRuntimeError,
    TemplatesNotFound,
    TemplateSyntaxError,
    UndefinedError,
)
from .loaders import (
    BaseLoader,
    ChoiceLoader,
    DictLoader,
    FileSystemLoader,
    FunctionLoader,
    PackageLoader,
    PrefixLoader,
)
from .runtime import (
    ChainableUndefined,
    DebugUndefined,
    StrictUndefined,
    Undefined,
    make_logging_undefined,
)
from .transformers import patch
from .utils import (
    pass_context,
    pass_environment,
    pass_eval_context,
    select_autoescape,
)


def is_undefined(value: object) -> bool:
    """Whether a value is undefined."""
    return isinstance(value, Undefined)


def clear_caches() -> None:
    """Forgets the environments that templates without one share."""
    from .environment import _plain, _spontaneous

    _spontaneous.clear()
    _plain.clear()


try:
    from markupsafe import Markup, escape
except ImportError:
    pass

__all__ = [
    "BaseLoader",
    "ChainableUndefined",
    "ChoiceLoader",
    "DebugUndefined",
    "DictLoader",
    "Environment",
    "FileSystemLoader",
    "FunctionLoader",
    "PackageLoader",
    "PrefixLoader",
    "StrictUndefined",
    "Template",
    "TemplateAssertionError",
    "TemplateError",
    "TemplateNotFound",
    "TemplateRuntimeError",
    "TemplateSyntaxError",
    "TemplatesNotFound",
    "Undefined",
    "UndefinedError",
    "clear_caches",
    "exceptions",
    "is_undefined",
    "loaders",
    "make_logging_undefined",
    "meta",
    "pass_context",
    "pass_environment",
    "pass_eval_context",
    "patch",
    "runtime",
    "sandbox",
    "select_autoescape",
    "utils",
]
