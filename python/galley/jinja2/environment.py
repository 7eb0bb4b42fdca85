"""`Environment` and `Template` of Jinja2, on galley's engine."""

from __future__ import annotations

import itertools
import os
import random
import re
import weakref
from typing import Any, Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence

from .. import _errors, _galley
from . import exceptions
from .loaders import BaseLoader, Source
from .finalize import FINALIZE, with_finalize
from .messages import translated
from .rules import JinjaRules, adapted, renders
from .runtime import ChainableUndefined, DebugUndefined, EvalContext, StrictUndefined, Undefined
from .utils import Cycler, Joiner, LRUCache, htmlsafe_json_dumps, markup, urlize

Function = Callable[..., Any]
Autoescape = "bool | Callable[[str | None], bool]"

_FILTERS = (
    "abs attr batch capitalize center count d default dictsort e escape filesizeformat first float "
    "forceescape format groupby indent int items join last length list lower map max min pprint random "
    "reject rejectattr replace reverse round safe select selectattr slice sort string striptags sum "
    "title tojson trim truncate unique upper urlencode urlize wordcount wordwrap xmlattr"
).split()
_TESTS = (
    "boolean callable defined divisibleby eq equalto escaped even false filter float ge greaterthan gt "
    "in integer iterable le lessthan lower lt mapping ne none number odd sameas sequence string test "
    "true undefined upper == != > >= < <="
).split()
_GLOBALS = "range dict lipsum cycler joiner namespace".split()
_EXTENSIONS = {
    "jinja2.ext.do": "do",
    "jinja2.ext.loopcontrols": "loopcontrols",
    "jinja2.ext.i18n": "i18n",
    "jinja2.ext.debug": "debug",
    "jinja2.ext.autoescape": "",
    "jinja2.ext.with_": "",
}


# Of an environment, what is made anew for another process.
_OF_THIS_PROCESS = ("_rules", "_handles", "_known", "_missing", "_uptodate")


class _BuiltIn:
    """A filter or test of the engine in the hands of Python."""

    def __init__(self, name: str, kind: str) -> None:
        self.__name__ = self.name = name
        self.kind = kind

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self.kind == "global":
            return evaluate(f"{self.name}(*args, **kwargs)", args=args, kwargs=kwargs)
        link = "|" if self.kind == "filter" else " is "
        return evaluate(
            f"value{link}{self.name}(*args, **kwargs)", value=args[0], args=args[1:], kwargs=kwargs
        )


class Table(dict[str, Any]):
    """Filters, tests or globals by name.  `own` are those that are not the engine's; `version`
    counts changes."""

    def __init__(self, built_in: Iterable[str], kind: str) -> None:
        super().__init__({name: _BuiltIn(name, kind) for name in built_in})
        self.own: dict[str, Any] = {}
        self.version = 0

    def __setitem__(self, name: str, value: Any) -> None:
        super().__setitem__(name, value)
        if isinstance(value, _BuiltIn) and value.name == name:
            self.own.pop(name, None)
        else:
            self.own[name] = value
        self.version += 1

    def __delitem__(self, name: str) -> None:
        super().__delitem__(name)
        self.own.pop(name, None)
        self.version += 1

    def update(self, *args: Any, **kwargs: Any) -> None:
        for name, value in dict(*args, **kwargs).items():
            self[name] = value

    def setdefault(self, name: str, default: Any = None) -> Any:
        if name not in self:
            self[name] = default
        return self[name]

    def pop(self, name: str, *default: Any) -> Any:
        if name not in self:
            return default[0] if default else super().__getitem__(name)
        value = self[name]
        del self[name]
        return value

    def copy(self) -> Table:
        return _table_of(dict(self), self.own)

    def __reduce__(self) -> Any:
        return _table_of, (dict(self), self.own)


def _table_of(functions: dict[str, Any], own: dict[str, Any]) -> Table:
    made = Table((), "")
    dict.update(made, functions)
    made.own = dict(own)
    return made


def _random(values: Any) -> Any:
    """Any of the values; the engine's own filter gives the same one every time."""
    return random.choice(values) if values else NotImplemented


class Policies(dict[str, Any]):
    """The policies of an environment; `version` counts changes."""

    version = 0

    def __setitem__(self, name: str, value: Any) -> None:
        super().__setitem__(name, value)
        self.version += 1


