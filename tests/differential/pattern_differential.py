#!/usr/bin/env python3
"""Generates regular expressions and texts and compares what Galley and JavaScript make of them.

usage: pattern_differential.py GALLEY [--count N] [--seed S] [--share P] [--show N]

Each case is one transform on one text, `regexExtract` or `regexReplace`.  JavaScript runs in Node.js, which
is skipped (exit status 77) where it is not installed.  Exit status 0 where at least P per cent agree: what
cannot agree is listed in docs/compatibility.md.
"""
import argparse
import json
import random
import shutil
import subprocess
import sys

JAVASCRIPT = r"""
const lines = require('fs').readFileSync(0, 'utf8').split('\n').filter(Boolean);
for (const line of lines) {
  const {transform: t, text} = JSON.parse(line);
  let result = {text, applied: [], valid: true};
  try {
    const flags = t.flags || '';
    if (/[^gimsuy]/.test(flags)) throw new SyntaxError('flags');
    if (t.type === 'regexExtract') {
      const match = new RegExp(t.pattern, flags.replace('g', '')).exec(text);
      new RegExp(t.pattern, flags);
      if (match) {
        result.applied = [0];
        if (match[t.group] !== undefined) result.text = match[t.group];
      }
    } else {
      const regexp = new RegExp(t.pattern, flags.includes('g') ? flags : flags + 'g');
      if (regexp.test(text)) result.applied = [0];
      regexp.lastIndex = 0;
      result.text = text.replace(regexp, t.replace);
    }
    result.text = result.text.toWellFormed ? result.text.toWellFormed()
        : result.text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    result.valid = false;
  }
  console.log(JSON.stringify(result));
}
"""

LITERALS = ["a", "b", "c", "x", "1", "2", "-", " ", "_", "A", "B", "\u00e9", "\u00c9", "\u03c3", "\u00df", "\U0001f600", "\n", ",", "=", "s", "k", "<", "/"]
CLASSES = [r"\d", r"\D", r"\w", r"\W", r"\s", r"\S", ".", "[abc]", "[^abc]", "[a-c]", "[^]", "[]", r"[\w-]", r"[\d\s]", "[a-cx-z]", r"[^\n]", r"[\s\S]",
           "[A-Z]", "[\u00e0-\u00ff]", "[\U0001f600]", "[^\u00e9]", r"[\]]", r"[\b]", "[-a]", "[a-]", r"[\x41-\x43]", r"[^\W]", "[[:alpha:]]", "[$]", r"[\u{61}]", "[^x]"]
ESCAPES = [r"\n", r"\t", r"\r", r"\x41", r"\x4", r"\u0061", r"\u{61}", r"\u006", r"\ud83d", r"\ude00", r"\ud83d\ude00", r"\cA", r"\c", r"\c1", r"\0", r"\01", r"\07", r"\8", r"\a", r"\e", r"\A",
           r"\z", r"\Z", r"\Q", r"\E", r"\K", r"\R", r"\h", r"\G", r"\-", r"\.", r"\/", r"\$", r"\p{L}", r"\P{L}", r"\p{Lu}", r"\p{Script=Greek}", r"\p{Emoji}", r"\_", r"\k", r"\k<a>"]
ASSERTIONS = ["^", "$", r"\b", r"\B"]
QUANTIFIERS = ["*", "+", "?", "*?", "+?", "??", "{2}", "{1,}", "{0,2}", "{1,2}?", "{0}", "{,2}", "{", "}", "{2,1}", "{a}"]
ODD = ["(?>a)", "a++", "(?i)a", "(?#x)", "(*FAIL)", "(?R)", "(?1)", "(?(1)a|b)", "(?P<n>a)", "(?'n'a)", "(?|a|b)", "]", "}", "{", "(", ")", "[", "\\", "**", "*", "+a", "(?", "(?<", "(?<>a)", "(?<1>a)", "a{99999999999}"]
TEXTS = ["", "a", "b", "ab", "abc", "aabbcc", "abcabc", "a1b2", "foo=bar", "A-B_c", "line\nline2\r\nend", "\u00e9\u00c9e", "\u03c3\u03a3\u03c2", "\u00df\u1e9es\u017f", "k\u212aK",
         "\U0001f600\U0001f601", "x\U0001f600y", "a,b,,c", "1234.56", "  lead", "\ufeff\u00a0 x", "aaaaaaaa", "abab abab", "p\u2028q\u2029r", "\x00\x01", "<a><b></a>", "{\"k\": [1, 2]}", "xay1z", "$", "AbC abc ABC"]
REPLACEMENTS = ["", "X", "[$&]", "$1", "$2-$1", "$$", "$0", "$10", "$01", "$<a>", "$<b>", "$<", "<$`|$'>", "$", "$x", "\U0001f680", "$1$1", "$3"]
NAMES = ["a", "b", "$x", "\u00e9", r"\u0061b"]


