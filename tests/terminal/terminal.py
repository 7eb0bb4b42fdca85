"""Nothing that came from outside reaches a terminal or a log as a control character.

    terminal.py GALLEY

A project is full of controls: C0, DEL, C1, bidirectional and zero-width characters in
names of files, templates, data, configuration, tests, and in the remarks of a store.
Every command is run over it in every format; what it prints holds none of them, except
where printing a text is what the command is for.  A command that is not in COMMANDS
fails the test, so that a new one is looked at.
"""

import json
import os
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile

C0 = [chr(code) for code in range(1, 32) if chr(code) not in "\t\n\r"] + ["\x7f"]
C1 = [chr(code) for code in range(0x80, 0xA0)]
BIDIRECTIONAL = ["\u061c", "\u200e", "\u200f", *map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A))]
ZERO_WIDTH = ["\u200b", "\u200c", "\u200d", "\u2060", "\u2064", "\u206f", "\ufeff"]
HIDDEN = "".join(C0 + C1 + BIDIRECTIONAL + ZERO_WIDTH)
# YAML takes no C0 in a text, TOML and JSON none either.
WRITTEN = "".join(C1[5:6] + BIDIRECTIONAL + ZERO_WIDTH[:-1])
LINE = re.compile("[" + "".join(map(re.escape, C0 + C1 + BIDIRECTIONAL + ZERO_WIDTH)) + "\r]")

EXACT = {"render", "prompt", "show", "transform", "import", "completions", "batch", "man"}  # what they print is a text


def escaped(text):
    """`text` for a double-quoted YAML or JSON string."""
    return json.dumps(text)[1:-1]


def build(root):
    templates = root / ".galley" / "templates"
    templates.mkdir(parents=True)
    files = {
        "plain.j2": "Hello {{ name }}" + HIDDEN + "\n",
        "broken.j2": "{{ 1 + " + HIDDEN + " }}\n",
        "unclosed.j2": "{% include 'none" + HIDDEN + "' %}\n",
        "undefined.j2": "{{ x." + "y" + ".z }}" + HIDDEN + "\n",
        "bad.hbs": "{{#each" + HIDDEN + "\n",
        "other.hbs": "{{> 'none" + WRITTEN + "'}}\n",
        "chat.chat.yaml": 'id: t\nname: "' + escaped("T" + HIDDEN) + '"\ntask: turn_generation\nversion: 1\nlayout:\n- {kind: message, role: user, content: "' + escaped("hi" + HIDDEN) + '"}\nslots: {}\n',
        "bad.chat.yaml": '"' + escaped("key" + HIDDEN) + '": 1\n',
        "notes.sections.yaml": 'id: notes\nsections:\n  intro:\n    text: "' + escaped("text" + HIDDEN) + '"\n',
        "bad.sections.yaml": 'id: "' + escaped("id" + HIDDEN) + '"\nsections:\n  intro:\n    texxt: "' + escaped(HIDDEN) + '"\n',
        "plain.test.yaml": 'template: plain\ncases:\n- name: "' + escaped("case" + HIDDEN) + '"\n  data: {name: x}\n  expect: {text: "' + escaped("no" + HIDDEN) + '"}\n',
    }
    for number, odd in enumerate([*C0[:3], "\x1b", *C1[:1], "\x9b", *BIDIRECTIONAL[:8], *ZERO_WIDTH]):
        files[f"odd{number}{odd}x.j2"] = "odd\n"
    (templates / ("odd" + "\u202e" + "dir")).mkdir()
    (templates / ("odd" + "\u202e" + "dir") / "inside.j2").write_text("inside\n")
    for name, text in files.items():
        (templates / name).write_text(text, encoding="utf-8")
    (root / ".galley" / "config.toml").write_text('[templates]\n"' + escaped("key" + WRITTEN) + '" = 1\n', encoding="utf-8")
    (root / "data.json").write_text('{"name": "' + escaped("N" + HIDDEN) + '"}', encoding="utf-8")
    (root / "prompt.yaml").write_text('template: notes\nvalues: {"' + escaped("v" + HIDDEN) + '": 1}\n', encoding="utf-8")
    (root / ".iaip").mkdir()
    (root / ".iaip" / "manifest.iai").write_text("---\nkind: \"" + escaped("k" + HIDDEN) + "\"\n---\n" + HIDDEN, encoding="utf-8")
    os.rename(root / ".galley" / "config.toml", root / "config.toml")