class ParsedTemplate:
    """What `Environment.parse` gives: a template that is well formed, for `meta`."""

    def __init__(self, environment: Environment, source: str) -> None:
        self.environment = environment
        self.source = source

    def inspect(self) -> dict[str, Any]:
        return self._inspect(self.source)

    def variables(self) -> set[str]:
        """The names that it looks up.  Jinja2 counts what stands beside the blocks of a template
        that extends another, though it is never printed: here it is asked as if it were."""
        begin, end = re.escape(self.environment.block_start_string), re.escape(self.environment.block_end_string)
        tag = re.compile(rf"({begin}[-+]?\s*)extends\b(.*?{end})", re.S)
        closed = f"{self.environment.block_start_string} endif {self.environment.block_end_string}"
        source = tag.sub(lambda found: f"{found[1]}if{found[2]}{closed}", self.source)
        return set(self._inspect(source)["variables"])

    def _inspect(self, source: str) -> dict[str, Any]:
        params = {"language": "jinja", "source": source, "options": self.environment._options(False)}
        try:
            result, _ = self.environment._open(False).call("text.inspect", params)
        except _errors.Error as error:
            raise translated(error, None, None, self.source) from None
        return result

    def references(self) -> Iterator[str | None]:
        found = self.inspect()
        extends = found.get("extends")
        if extends:
            yield from [extends] if isinstance(extends, str) else extends
        yield from found.get("imports", ())
        yield from found.get("includes", ())
        if found.get("dynamic"):
            yield None


_POLICIES: tuple[tuple[type[Undefined], str], ...] = (
    (StrictUndefined, "strict"),
    (DebugUndefined, "debug"),
    (ChainableUndefined, "chainable"),
    (Undefined, "default"),
)