class Generator:
    def __init__(self, rng):
        self.rng = rng

    def pattern(self):
        self.named = self.rng.random() < 0.15
        text = self.disjunction(self.rng.choice([1, 1, 2, 2, 3]))
        if self.rng.random() < 0.06:
            at = self.rng.randrange(len(text) + 1)
            text = text[:at] + self.rng.choice(ODD) + text[at:]
        return text

    def disjunction(self, depth):
        return "|".join(self.sequence(depth) for _ in range(self.rng.choice([1, 1, 1, 2, 2, 3])))

    def sequence(self, depth):
        return "".join(self.term(depth) for _ in range(self.rng.choice([0, 1, 1, 2, 2, 3])))

    def term(self, depth):
        rng = self.rng
        if rng.random() < 0.1:
            return rng.choice(ASSERTIONS)
        atom = self.atom(depth)
        return atom + rng.choice(QUANTIFIERS[:10] if rng.random() < 0.97 else QUANTIFIERS) if rng.random() < 0.35 else atom

    def atom(self, depth):
        rng = self.rng
        kind = rng.random()
        if depth == 0 or kind < 0.45:
            return rng.choice(LITERALS) if rng.random() < 0.7 else rng.choice(CLASSES)
        if kind < 0.55:
            return rng.choice(CLASSES)
        if kind < 0.62:
            return rng.choice(ESCAPES)
        if kind < 0.67:
            return rng.choice([r"\1", r"\2", r"\3", r"\k<a>" if self.named else r"\1"])
        if kind < 0.80:
            name = f"?<{rng.choice(NAMES)}>" if self.named and rng.random() < 0.5 else ""
            return f"({name}{self.disjunction(depth - 1)})"
        if kind < 0.90:
            return f"(?:{self.disjunction(depth - 1)})"
        return f"({rng.choice(['?=', '?!', '?<=', '?<!'])}{self.disjunction(depth - 1)})"

    def case(self):
        rng = self.rng
        flags = "".join(flag for flag in "gimsuy" if rng.random() < {"g": .3, "i": .3, "m": .2, "s": .15, "u": .3, "y": .1}[flag])
        transform = {"type": "regexExtract", "pattern": self.pattern(), "flags": flags, "group": rng.choice([0, 0, 1, 1, 2])}
        if rng.random() < 0.5:
            transform = {"type": "regexReplace", "pattern": transform["pattern"], "flags": flags, "replace": rng.choice(REPLACEMENTS)}
        text = rng.choice(TEXTS) + (rng.choice(TEXTS) if rng.random() < 0.5 else "")
        return {"transform": transform, "text": text}


def run_galley(galley, cases):
    requests = "".join(json.dumps({"jsonrpc": "2.0", "id": at, "method": "chat.transform",
                                   "params": {"transforms": [case["transform"]], "text": case["text"]}}) + "\n"
                       for at, case in enumerate(cases))
    answers = subprocess.run([galley, "rpc"], input=requests.encode(), stdout=subprocess.PIPE, check=True).stdout
    for line in answers.decode().split("\n")[:-1]:
        result = json.loads(line)["result"]
        warnings = [warning["code"] for warning in result.get("diagnostics", [])]
        yield {"text": result["text"], "applied": result["applied"], "valid": not warnings, "warnings": result.get("diagnostics")}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("galley")
    parser.add_argument("--count", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=float, default=99.0)
    parser.add_argument("--show", type=int, default=10)
    options = parser.parse_args()
    node = shutil.which("node")
    if not node:
        print("skipped: Node.js is not installed (Debian: nodejs)")
        return 77

    generator = Generator(random.Random(options.seed))
    cases = [generator.case() for _ in range(options.count)]
    lines = "".join(json.dumps(case) + "\n" for case in cases)
    wanted = subprocess.run([node, "-e", JAVASCRIPT], input=lines.encode(), stdout=subprocess.PIPE, check=True).stdout
    differ = refused = accepted = invalid = 0
    for case, line, got in zip(cases, wanted.decode().split("\n"), run_galley(options.galley, cases), strict=False):
        want = json.loads(line)
        invalid += not want["valid"]
        if all(want[key] == got[key] for key in want):
            continue
        differ += 1
        refused += want["valid"] and not got["valid"]
        accepted += got["valid"] and not want["valid"]
        if differ <= options.show:
            print(f"DIFFERS {json.dumps(case, ensure_ascii=False)}\n  javascript {json.dumps(want, ensure_ascii=False)}\n  galley     {json.dumps(got, ensure_ascii=False)}")
    share = 100 * (options.count - differ) / options.count
    print(f"{options.count} patterns compared, {invalid} of them invalid; {differ} differ ({refused} refused by galley alone, "
          f"{accepted} by JavaScript alone): {share:.2f} % agree")
    return 0 if share >= options.share else 1


if __name__ == "__main__":
    sys.exit(main())
