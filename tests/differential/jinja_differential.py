#!/usr/bin/env python3
"""Generates templates and compares what Galley and Jinja2 make of them.

usage: jinja_differential.py GALLEY [--count N] [--seed S] [--seconds T]

Exit status 0 where all agree, 1 where some differ, 77 (skipped) without Jinja2.  Both must render the
same bytes, or both must fail.  What docs/compatibility.md lists is not generated.
"""
import argparse
import json
import random
import subprocess
import sys
import time

try:
    import jinja2
    import jinja2.sandbox
except ImportError:
    print("skipped: Jinja2 is not installed (Debian: python3-jinja2)")
    sys.exit(77)

DATA = {
    "n": 7, "z": 0, "neg": -3, "f": 2.5, "t": True, "no": False, "nil": None,
    "s": "Hello <World>", "u": "h\u00e9llo \u20ac", "e": "",
    "xs": [3, 1, 2], "ss": ["b", "A", "c"], "mixed": [1, "a", None, 2.5, True], "empty": [],
    "m": {"b": 2, "a": 1}, "people": [{"name": "Ann", "age": 31}, {"name": "bob", "age": 25}],
    "nested": {"a": {"b": [1, {"c": "deep"}]}},
}
NAMES = sorted(DATA) + ["missing"]
LITERALS = ["0", "1", "2", "10", "1.5", "0.1", "'a'", "'b c'", "''", "'<'", "true", "false", "none", "[]", "[1, 2]", "(1, 'x')", "{'k': 1}", "{}"]
BINARY = ["+", "-", "*", "/", "//", "%", "~", "==", "!=", "<", "<=", ">", ">=", " in ", " not in ", " and ", " or "]
FILTERS = [
    "abs", "capitalize", "count", "default('d')", "default('d', true)", "dictsort", "e", "first", "float", "int", "items|list",
    "join", "join('-')", "last", "length", "list", "lower", "map('string')|list", "max", "min", "reject|list", "replace('a', 'b')",
    "reverse|list", "round", "round(1)", "select|list", "sort", "string", "striptags", "sum", "title", "tojson", "trim", "truncate(5)",
    "unique|list", "upper", "urlencode", "wordcount", "wordwrap(4)", "center(9)", "indent(2)", "batch(2)|list", "slice(2)|list",
    "map(attribute='name')|list", "selectattr('age')|list", "groupby('age')|list", "format(1)", "pprint", "filesizeformat", "xmlattr",
]
TESTS = ["defined", "undefined", "none", "string", "number", "integer", "float", "mapping", "sequence", "iterable", "odd", "even",
         "true", "false", "boolean", "lower", "upper", "divisibleby(3)", "eq(1)", "in([1, 2])", "sameas(none)", "callable", "escaped"]
METHODS = [".upper()", ".lower()", ".strip()", ".split()", ".title()", ".items()|list", ".keys()|list", ".get('a')", ".startswith('H')",
           ".replace('l', 'L')", ".a", ".b", ".name", "['a']", "[0]", "[-1]", "[1:]", "[:2]", "[::-1]", ".0", ".count('l')", ".isdigit()"]


