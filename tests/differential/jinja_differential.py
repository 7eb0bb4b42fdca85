#!/usr/bin/env python3
"""Generates templates and compares what Galley and Jinja2 make of them.

usage: jinja_differential.py GALLEY [--count N] [--seed S] [--seconds T]

Exit status 0 where all agree, 1 where some differ, 77 (skipped) without the Jinja2
that references.py pins.  Both must render the
same bytes, or both must fail.  What docs/compatibility.md lists is not generated.
"""
import argparse
import json
import pathlib
import random
import subprocess
import sys
import time
from importlib import metadata

from references import JINJA2

# The version pinned there, not whatever this Python finds first.
REFERENCES = pathlib.Path(__file__).resolve().parents[2] / "build/references/python"
sys.path.insert(0, str(REFERENCES))
try:
    import jinja2
    import jinja2.sandbox
    found = metadata.version("jinja2")
except ImportError:
    found = "none"
if found != JINJA2:
    print(f"skipped: Jinja2 {JINJA2} is not there, but {found} (./dev test installs it where PyPI is in reach)")
    sys.exit(77)

DATA = {
    "n": 7, "z": 0, "neg": -3, "f": 2.5, "t": True, "no": False, "nil": None,
    "s": "Hello <World>", "u": "h\u00e9llo \u20ac", "e": "",
    "xs": [3, 1, 2], "ss": ["b", "A", "c"], "mixed": [1, "a", None, 2.5, True], "empty": [],
    "m": {"b": 2, "a": 1}, "people": [{"name": "Ann", "age": 31}, {"name": "bob", "age": 25}],
    "nested": {"a": {"b": [1, {"c": "deep"}]}},
}
# What gives a value of a type, at once or out of values of other types: {a} stands for a
# number, {s} a string, {l} a list, {m} a map, {b} a condition, {x} anything.
ATOMS = {
    "a": ["n", "z", "neg", "f", "0", "1", "2", "10", "1.5", "0.1", "xs[0]", "m.a", "people[0].age", "1e3", "t", "7 // 2"],
    "s": ["s", "u", "e", "'a'", "'b c'", "''", "'<'", "ss[1]", "people[1].name", "nested.a.b[1].c", "'%s-%s'", "'line\\nbreak'"],
    "l": ["xs", "ss", "mixed", "empty", "people", "[1, 2]", "(1, 'x')", "[]", "range(4)", "m.keys()|list", "[ss, xs]", "nested.a.b"],
    "m": ["m", "nested", "people[0]", "{'k': 1}", "{}", "dict(a=1, z=s)", "nested.a"],
    "b": ["t", "no", "nil", "missing", "true", "false", "none", "m.nope"],
}
GROWN = {
    "a": ["({a} + {a})", "({a} - {a})", "({a} * {a})", "{a} / 2", "{a} // 3", "{a} % 7", "-{a}", "({a})|abs", "({a})|round", "({a})|round(1)",
          "({a})|round(1, 'floor')", "({a})|int", "({a})|float", "({l})|length", "({s})|length", "({s})|wordcount", "({s})|int", "({s})|int(3)",
          "({s})|float(1.5)", "xs|sum", "xs|max", "xs|min", "({s}).count('l')", "({s}).find('o')", "({l}).count(1)", "2 ** 3", "people|sum(attribute='age')",
          "({m})|length", "({a} if {b} else {a})", "m.get('a', {a})", "({s}).index('') ", "({a})|string|length", "[{a}, {a}]|max"],
    "s": ["{x} ~ {x}", "({s} + {s})", "({s}) * 2", "({s})|upper", "({s})|lower", "({s})|title", "({s})|capitalize", "({s})|trim", "({s})|e", "({s})|safe",
          "({s})|forceescape", "({s})|replace('l', 'L')", "({s})|replace('o', '0', 1)", "({s})|truncate(6)", "({s})|truncate(5, true, '..')", "({s})|center(20)",
          "({s})|indent(2)", "({s})|indent(3, true, true)", "({s})|wordwrap(5)", "({s})|striptags", "({s})|urlencode", "({s})|string", "({s})|reverse",
          "({l})|join", "({l})|join('-')", "({l})|string", "({x})|tojson", "({x})|pprint", "({a})|string", "({a})|filesizeformat", "({m})|xmlattr",
          "({s})|first", "({s})|last", "({x})|default('d')", "({x})|default('d', true)", "({s}).upper()", "({s}).title()", "({s}).strip()",
          "({s}).replace('l', '1')", "({s})[1:]", "({s})[:2]", "({s})[::-1]", "({s})[-3:]", "'%s=%s'|format({a}, {s})", "'%5.2f|%03d' % (f, n)",
          "'{{}}-{{}}'.format({a}, {s})", "({s}).swapcase()", "({s}).center(9, '*')", "({s}).zfill(8)", "({s}).ljust(9)", "({s} if {b})", "({s})|urlize",
          "({l})|tojson(indent=2)", "'a,b,c'.split(',')|last", "({s}).lstrip('h')", "({s}).partition(' ')[2]", "({m})|tojson", "({b})|string", "({s})|escape",
          "people|map(attribute='name')|join(', ')", "({s}).capitalize()", "ss|random if no", "({s}).encode is defined"],
    "l": ["({l})|list", "({l})|reverse|list", "({l})|batch(2)|list", "({l})|batch(3, '-')|list", "({l})|slice(2)|list", "({l})|slice(3, 0)|list",
          "({l})|unique|list", "({l})|select|list", "({l})|reject|list", "({l})|map('string')|list", "({l})|map('upper')|list", "({l})|select('string')|list",
          "({l})|select('number')|list", "({l})|reject('none')|list", "xs|sort", "ss|sort", "ss|sort(case_sensitive=true)", "xs|sort(reverse=true)",
          "people|sort(attribute='age')", "people|map(attribute='name')|list", "people|map(attribute='nope', default='?')|list", "people|selectattr('age')|list",
          "people|selectattr('age', 'gt', 26)|list", "people|rejectattr('name', 'eq', 'bob')|list", "people|groupby('age')", "people|groupby('name')|map('last')|list",
          "({s})|list", "({s}).split()", "({s}).split('l', 1)", "({s}).splitlines()", "({m})|list", "({m})|dictsort", "m|dictsort(by='value')",
          "m|dictsort(reverse=true)", "({m}).items()|list", "({m})|items|list", "({m}).values()|list", "({l})[1:]", "({l})[::-1]", "({l})[:-1]", "[{x}, {x}]",
          "({x}, {x})|list", "({l})|first|default([])|list", "range({a}|int|abs % 5)|list", "xs + xs", "[{a}] * 2", "zip|default([])", "({s})|batch(2)|list"],
    "m": ["dict(m, k={a})", "{{'a': {x}, {s}: {x}}}", "people|first", "people|last", "({m})", "dict(({m})|items)"],
    "b": ["{a} == {a}", "{a} != {a}", "{a} < {a}", "{a} >= {a}", "1 < {a} <= 5", "{s} == {s}", "{s} < {s}", "'l' in {s}", "{s} in {l}", "{a} not in {l}", "'a' in {m}",
          "{x} == {x}", "not {b}", "({b} and {b})", "({b} or {x})", "{x} is defined", "{x} is not none", "{x} is string", "{x} is number", "{x} is integer",
          "{x} is float", "{x} is mapping", "{x} is sequence", "{x} is iterable", "{x} is boolean", "{x} is true", "{x} is callable", "{x} is escaped",
          "({a}|int) is odd", "({a}|int) is even", "({a}|int) is divisibleby(3)", "({a}|int) is divisibleby 2", "{a} is eq(1)", "{a} is in([1, 2])", "{a} is gt 2", "{x} is sameas(none)",
          "({s}) is upper", "({s}) is lower", "({s}).startswith('H')", "({s}).isdigit()", "({s}).endswith('o')", "'upper' is filter", "'odd' is test",
          "missing is undefined", "{l} == {l}", "({l}) is sequence and ({l})|length > 1"],
}
WRONG = ["{x}|sum", "{x} + {x}", "{x} < {x}", "{x}|sort", "{x}.name", "{x}[0]", "{x}|dictsort", "{x}|first|upper", "{x}()", "{x}|int + 1", "{x}.nope.nope", "{x}|max"]
NAMES = ["v", "w", "n", "s", "xs"]