class Environment:
    """The rules and the loader of templates."""

    sandboxed = False
    overlayed = False
    linked_to: Environment | None = None
    shared = False
    template_class: type[Template]

    def __init__(
        self,
        block_start_string: str = "{%",
        block_end_string: str = "%}",
        variable_start_string: str = "{{",
        variable_end_string: str = "}}",
        comment_start_string: str = "{#",
        comment_end_string: str = "#}",
        line_statement_prefix: str | None = None,
        line_comment_prefix: str | None = None,
        trim_blocks: bool = False,
        lstrip_blocks: bool = False,
        newline_sequence: str = "\n",
        keep_trailing_newline: bool = False,
        extensions: Sequence[str | type] = (),
        optimized: bool = True,
        undefined: type[Undefined] = Undefined,
        finalize: Function | None = None,
        autoescape: bool | Callable[[str | None], bool] = False,
        loader: BaseLoader | None = None,
        cache_size: int = 400,
        auto_reload: bool = True,
        bytecode_cache: Any = None,
        enable_async: bool = False,
    ) -> None:
        self.block_start_string = block_start_string
        self.block_end_string = block_end_string
        self.variable_start_string = variable_start_string
        self.variable_end_string = variable_end_string
        self.comment_start_string = comment_start_string
        self.comment_end_string = comment_end_string
        self.line_statement_prefix = line_statement_prefix
        self.line_comment_prefix = line_comment_prefix
        self.trim_blocks = trim_blocks
        self.lstrip_blocks = lstrip_blocks
        self.newline_sequence = newline_sequence
        self.keep_trailing_newline = keep_trailing_newline
        self.undefined = undefined
        self.optimized = optimized
        self.finalize = finalize
        self.autoescape = autoescape
        self.loader = loader
        self.auto_reload = auto_reload
        self.bytecode_cache = bytecode_cache
        self.is_async = enable_async
        self.cache: MutableMapping[Any, Template] | None = _new_cache(cache_size)
        self.filters = Table(_FILTERS, "filter")
        self.tests = Table(_TESTS, "test")
        self.globals = Table(_GLOBALS, "global")
        self.policies = Policies({
            "compiler.ascii_str": True,
            "urlize.rel": "noopener",
            "urlize.target": None,
            "urlize.extra_schemes": None,
            "truncate.leeway": 5,
            "json.dumps_function": None,
            "json.dumps_kwargs": {"sort_keys": True},
            "ext.i18n.trimmed": False,
        })
        self.extensions: dict[str, Any] = {}
        for each in extensions:
            self.add_extension(each)
        self._begin()
        if not issubclass(undefined, Undefined):
            raise AssertionError("undefined must be a subclass of undefined because filters depend on it.")
        if len({block_start_string, variable_start_string, comment_start_string}) < 3:
            raise AssertionError("block, variable and comment start strings must be different")
        if newline_sequence not in ("\r", "\r\n", "\n"):
            raise AssertionError("newline_sequence set to unknown line ending string.")

    def _begin(self) -> None:
        """What belongs to this environment alone."""
        self._rules = JinjaRules(self)
        self._handles: dict[Any, _galley.Workspace] = {}
        self._known: weakref.WeakValueDictionary[str, Template] = weakref.WeakValueDictionary()
        self._missing: list[str] = []
        self._uptodate: list[Callable[[], bool]] = []

    def __getstate__(self) -> dict[str, Any]:
        """What can be pickled: what was compiled is not, and is compiled again."""
        state = {name: value for name, value in self.__dict__.items() if name not in _OF_THIS_PROCESS}
        return {**state, "cache": _cache_size(self.cache)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, cache=_new_cache(state["cache"]))
        self._begin()

    @property
    def default_names(self) -> Iterable[str]:
        return [name for name in self.globals if name not in self.globals.own]

    def add_extension(self, extension: str | type) -> None:
        name = extension if isinstance(extension, str) else f"{extension.__module__}.{extension.__qualname__}"
        known = name.replace("galley.jinja2.", "jinja2.")
        known = {"jinja2.ext.ExprStmtExtension": "jinja2.ext.do", "jinja2.ext.LoopControlExtension": "jinja2.ext.loopcontrols"}.get(known, known)
        if known not in _EXTENSIONS:
            raise NotImplementedError(f"galley has no extension {name!r}: an extension of the parser cannot be brought")
        self.extensions[known] = extension

    def extend(self, **attributes: Any) -> None:
        for key, value in attributes.items():
            if not hasattr(self, key):
                setattr(self, key, value)

    def overlay(self, **options: Any) -> Environment:
        """An environment that shares the data of this one, with other options."""
        made = object.__new__(self.__class__)
        made.__dict__.update(self.__dict__)
        made.overlayed = True
        made.linked_to = self
        extensions = options.pop("extensions", ())
        cache_size = options.pop("cache_size", None)
        if "enable_async" in options:
            made.is_async = options.pop("enable_async")
        for key, value in options.items():
            setattr(made, key, value)
        made.extensions = dict(self.extensions)
        for each in extensions:
            made.add_extension(each)
        made.cache = _new_cache(_cache_size(self.cache) if cache_size is None else cache_size)
        made._begin()
        return made

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Of a sandbox: whether templates may read an attribute of an object."""
        return not attr.startswith("_")

    def is_safe_callable(self, obj: Any) -> bool:
        """Of a sandbox: whether templates may call a function."""
        return not (getattr(obj, "unsafe_callable", False) or getattr(obj, "alters_data", False))

    # --- The engine ---------------------------------------------------------

    def _options(self, autoescape: bool) -> dict[str, Any]:
        policy = next(word for kind, word in _POLICIES if issubclass(self.undefined, kind))
        names = [_EXTENSIONS[each] for each in self.extensions if _EXTENSIONS[each]]
        return {
            "block_start_string": self.block_start_string,
            "block_end_string": self.block_end_string,
            "variable_start_string": self.variable_start_string,
            "variable_end_string": self.variable_end_string,
            "comment_start_string": self.comment_start_string,
            "comment_end_string": self.comment_end_string,
            "line_statement_prefix": self.line_statement_prefix or "",
            "line_comment_prefix": self.line_comment_prefix or "",
            "trim_blocks": self.trim_blocks,
            "lstrip_blocks": self.lstrip_blocks,
            "newline_sequence": self.newline_sequence,
            "keep_trailing_newline": self.keep_trailing_newline,
            "undefined": policy,
            "autoescape": autoescape,
            "html_json": True,
            "extensions": names,
        }

    def _open(self, autoescape: bool) -> _galley.Workspace:
        """A workspace of the engine with all that this environment has now."""
        options = self._options(autoescape)
        key = (
            self.filters.version,
            self.tests.version,
            id(self.filters),
            id(self.tests),
            id(self.finalize),
            repr(options),
            repr(self.policies),
        )
        handle = self._handles.get(key)
        if handle is not None:
            return handle
        handle = _galley.Workspace.open(None, {"jinja": options}, {}, self._rules)
        kept: list[Any] = [self._rules]
        filters = {**self._filters_of_policies(), **self.filters.own}
        printer = self._printer()
        if printer is not None:
            filters[FINALIZE] = printer
        for table, add in ((filters, handle.add_filter), (self.tests.own, handle.add_test)):
            for name, function in table.items():
                if not name.isidentifier() or not callable(function):
                    continue
                made = adapted(self, function)
                kept.append(made)
                add(name, made)
        load = _Loader(self)
        kept.append(load)
        handle.add_loader("jinja", load)
        setattr(handle, "kept", kept)
        self._handles = {key: handle} if len(self._handles) > 8 else {**self._handles, key: handle}
        return handle

    def _version(self) -> tuple[int, int, int]:
        """Changes when compiled templates do not hold any more."""
        return self.filters.version, self.tests.version, self.policies.version

    def _filters_of_policies(self) -> dict[str, Function]:
        """Filters in place of the engine's where the policies are not its own."""
        policies, made = self.policies, dict[str, Function](random=_random)
        dumps, options = policies["json.dumps_function"], policies["json.dumps_kwargs"]
        if dumps is not None or options != {"sort_keys": True}:

            def tojson(value: Any, indent: int | None = None) -> str:
                more = {} if indent is None else {"indent": indent}
                return htmlsafe_json_dumps(value, dumps, **{**options, **more})

            made["tojson"] = tojson
        if policies["urlize.rel"] != "noopener" or policies["urlize.target"] or policies["urlize.extra_schemes"]:

            def links(
                value: str,
                trim_url_limit: int | None = None,
                nofollow: bool = False,
                target: str | None = None,
                rel: str | None = None,
                extra_schemes: Iterable[str] | None = None,
            ) -> str:
                words = set((rel or "").split()) | set((policies["urlize.rel"] or "").split())
                words |= {"nofollow"} if nofollow else set()
                return urlize(
                    value,
                    trim_url_limit,
                    " ".join(sorted(words)) or None,
                    target or policies["urlize.target"],
                    extra_schemes or policies["urlize.extra_schemes"],
                )

            made["urlize"] = links
        return made

    def _source_of(self, name: str) -> str | None:
        known = self._known.get(name)
        if known is not None:
            return self._prepared(known._source)
        if self.loader is None:
            return None
        try:
            source, _, uptodate = self.loader.get_source(self, name)
        except exceptions.TemplateNotFound:
            self._missing.append(name)
            return None
        if uptodate is not None:
            self._uptodate.append(uptodate)
        return self._prepared(source)

    def _prepared(self, source: str) -> str:
        """The source as the engine gets it."""
        return source if self._printer() is None else with_finalize(self, source)

    def _printer(self) -> Function | None:
        """What every printed value goes through, or nothing."""
        return self.finalize

    def _autoescape_of(self, name: str | None) -> bool:
        chosen = self.autoescape
        return bool(chosen(name)) if callable(chosen) else bool(chosen)

    # --- Templates ----------------------------------------------------------

    def _new_template(
        self,
        source: str,
        name: str | None,
        filename: str | None,
        globals: MutableMapping[str, Any] | None,
        uptodate: Callable[[], bool] | None,
    ) -> Template:
        made = object.__new__(self.template_class)
        made._fill(self, source, name, filename, globals, uptodate)
        return made

    def from_string(
        self,
        source: str,
        globals: MutableMapping[str, Any] | None = None,
        template_class: type[Template] | None = None,
    ) -> Template:
        if isinstance(source, ParsedTemplate):
            source = source.source
        return self._new_template(str(source), None, None, globals, None)

    def join_path(self, template: str, parent: str) -> str:
        return template

    def get_template(
        self, name: str | Template, parent: str | None = None, globals: MutableMapping[str, Any] | None = None
    ) -> Template:
        if isinstance(name, Template):
            return name
        if isinstance(name, Undefined):
            name._fail_with_undefined_error()
        if parent is not None:
            name = self.join_path(name, parent)
        if self.loader is None:
            raise TypeError("no loader for this environment specified")
        key = (weakref.ref(self.loader), name)
        found = self.cache.get(key) if self.cache is not None else None
        if found is not None and (not self.auto_reload or found.is_up_to_date):
            if globals:
                found.globals.update(globals)
                found._has_globals = True
            return found
        if found is not None or any(not each() for each in self._uptodate):
            self._handles, self._uptodate = {}, []
        made = self.loader.load(self, name, globals)
        if self.cache is not None:
            self.cache[key] = made
        return made

    def select_template(
        self,
        names: Iterable[str | Template],
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,
    ) -> Template:
        if isinstance(names, Undefined):
            names._fail_with_undefined_error()
        if not names:
            raise exceptions.TemplatesNotFound(
                message="Tried to select from an empty list of templates."
            )
        tried = list(names)
        for each in tried:
            try:
                return self.get_template(each, parent, globals)
            except (exceptions.TemplateNotFound, exceptions.UndefinedError):
                pass
        raise exceptions.TemplatesNotFound(tried)

    def get_or_select_template(
        self,
        template_name_or_list: str | Template | list[str | Template],
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,
    ) -> Template:
        if isinstance(template_name_or_list, (str, Template, Undefined)):
            return self.get_template(template_name_or_list, parent, globals)
        return self.select_template(template_name_or_list, parent, globals)

    def list_templates(
        self, extensions: Iterable[str] | None = None, filter_func: Callable[[str], bool] | None = None
    ) -> list[str]:
        if self.loader is None:
            raise TypeError("no loader for this environment specified")
        names = self.loader.list_templates()
        if extensions is not None:
            if filter_func is not None:
                raise TypeError("either extensions or filter_func can be passed, but not both")
            endings = tuple(extensions)
            return [each for each in names if "." in each and each.rsplit(".", 1)[1] in endings]
        return [each for each in names if filter_func is None or filter_func(each)]

    def parse(self, source: str, name: str | None = None, filename: str | None = None) -> ParsedTemplate:
        self._new_template(source, name, filename, None, None)
        return ParsedTemplate(self, source)

    def compile_expression(self, source: str, undefined_to_none: bool = True) -> TemplateExpression:
        """A function of variables that gives the value of an expression."""
        text = f"{self.variable_start_string} galley_give_({source}) {self.variable_end_string}"
        return TemplateExpression(self.from_string(text), undefined_to_none)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}

    def call_filter(self, name: str, value: Any, args: Sequence[Any] = (), kwargs: Mapping[str, Any] | None = None, context: Any = None, eval_ctx: Any = None) -> Any:
        if name not in self.filters:
            raise exceptions.TemplateRuntimeError(f"No filter named {name!r}.")
        return self._call(self.filters[name], [value, *args], kwargs or {}, context)

    def call_test(self, name: str, value: Any, args: Sequence[Any] = (), kwargs: Mapping[str, Any] | None = None, context: Any = None, eval_ctx: Any = None) -> Any:
        if name not in self.tests:
            raise exceptions.TemplateRuntimeError(f"No test named {name!r}.")
        return self._call(self.tests[name], [value, *args], kwargs or {}, context)

    def _call(self, function: Function, args: list[Any], kwargs: Mapping[str, Any], context: Any) -> Any:
        from .runtime import Context
        from .utils import pass_arg_of

        if pass_arg_of(function) == "context" and context is None:
            raise exceptions.TemplateRuntimeError("Attempted to invoke a context filter without context.")
        nothing: dict[str, Any] = {}
        given = context or Context(self, nothing.__getitem__)
        return given.call(function, *args, **kwargs)

    def getattr(self, obj: Any, attribute: str) -> Any:
        try:
            return getattr(obj, attribute)
        except AttributeError:
            pass
        try:
            return obj[attribute]
        except (TypeError, LookupError, AttributeError):
            return self.undefined(obj=obj, name=attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        try:
            return obj[argument]
        except (AttributeError, TypeError, LookupError):
            if isinstance(argument, str):
                return self.getattr(obj, argument)
            return self.undefined(obj=obj, name=argument)

    def iter_extensions(self) -> Iterator[Any]:
        return iter(self.extensions.values())


def _cache_size(cache: MutableMapping[Any, Template] | None) -> int:
    size: int = getattr(cache, "capacity", 0 if cache is None else -1)
    return size


def _new_cache(size: int) -> MutableMapping[Any, Template] | None:
    if size == 0:
        return None
    return {} if size < 0 else LRUCache(size)


class _Loader:
    """What the engine asks for the templates that others name."""

    def __init__(self, environment: Environment) -> None:
        self._environment = weakref.ref(environment)

    def __call__(self, name: str) -> Any:
        environment = self._environment()
        source = None if environment is None else environment._source_of(name)
        return NotImplemented if source is None else source


_numbers = itertools.count()
_spontaneous: LRUCache[Any, Environment] = LRUCache(10)


class Template:
    """A compiled template."""

    environment_class: type[Environment] = Environment

    def __new__(cls, source: str, *args: Any, **options: Any) -> Any:
        key = (cls, args, tuple(sorted((name, repr(value)) for name, value in options.items())))
        environment = _spontaneous.get(key)
        if environment is None:
            options.setdefault("optimized", True)
            environment = cls.environment_class(*args, **{**options, "cache_size": 0})
            environment.shared = True
            _spontaneous[key] = environment
        made = object.__new__(cls)
        made._fill(environment, source, None, None, None, None)
        return made

    def __init__(self, source: str, *args: Any, **options: Any) -> None:
        """Made whole by `__new__`."""

    def _fill(
        self,
        environment: Environment,
        source: str,
        name: str | None,
        filename: str | None,
        globals: MutableMapping[str, Any] | None,
        uptodate: Callable[[], bool] | None,
    ) -> None:
        self.environment = environment
        self.name = name
        self.filename = filename
        self.globals: MutableMapping[str, Any] = dict(globals or {})
        self._has_globals = bool(globals)
        self._source = source
        self._uptodate = uptodate
        self._name_known: str | None = None
        self._module: TemplateModule | None = None
        self._compile()

    def _compile(self) -> None:
        """Compiles the source with what the environment has now."""
        environment, name, filename, source = self.environment, self.name, self.filename, self._source
        self._version = environment._version()
        self._handle = environment._open(environment._autoescape_of(name))
        environment._missing.clear()
        try:
            text = environment._prepared(source)
            self._made = _galley.Template(self._handle, name or "<template>", text, "jinja", {})
        except _errors.Error as error:
            raise translated(error, name, filename, source, environment._missing) from None

    @property
    def is_up_to_date(self) -> bool:
        return self._uptodate is None or self._uptodate()

    def __repr__(self) -> str:
        name = f"memory:{id(self):x}" if self.name is None else repr(self.name)
        return f"<{type(self).__name__} {name}>"

    def _known_name(self) -> str:
        """A name by which other templates find this one."""
        if self._name_known is None:
            self._name_known = f"galley_template_{next(_numbers)}"
        self.environment._known[self._name_known] = self
        return self._name_known

    def _render(self, values: dict[str, Any]) -> str:
        environment = self.environment
        globals = environment.globals.own
        if self._has_globals:
            globals = {**globals, **self.globals}
        if self._version != environment._version():
            self._compile()
        environment._missing.clear()
        renders.given.append((values, globals))
        try:
            return self._made.render_jinja(values, globals)
        except _errors.Error as error:
            problem = translated(
                error, self.name, self.filename, self._source, environment._missing, rendering=True
            )
        finally:
            renders.given.pop()
        raise problem

    def render(self, *args: Any, **kwargs: Any) -> str:
        """The text, with the variables that `dict` would make of the arguments."""
        return self._render(dict(*args, **kwargs))

    async def render_async(self, *args: Any, **kwargs: Any) -> str:
        import asyncio

        return await asyncio.to_thread(self.render, *args, **kwargs)

    def generate(self, *args: Any, **kwargs: Any) -> Iterator[str]:
        """The text, in one piece: the engine renders whole templates."""
        yield self.render(*args, **kwargs)

    def stream(self, *args: Any, **kwargs: Any) -> TemplateStream:
        return TemplateStream(self.generate(*args, **kwargs))

    def make_module(self, vars: Mapping[str, Any] | None = None, shared: bool = False, locals: Mapping[str, Any] | None = None) -> TemplateModule:
        return TemplateModule(self, {**(vars or {}), **(locals or {})})

    @property
    def module(self) -> TemplateModule:
        if self._module is None:
            self._module = self.make_module()
        return self._module

    def get_corresponding_lineno(self, lineno: int) -> int:
        return lineno


class TemplateModule:
    """What a template sets and defines at its top level; as a text, what it prints."""

    def __init__(self, template: Template, values: dict[str, Any]) -> None:
        self._template = template
        self._values = values
        self._text = template.render(values)
        self.__name__ = template.name

    def __str__(self) -> str:
        return self._text

    def __html__(self) -> str:
        return markup(self._text)

    def __repr__(self) -> str:
        name = f"memory:{id(self):x}" if self.__name__ is None else repr(self.__name__)
        return f"<{type(self).__name__} {name}>"

    def _evaluate(self, expression: str, **more: Any) -> Any:
        environment = self._template.environment
        begin, end = environment.block_start_string, environment.block_end_string
        opened, closed = environment.variable_start_string, environment.variable_end_string
        source = (
            f"{begin} import galley_module_ as m_ with context {end}"
            f"{opened} galley_give_({expression}) {closed}"
        )
        got: list[Any] = []
        template = environment.from_string(source)
        template._render({**self._values, "galley_module_": self._template, "galley_give_": got.append, **more})
        return got[0]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        value = self._evaluate(f"m_.{name}")
        if isinstance(value, Undefined):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return MacroOfModule(self, name) if isinstance(value, _galley.TemplateFunction) else value


class MacroOfModule:
    """A macro of a template, to be called from Python."""

    def __init__(self, module: TemplateModule, name: str) -> None:
        self._module = module
        self.name = self.__name__ = name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if args and isinstance(args[0], EvalContext):
            args = args[1:]
        if "caller" in kwargs and "caller" in tuple(self.arguments)[: len(args)]:
            raise TypeError(f"macro {self.name!r} was invoked with two values for the special caller argument.")
        return self._module._evaluate(f"m_.{self.name}(*args_, **kwargs_)", args_=args, kwargs_=kwargs)

    def __getattr__(self, name: str) -> Any:
        if name not in ("arguments", "catch_kwargs", "catch_varargs", "caller"):
            raise AttributeError(name)
        return self._module._evaluate(f"m_.{self.name}.{name}")


class TemplateExpression:
    """A compiled expression: call it with variables."""

    def __init__(self, template: Template, undefined_to_none: bool) -> None:
        self._template = template
        self._undefined_to_none = undefined_to_none

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        got: list[Any] = []
        self._template._render({**dict(*args, **kwargs), "galley_give_": got.append})
        if self._undefined_to_none and isinstance(got[0], Undefined):
            return None
        return got[0]


class TemplateStream:
    """The pieces of a rendered template."""

    def __init__(self, pieces: Iterator[str]) -> None:
        self._pieces = pieces
        self.disable_buffering()

    def dump(self, fp: Any, encoding: str | None = None, errors: str | None = "strict") -> None:
        if isinstance(fp, (str, os.PathLike)):
            with open(fp, "wb") as file:
                for each in self:
                    file.write(each.encode(encoding or "utf-8", errors or "strict"))
            return
        for each in self:
            fp.write(each if encoding is None else each.encode(encoding, errors or "strict"))

    def disable_buffering(self) -> None:
        self.buffered = False

    def enable_buffering(self, size: int = 5) -> None:
        if size <= 1:
            raise ValueError("buffer size too small")
        self.buffered = True

    def __iter__(self) -> TemplateStream:
        return self

    def __next__(self) -> str:
        return next(self._pieces)


Environment.template_class = Template
_plain: list[Environment] = []


def evaluate(expression: str, **values: Any) -> Any:
    """The value of an expression, with nothing but Jinja's own filters and tests."""
    if not _plain:
        _plain.append(Environment())
    return _plain[0].compile_expression(expression, undefined_to_none=False)(**values)


__all__ = ["Cycler", "Environment", "Joiner", "Source", "Template"]
