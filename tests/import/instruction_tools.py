#!/usr/bin/env python3
"""Rules of Cursor, CLAUDE.md, AGENTS.md, Copilot, Ruler and Rulesync say after the import what the tools read in them.

usage: instruction_tools.py GALLEY [--record] [KIND...]

instruction_cases/KIND.txt holds cases: `=== NAME`, then files, each under `>>> PATH`; `[crlf]` and
`[no-newline]` behind a name write the files so.  KIND.json beside it has what the tool made of each: the text of
every file and the fields that both know.  Where the tool is installed it is asked anew, and a record that is no longer
true fails; --record writes what it says.  Ruler joins a folder itself; the other kinds are read by Rulesync, whose
own folders it writes out for Claude Code.

Packages: @intellectronica/ruler and rulesync, and for the latter node@22, in the folder that IMPORT_NODE names.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
CASES = HERE / "instruction_cases"
sys.path = [place for place in sys.path if place and pathlib.Path(place).resolve() != HERE]

# What of a case galley is given, and what Rulesync calls its tool.
KINDS = {"cursor": (".cursor/rules", "cursor"), "claude": ("CLAUDE.md", "claudecode"), "agents": ("AGENTS.md", "agentsmd"),
         "copilot": (".github", "copilot"), "ruler": (".ruler", None), "rulesync": (".rulesync", None)}


def read_cases(kind):
    """(name, {path: text}) of each case."""
    for case in re.split(r"^=== ", (CASES / f"{kind}.txt").read_text(), flags=re.M)[1:]:
        head, *files = re.split(r"^>>> ", case, flags=re.M)
        texts = {}
        for file in files:
            path, text = file.split("\n", 1)
            if "[no-newline]" in head:
                text = text.rstrip("\n")
            texts[path] = text.replace("\n", "\r\n") if "[crlf]" in head else text
        yield head.split()[0], texts


def write(folder, texts):
    for path, text in texts.items():
        pathlib.Path(folder, path).parent.mkdir(parents=True, exist_ok=True)
        pathlib.Path(folder, path).write_bytes(text.encode())


class Galley:
    def __init__(self, program):
        self.program = os.path.abspath(program)

    def read_header(self, text):
        """The fields and the text of a file of an instruction set."""
        header, body = text.split("\n---\n", 1)
        done = subprocess.run([self.program, "read", "--as", "yaml", "-"], input=header, check=True,
                              capture_output=True, text=True)
        return json.loads(done.stdout), body

    def imported(self, folder, given):
        with tempfile.TemporaryDirectory() as made:
            subprocess.run([self.program, "import", "--format", "instructions", os.path.join(folder, given), "-o", made + "/context.iai"],
                           check=True, capture_output=True, text=True)
            manifest, _ = self.read_header(pathlib.Path(made, "manifest.iai").read_text() + "\n---\n")
            names = ["context.iai"] + manifest.get("context", {}).get("include", {}).get("merge", [])
            assert set(names) | {"manifest.iai"} == {path.name for path in pathlib.Path(made).iterdir()}
            return [self.read_header(pathlib.Path(made, name).read_bytes().decode()) for name in names]


def lines_of(text):
    """The lines that say something; tools trim and join differently."""
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def list_of(globs):
    if isinstance(globs, str):
        globs = globs.split(",")
    return [glob.strip() for glob in globs or [] if glob.strip()]


def known(fields):
    """Where a rule holds, and what it is for: by whatever name a tool has for that."""
    globs = list_of(fields.get("globs") or fields.get("applyTo") or fields.get("paths"))
    return {"globs": globs, "description": fields.get("description") or ""}


class Tool:
    def __init__(self, program):
        folder = pathlib.Path(os.environ.get("IMPORT_NODE", "-"), "node_modules/.bin")
        self.node, self.program = folder / "node", folder / program
        if not self.program.exists() or not self.node.exists():
            raise ImportError(program + " with node@22")

    def run(self, folder, *words):
        subprocess.run([self.node, self.program, *words], cwd=folder, check=True, capture_output=True, timeout=120)


class Ruler(Tool):
    """`ruler apply`, which joins the files of a folder into AGENTS.md."""

    def __init__(self):
        super().__init__("ruler")

    def read(self, folder, kind):
        pathlib.Path(folder, ".ruler/ruler.toml").unlink(missing_ok=True)
        self.run(folder, "apply", "--agents", "agentsmd", "--local-only", "--no-gitignore", "--no-backup")
        # Where each part came from is told in comments there.
        return [{"lines": [line for line in lines_of(pathlib.Path(folder, "AGENTS.md").read_text()) if not line.startswith(("<!-- Source", "<!-- Generated"))]}]


class Rulesync(Tool):
    """`rulesync import` of another tool's files, and `rulesync generate` from its own."""

    def __init__(self):
        super().__init__("rulesync")

    def read(self, folder, kind):
        target = KINDS[kind][1]
        if not target:
            self.run(folder, "generate", "-t", "claudecode", "-f", "rules")
            places = [pathlib.Path(folder, "CLAUDE.md")] + sorted(pathlib.Path(folder, ".claude/rules").rglob("*.md"))
            return [{"lines": self.body(place)} for place in places]
        self.run(folder, "import", "-t", target, "-f", "rules")
        places = sorted(pathlib.Path(folder, ".rulesync/rules").rglob("*.md"))
        rules = [dict(known(self.fields(place)), root=self.fields(place)["root"], lines=self.body(place)) for place in places]
        rules.sort(key=lambda rule: not rule.pop("root"))
        return rules

    def split(self, place):
        text = place.read_text()
        parts = re.match(r"---\n(.*?\n)---\n?(.*)", text, re.S)
        return (parts[1], parts[2]) if parts else ("", text)

    def body(self, place):
        return lines_of(self.split(place)[1])

    def fields(self, place):
        done = subprocess.run([GALLEY.program, "read", "--as", "yaml", "-"], input=self.split(place)[0],
                              check=True, capture_output=True, text=True)
        return json.loads(done.stdout)