class Generator:
    """Templates that mostly render: an operand mostly has the type that is wanted."""

    def __init__(self, rng):
        self.rng = rng
        self.atoms = {kind: list(texts) for kind, texts in ATOMS.items()}
        self.loops = 0
        self.wrong = rng.random() < 0.1

    def expression(self, depth, kind="x"):
        rng = self.rng
        if self.wrong and rng.random() < 0.1:
            return self.fill(rng.choice(WRONG), depth)
        if kind == "x":
            kind = rng.choice("aaasssllmb")
            if rng.random() < 0.15:
                return rng.choice(NAMES + ["missing", "m.nope", "nil"])
        if depth == 0 or rng.random() < 0.25:
            if self.loops and kind in "ab" and rng.random() < 0.4:
                return rng.choice({"a": ["loop.index", "loop.index0", "loop.revindex", "loop.length"], "b": ["loop.first", "loop.last"]}[kind])
            return rng.choice(self.atoms[kind])
        return self.fill(rng.choice(GROWN[kind]), depth)

    def fill(self, pattern, depth):
        text, at = "", 0
        while at < len(pattern):
            if pattern[at:at + 2] in ("{{", "}}"):
                text += pattern[at]
                at += 2
            elif pattern[at] == "{":
                inner = self.expression(depth - 1 if depth else 0, pattern[at + 1])
                text += inner if inner.isalnum() or inner[0] == "(" and inner[-1] == ")" and inner.count("(") == 1 else f"({inner})"
                at += 3
            else:
                text += pattern[at]
                at += 1
        return text

    def statements(self, depth):
        return "".join(self.statement(depth) for _ in range(self.rng.randint(1, 3)))

    def tag(self, text):
        rng = self.rng
        return f"{{%{rng.choice(['', '', '', '-', '+'])} {text} {rng.choice(['', '', '', '-', '+'])}%}}"

    def statement(self, depth):
        rng = self.rng
        kind = rng.random()
        if depth == 0 or kind < 0.2:
            return rng.choice(["text", " a\n", "\n  ", "<b>", "{# c #}", "x ", "\n", "{% raw %}{{ }}{% endraw %}"])
        if kind < 0.5:
            return f"{{{{{rng.choice(['', '-'])} {self.expression(2)} {rng.choice(['', '-'])}}}}}"
        if kind < 0.62:
            return self.condition(depth)
        if kind < 0.76:
            return self.loop(depth)
        if kind < 0.84:
            return self.tag(f"set {rng.choice(NAMES)} = {self.expression(2)}")
        if kind < 0.88:
            return self.tag("set v" + rng.choice(["", " | upper", " | length"])) + self.statements(depth - 1) + self.tag("endset") + "{{ v }}"
        if kind < 0.93:
            return self.macro(depth)
        if kind < 0.97:
            return self.tag(f"with w = {self.expression(2)}, v = {self.expression(1)}") + self.statements(depth - 1) + "{{ w }}" + self.tag("endwith")
        if kind < 0.98:
            return self.tag(f"autoescape {rng.choice(['true', 'false'])}") + self.statements(depth - 1) + self.tag("endautoescape")
        return self.tag("filter " + rng.choice(["upper", "trim", "replace('e', '3')", "indent(2)"])) + self.statements(depth - 1) + self.tag("endfilter")

    def condition(self, depth):
        text = self.tag(f"if {self.expression(2, 'b')}") + self.statements(depth - 1)
        if self.rng.random() < 0.3:
            text += self.tag(f"elif {self.expression(1, 'b')}") + self.statements(depth - 1)
        if self.rng.random() < 0.5:
            text += self.tag("else") + self.statements(depth - 1)
        return text + self.tag("endif")

    def loop(self, depth):
        rng = self.rng
        head, kind = rng.choice([("item in xs", "a"), ("item in ss", "s"), ("item in people", "m"), ("item in range(3)", "a"), ("item in s", "s"),
                                 ("item in m", "s"), ("item in empty", "a"), ("item in missing", "a"), ("item, w in m.items()", "s"),
                                 ("item, w in people|groupby('age')", "a"), ("item in " + self.expression(1, "l"), "x")])
        if rng.random() < 0.2:
            head += f" if {self.expression(1, 'b')}"
        before = {name: list(texts) for name, texts in self.atoms.items()}
        if kind != "x":
            self.atoms[kind] += ["item"] * 4
        self.loops += 1
        body = self.statements(depth - 1)
        if rng.random() < 0.2:
            body += "{{ loop.cycle('p', 'q') }}{{ loop.changed(item) }}{{ loop.previtem is defined }}{{ loop.depth }}"
        self.loops -= 1
        self.atoms = before
        otherwise = self.tag("else") + "none" if rng.random() < 0.3 else ""
        return self.tag(f"for {head}") + body + otherwise + self.tag("endfor")

    def macro(self, depth):
        rng = self.rng
        name = f"m{rng.randint(0, 2)}"
        loops, self.loops = self.loops, 0
        body = "{{ p }}{{ q }}" + self.statements(depth - 1) + rng.choice(["", "{{ varargs }}", "{{ caller() if caller }}"])
        self.loops = loops
        text = self.tag(f"macro {name}(p, q={self.expression(1)})") + body + self.tag("endmacro")
        if rng.random() < 0.3:
            return text + self.tag(f"call {name}(1)") + self.statements(depth - 1) + self.tag("endcall")
        return text + f"{{{{ {name}({self.expression(1)}{rng.choice(['', ', q=2'])}) }}}}"


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
    return want is not None and (" at 0x" in want.lower() or "<built-in method" in want
                                 or any(len(word) > 18 and word.isdigit() for word in want.replace("-", " ").split()))


# What Galley says where it refuses what docs/compatibility.md says it refuses.
REFUSED = ("cannot be sliced", "cannot be a key of a map", "integers have 64 bits")


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
        if got is None and any(text in response["error"]["message"] for text in REFUSED):
            continue
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