def stored(root, galley):
    """A store whose rows were written by somebody who meant harm."""
    for name in ("plain", "notes"):
        run(galley, root, ["store", "push", name, "-m", "why" + WRITTEN + "\x1b[2J\x9b", "--author", "who\x1b" + WRITTEN])
    for path in (root / ".galley").rglob("*.db"):
        with sqlite3.connect(path) as database:
            database.execute("PRAGMA foreign_keys = OFF")
            database.execute("INSERT INTO galley_document VALUES (?, 'jinja', 1)", ("evil" + HIDDEN,))
            database.execute(
                "INSERT INTO galley_version VALUES (?, 1, '.j2', ?, ?, ?, 0, ?, ?)",
                ("evil" + HIDDEN, "digest" + HIDDEN, "who" + HIDDEN, "why" + HIDDEN, "token" + HIDDEN, "text" + HIDDEN))
            database.execute("INSERT INTO galley_label VALUES ('plain', ?, 1)", ("label" + HIDDEN,))
        return
    raise SystemExit("no store was made")


def run(galley, root, words):
    home = {"HOME": str(root / "home"), "PATH": "/usr/bin:/bin", "NO_COLOR": ""}
    return subprocess.run([galley, *words], cwd=root, env=home, capture_output=True, stdin=subprocess.DEVNULL, timeout=60)


NAMES = ["plain", "broken", "unclosed", "undefined", "bad", "other", "chat", "bad.chat.yaml", "notes", "bad.sections.yaml"]
ODD = ["no\u202ename", "no\x9bname", "no\u200bname", "no\x1b[2Jname", "./no\u202efile.j2"]

COMMANDS = {
    "prompt": [["prompt.yaml"], *[[odd] for odd in ODD]],
    "render": [[name, "-d", "data.json"] for name in NAMES] + [[odd] for odd in ODD] + [["plain", "--set", "a\u202e=1"]],
    "explain": [["chat"], ["chat", "-d", "data.json"], ["chat", "--html", "-"], *[[odd] for odd in ODD]],
    "batch": [["plain", "--in", "data.json"], ["no\u202ename", "--in", "data.json"], ["plain", "--in", "no\u202efile"]],
    "budget": [["chat"], *[[odd] for odd in ODD]],
    "diff": [["chat", "-d", "data.json"], ["chat", "plain"], ["notes", "chat"], ["--workspace", "."], ["--workspace", "no\u202edir"],
             ["chat", "--rev", "no\u202erev"], ["no\u202efile.json", "chat"], *[[odd] for odd in ODD]],
    "simulate": [["chat", "--synthetic", "1"], ["chat", "--conversation", "data.json"], *[[odd] for odd in ODD]],
    "list": [[], ["--verbose"], ["--filter", "odd\u202e"]],
    "which": [[name] for name in NAMES + ODD] + [["plain", "--all"], ["odd\u202e", "--all"]],
    "show": [[name] for name in NAMES + ODD] + [["unclosed", "--resolved"]],
    "inspect": [[name] for name in NAMES + ODD] + [["--cache", "chat"], ["--cache", "plain"]],
    "browse": [[]],
    "check": [[], ["--strict"], *[[odd] for odd in ODD]],
    "test": [[], *[[odd] for odd in ODD]],
    "graph": [[]],
    "dump": [["--stage", stage, name] for stage in ("catalog", "document", "tree", "tokens", "ast", "code", "artifact", "flat")
             for name in NAMES],
    "config": [["view"], ["path"], ["validate"], ["view", "--config", "config.toml"], ["validate", "config.toml"]],
    "init": [["new\u202edir"]],
    "call": [["catalog.list", '{"workspace": {"base": "."}}'], ["no\u202emethod"], ["catalog.check", '{"workspace": {"base": "."}}'],
             ["text.render", '{"language": "jinja", "source": "{{ x.y\u202e", "data": {}}']],
    "completions": [["bash"], ["zsh"], ["fish"]],
    "doctor": [[], ["--config", "config.toml"], ["--store", "sqlite:no\u202estore"]],
    "errors": [[], ["no\u202ecode"]],
    "fmt": [["--check"], ["--check", *NAMES], ["--check", ".galley/templates/bad.chat.yaml"], *[["--check", odd] for odd in ODD]],
    "import": [["data.json"], ["no\u202efile"], [".galley/templates/plain.j2"]],
    "token": [["new", "me"], ["new", "a\u202e", "--scopes", "no\u202e"]],
    "tokens": [["count", "data.json"], ["show", "data.json"], ["list"], ["no\u202eaction"], ["import", "data.json", "--as", "a\u202e"],
               ["calibrate", "data.json", "--model", "no\u202emodel"], ["count", "data.json", "--tokenizer", "no\u202ename"]],
    "instructions": [["resolve"], ["explain"], ["check"], ["export", "copilot"], ["no\u202eaction"]],
    "limits": [[]],
    "man": [[], ["render"], ["no\u202ecommand"]],
    "mcp": [[], ["--system", "no\u202esuch"]],
    "models": [["list"], ["show", "gpt-5"], ["show", "no\u202emodel"]],
    "new": [["mine", "--from", "no\u202ename"], ["no\u202ename", "--from", "summarise"]],
    "operations": [[], ["chat.render"], ["no\u202eoperation"]],
    "read": [[".galley/templates/chat.chat.yaml"], [".galley/templates/bad.chat.yaml"], ["data.json"], ["no\u202efile"], ["config.toml"]],
    "resolve": [["notes"], ["notes", "-o", "json"], ["notes", "--trace"], ["bad.sections.yaml"], *[[odd] for odd in ODD]],
    "rpc": [[]],
    "studio": [["--log", "no\u202esuch"], ["--project-root", "no\u202edirectory"]],
    "serve": [["--listen", "no\u202ewhere"], ["--token-file", "no\u202efile"]],
    "schema": [["notes"], ["bad.sections.yaml"], *[[odd] for odd in ODD]],
    "store": [["list"], ["history", "plain"], ["history", "evil" + "\u202e"], ["label", "plain@1", "l\u202e"], ["verify"], ["pull", "plain", "--force"],
              ["push", "odd\u202e"], ["export", "out\u202e"], ["import", "no\u202edirectory"], ["diff", "plain@1", "plain@9"],
              ["rollback", "plain@9"], ["list", "--filter", "evil"], ["status"]],
    "watch": [[], ["no\u202ecommand"]],
    "transform": [["chat", "data.json"], ["no\u202ename", "data.json"]],
}