def ours(galley, folder, kind):
    """What galley made of it, in the words of the tool."""
    rules = galley.imported(folder, KINDS[kind][0])
    if kind == "ruler":
        return [{"lines": [line for _, body in rules for line in lines_of(body)]}]
    if kind == "rulesync":
        return [{"lines": lines_of(body)} for _, body in rules]
    return [dict(known(fields), lines=lines_of(body)) for fields, body in rules]


def compare(galley, kind, tool, record):
    records = CASES / f"{kind}.json"
    expected = json.loads(records.read_text()) if records.exists() else {}
    wrong = 0
    said = {}
    for name, texts in read_cases(kind):
        with tempfile.TemporaryDirectory() as folder:
            write(folder, texts)
            got = ours(galley, folder, kind)
            if tool:
                said[name] = tool.read(folder, kind)
        wanted = said.get(name, expected.get(name)) if record else expected.get(name)
        problem = f"\n  the tool says now {said[name]}" if tool and said[name] != wanted else ""
        if not same(got, wanted):
            problem += f"\n  wanted {wanted}\n  got    {got}"
        if problem:
            wrong += 1
            print(f"{kind}/{name}:{problem}")
    count = len(list(read_cases(kind)))
    if record and tool:
        records.write_text(json.dumps(said, ensure_ascii=False, indent=1) + "\n")
    print(f"{kind}: {count - wrong} of {count} agree, " + ("with the tool itself" if tool else "with what is recorded"))
    return wrong


def same(got, wanted):
    """A file for everything has the pattern for everything in Rulesync, and none here."""
    def plain(rules):
        return [dict(rule, globs=[glob for glob in rule["globs"] if glob != "**/*"]) if "globs" in rule else rule for rule in rules or []]
    return plain(got) == plain(wanted)


def main():
    global GALLEY
    words = [word for word in sys.argv[1:] if word != "--record"]
    if not words:
        sys.exit(__doc__)
    GALLEY = Galley(words[0])
    wrong = 0
    for kind in KINDS:
        if words[1:] and kind not in words[1:]:
            continue
        try:
            tool = Ruler() if kind == "ruler" else Rulesync()
        except ImportError as missing:
            tool = None
            print(f"{kind}: {missing} is not installed")
        wrong += compare(GALLEY, kind, tool, "--record" in sys.argv)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
