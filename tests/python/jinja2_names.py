"""A plugin of pytest under which `import jinja2` means `galley.jinja2`.

What galley does not have of Jinja2, its compiler for one, is there as names only, so that files
can be imported of which some tests apply.
"""
import importlib
import sys
import types

import galley.jinja2

ABSENT = ("async_utils", "bccache", "compiler", "ext", "idtracking", "lexer", "nodes")


class Absent(types.ModuleType):
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)

        return type(name, (), {"__init__": lambda self, *args, **kwargs: None})


sys.modules["jinja2"] = galley.jinja2
for each in ("environment", "exceptions", "loaders", "meta", "nativetypes", "runtime", "sandbox", "utils"):
    sys.modules[f"jinja2.{each}"] = importlib.import_module(f"galley.jinja2.{each}")
for each in ABSENT:
    sys.modules[f"jinja2.{each}"] = module = Absent(f"jinja2.{each}")
    setattr(galley.jinja2, each, module)
galley.jinja2.nodes.EvalContext = galley.jinja2.runtime.EvalContext
galley.jinja2.runtime.LoopContext = galley.jinja2.ext.LoopContext
galley.jinja2.Environment.install_gettext_callables = lambda self, *args, **kwargs: None