class Generator:
    def __init__(self, rng):
        self.rng = rng
        self.names = list(NAMES)

    def expression(self, depth):
        rng = self.rng
        kind = rng.random()
        if depth == 0 or kind < 0.25:
            return rng.choice(self.names) if rng.random() < 0.6 else rng.choice(LITERALS)
        if kind < 0.45:
            return f"{self.expression(depth - 1)}{rng.choice(BINARY)}{self.expression(depth - 1)}"
        if kind < 0.60:
            return f"{self.expression(depth - 1)}|{rng.choice(FILTERS)}"
        if kind < 0.70:
            return f"{rng.choice(self.names)}{rng.choice(METHODS)}"
        if kind < 0.78:
            return f"{self.expression(depth - 1)} is {rng.choice(['', 'not '])}{rng.choice(TESTS)}"
        if kind < 0.86:
            return f"({self.expression(depth - 1)})"
        if kind < 0.90:
            return f"not {self.expression(depth - 1)}"
        if kind < 0.93:
            return f"-{self.expression(depth - 1)}"
        if kind < 0.97:
            return f"{self.expression(depth - 1)} if {self.expression(depth - 1)} else {self.expression(depth - 1)}"
        return f"[{self.expression(depth - 1)}, {self.expression(depth - 1)}]"

    def statements(self, depth):
        return "".join(self.statement(depth) for _ in range(self.rng.randint(1, 3)))

    def tag(self, text):
        rng = self.rng
        return f"{{%{rng.choice(['', '', '', '-'])} {text} {rng.choice(['', '', '', '-'])}%}}"

    def statement(self, depth):
        rng = self.rng
        kind = rng.random()
        if depth == 0 or kind < 0.2:
            return rng.choice(["text", " a\n", "\n  ", "<b>", "{# c #}", "x "])
        if kind < 0.5:
            return f"{{{{{rng.choice(['', '-'])} {self.expression(2)} }}}}"
        if kind < 0.62:
            middle = self.tag("else") + self.statements(depth - 1) if rng.random() < 0.5 else ""
            return self.tag(f"if {self.expression(2)}") + self.statements(depth - 1) + middle + self.tag("endif")
        if kind < 0.78:
            before = list(self.names)
            self.names += ["item", "loop.index", "loop.last"]
            body = self.statements(depth - 1)
            self.names = before
            source = rng.choice(["xs", "ss", "mixed", "m", "people", "s", "range(3)", "empty", "missing", self.expression(1)])
            condition = f" if {self.expression(1)}" if rng.random() < 0.2 else ""
            otherwise = self.tag("else") + "none" if rng.random() < 0.3 else ""
            return self.tag(f"for item in {source}{condition}") + body + otherwise + self.tag("endfor")
        if kind < 0.86:
            name = rng.choice(["v", "w", "n"])
            text = self.tag(f"set {name} = {self.expression(2)}")
            self.names.append(name)
            return text
        if kind < 0.91:
            return self.tag("set v") + self.statements(depth - 1) + self.tag("endset") + "{{ v }}"
        if kind < 0.95:
            name = f"m{rng.randint(0, 2)}"
            return (self.tag(f"macro {name}(p, q=1)") + "{{ p }}{{ q }}" + self.statements(depth - 1) + self.tag("endmacro")
                    + f"{{{{ {name}({self.expression(1)}) }}}}")
        if kind < 0.98:
            return self.tag(f"with w = {self.expression(2)}") + self.statements(depth - 1) + "{{ w }}" + self.tag("endwith")
        return self.tag("filter upper") + self.statements(depth - 1) + self.tag("endfilter")


def expected(source, options):
    undefined = {"default": jinja2.Undefined, "strict": jinja2.StrictUndefined, "chainable": jinja2.ChainableUndefined,
                 "debug": jinja2.DebugUndefined}[options.get("undefined", "default")]
    env = jinja2.sandbox.ImmutableSandboxedEnvironment(
        undefined=undefined, **{k: v for k, v in options.items() if k != "undefined"})
    try:
        return env.from_string(source).render(**DATA)
    except Exception:  # whatever Jinja2 fails with, Galley must fail too
        return None


def is_excused(source, want):
    """True for what docs/compatibility.md lists: addresses and Python's large integers."""
    return want is not None and (" object at 0x" in want or " at 0x" in want or "<built-in method" in want
                                 or any(len(word) > 18 and word.isdigit() for word in want.replace("-", " ").split()))


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("galley")
    arguments.add_argument("--count", type=int, default=2000)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--seconds", type=float, default=60)
    options = arguments.parse_args()
    child = subprocess.Popen([options.galley, "rpc"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    deadline = time.monotonic() + options.seconds
    compared = failed = differ = 0
    for number in range(options.count):
        if time.monotonic() > deadline:
            break
        rng = random.Random(f"{options.seed}/{number}")
        source = Generator(rng).statements(3)
        settings = {}
        for name in ("autoescape", "trim_blocks", "lstrip_blocks"):
            if rng.random() < 0.2:
                settings[name] = True
        if rng.random() < 0.3:
            settings["undefined"] = rng.choice(["strict", "chainable", "debug"])
        want = expected(source, settings)
        if is_excused(source, want):
            continue
        request = {"jsonrpc": "2.0", "id": number, "method": "text.render",
                   "params": {"language": "jinja", "source": source, "data": DATA, "options": settings}}
        child.stdin.write(json.dumps(request).encode() + b"\n")
        child.stdin.flush()
        line = child.stdout.readline()
        if not line:
            print(f"galley died on {source!r} {settings}")
            return 1
        response = json.loads(line)
        got = response["result"]["text"] if "result" in response else None
        compared += 1
        failed += want is None
        if got == want:
            continue
        differ += 1
        if differ <= 20:
            print(f"DIFFERS seed {options.seed}/{number} {settings}\n  source {source!r}\n  jinja2 {want!r}\n  galley {got!r}")
            if got is None:
                print(f"         {response['error']['message']}")
    child.stdin.close()
    child.wait()
    print(f"{compared} templates compared, {failed} of them failing in both, {differ} differ")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
