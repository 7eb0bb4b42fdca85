"""The cell magic `%%galley`: `%load_ext galley.ipython`."""

from __future__ import annotations

from typing import Any

from . import render


def load_ipython_extension(shell: Any) -> None:
    """Makes `%%galley` known to a notebook."""

    def galley(line: str, cell: str) -> str:
        """Renders the cell, a template, with the variables of the notebook; the words of the
        line are `name=expression`."""
        variables = dict(shell.user_ns)
        for word in line.split():
            name, _, expression = word.partition("=")
            variables[name] = shell.ev(expression)
        return _Rendered(render(cell, variables))

    shell.register_magic_function(galley, magic_kind="cell", magic_name="galley")


class _Rendered(str):
    """A text that a notebook shows as it is."""

    def __repr__(self) -> str:
        return str(self)