def commands_of(galley, root):
    listed = run(galley, root, ["--help"]).stdout.decode().split("Commands:\n")[1].split("\n\n")[0]
    return {line.split()[0] for line in listed.split("\n") if line.startswith("  ") and line[2] != " "}


def formats_of(galley, root, command):
    """The options that choose each format that the command has."""
    if command in ("rpc", "completions", "man"):
        return [[]]
    told = re.search(r"--format ([a-z|]+)\n", run(galley, root, [command, "--help"]).stdout.decode())
    named = told[1].split("|") if told else ["json"]
    return [[], *[["--format", each] for each in named]]


def main():
    galley = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as directory:
        root = pathlib.Path(directory)
        build(root)
        stored(root, galley)
        missing = commands_of(galley, root) ^ set(COMMANDS)
        assert not missing, f"COMMANDS and `galley --help` differ in {missing}"
        faults = runs = 0
        for command, calls in COMMANDS.items():
            formats = formats_of(galley, root, command)
            for words in calls:
                for chosen in [[]] if "--format" in words else formats:
                    result = run(galley, root, [command, *words, *chosen])
                    runs += 1
                    exact = command in EXACT and chosen != ["--format", "json"] and result.returncode == 0
                    streams = {"error": result.stderr} if exact else {"output": result.stdout, "error": result.stderr}
                    for name, text in streams.items():
                        shown = text.decode("utf-8", "replace")
                        found = LINE.search(shown)
                        if found:
                            faults += 1
                            at = found.start()
                            print(f"{command} {words} {chosen}: U+{ord(found[0]):04X} in its {name}: {ascii(shown[max(0, at - 40):at + 20])}")
                    if chosen == ["--format", "json"] and result.stdout and "--html" not in words:
                        json.loads(result.stdout)
        print(f"{runs} runs of {len(COMMANDS)} commands, {faults} with a control character")
        sys.exit(1 if faults else 0)


main()
