"""Diffs against Git revisions, as a CI runs them, in a repository made for it.

  statuses  `--min-prefix` and `--fail-on` end with 1 where they should, else with 0
  rev       `--rev` and `--workspace` read a revision, of a shallow clone too
  hints     the command that a shallow clone is told works there
  no git    where the program is missing that is said, and the status is 1
  script    examples/ci/prompt_diff.sh prints the comment and posts nothing

usage: revisions.py GALLEY
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
TEMPLATE = """id: hello
name: hello
task: agent
version: 1
layout:
- {kind: message, role: system, content: "%s"}
- {kind: message, role: user, content: "{{ask}}"}
slots: {}
"""
TEST = """cases:
- name: asks
  context: {ask: "Where is the harbor?"}
  expect: {tokens: 10}
"""


def run(command, folder, **environment):
    return subprocess.run([str(each) for each in command], cwd=folder, capture_output=True, text=True, timeout=120,
                          env={**os.environ, **environment})


def git(folder, *arguments):
    who = {f"GIT_{role}_{what}": "t@example.test" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    done = run(["git", *arguments], folder, **who)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def write(folder, system):
    prompts = folder / ".galley" / "templates"
    prompts.mkdir(parents=True, exist_ok=True)
    (prompts / "hello.chat.yaml").write_text(TEMPLATE % system)
    (prompts / "hello.test.yaml").write_text(TEST)
    (folder / "data.json").write_text(json.dumps({"ask": "Where is the harbor?"}))
    (folder / "other.json").write_text(json.dumps({"ask": "Where is the gate?"}))


def make_repository(folder):
    git(folder, "init", "--quiet", "--initial-branch=main")
    write(folder, "You answer briefly.")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message=one")
    write(folder, "You answer at length.")
    git(folder, "commit", "--quiet", "--all", "--message=two")


class Checks:
    def __init__(self, galley):
        self.galley = galley
        self.count = self.bad = 0

    def expect(self, name, done, status, text=""):
        self.count += 1
        said = done.stdout + done.stderr
        if done.returncode == status and text in said:
            return
        self.bad += 1
        print(f"{name}: status {done.returncode}, wanted {status} and {text!r}\n{said[:1500]}")

    def diff(self, folder, *arguments, **environment):
        return run([self.galley, "diff", *arguments], folder, **environment)

    def statuses(self, folder):
        data = ["hello", "-d", "data.json", "-d", "other.json"]
        self.expect("no bound", self.diff(folder, *data), 0, "layout[1]")
        self.expect("a prefix that is long enough", self.diff(folder, *data, "--min-prefix", "40%"), 0)
        self.expect("a prefix that is too short", self.diff(folder, *data, "--min-prefix", "95%"), 1)
        for change, status in (("prefix", 1), ("warnings", 1), ("error", 0)):
            done = self.diff(folder, "--workspace", "HEAD~1", "--fail-on", change)
            self.expect(f"--fail-on {change}", done, status, "hello")
        self.expect("nothing has changed", self.diff(folder, "--workspace", "HEAD", "--fail-on", "prefix"), 0)

    def revisions(self, folder):
        self.expect("--rev", self.diff(folder, "hello", "-d", "data.json", "--rev", "HEAD~1"), 0, "template-changed")
        self.expect("no such revision", self.diff(folder, "hello", "-d", "data.json", "--rev", "nowhere"), 1, "nowhere")
        for form, mark in (("markdown", "hello"), ("json", '"prefix"'), ("junit", "<testsuite")):
            self.expect(form, self.diff(folder, "--workspace", "HEAD~1", "--format", form), 0, mark)

    def no_git(self, folder, empty):
        for name, arguments in (("--rev", ["hello", "-d", "data.json", "--rev", "HEAD~1"]), ("--workspace", ["--workspace", "HEAD~1"])):
            self.expect(f"{name} without git", self.diff(folder, *arguments, PATH=str(empty)), 1, "git")

    def hints(self, origin, scratch, old):
        """What a hint says is done, in a clone of its own, and then the revision is there."""
        head = git(origin, "rev-parse", "HEAD")
        for number, (revision, then) in enumerate((
                ("HEAD~1", "HEAD~1"), ("HEAD^", "HEAD^"), (old, old), (f"{head}~1", f"{head}~1"), (old[:8], old[:8]),
                ("origin/base", "origin/base"), ("origin/later~1", "origin/later~1"), ("base", "FETCH_HEAD"),
                ("later~1", "FETCH_HEAD~1"), ("v1", "FETCH_HEAD"))):
            clone = scratch / f"clone{number}"
            git(scratch, "clone", "--quiet", "--depth=1", "--no-tags", f"file://{origin}", str(clone))
            compare = ["hello", "-d", "data.json", "--rev"]
            # The newest commit's hash is there; what is counted from it is not.
            done = self.diff(clone, *compare, revision)
            self.expect(f"{revision} is not there", done, 1, "revision-unavailable")
            said = re.search(r"`(git fetch [^`]*)` gets (?:.*`(FETCH_HEAD[^`]*)`)?", done.stdout + done.stderr)
            if not said:
                self.expect(f"no hint for {revision}", done, None)
                continue
            self.expect(said[1], run(["sh", "-c", said[1]], clone), 0)
            self.expect(f"{revision} after {said[1]}", self.diff(clone, *compare, said[2] or revision), 0, "template-changed")
            self.expect(f"{revision} is called {then}", run(["git", "rev-parse", "--verify", (said[2] or revision) + "^{tree}"], clone), 0)
            if (said[2] or revision) != then:
                self.expect(f"the name {then}", done, None)
        done = self.diff(clone, *compare, "HEAD@{7}")
        self.expect("no command is known", done, 1, "revision-unavailable")
        if "git fetch" in done.stdout + done.stderr:
            self.expect("a hint that would not work", done, None)

    def script(self, folder, base, status):
        script = ROOT / "examples" / "ci" / "prompt_diff.sh"
        done = run(["sh", script, base], folder, GALLEY=str(self.galley), GITHUB_TOKEN="")
        self.expect(f"the script against {base}", done, status, "hello" if status == 1 else "")


def main():
    galley = pathlib.Path(sys.argv[1]).resolve()
    if not shutil.which("git"):
        print("no git: left out")
        return 77
    checks = Checks(galley)
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "whole"
        empty = pathlib.Path(scratch) / "empty"
        folder.mkdir()
        empty.mkdir()
        make_repository(folder)
        checks.statuses(folder)
        checks.revisions(folder)
        checks.no_git(folder, empty)
        checks.script(folder, "HEAD~1", 1)
        checks.script(folder, "HEAD", 0)
        # A clone of depth one has no other revision until it is fetched; the script does that.
        old = git(folder, "rev-parse", "HEAD~1")
        git(folder, "branch", "base", old)
        git(folder, "tag", "v1", old)
        git(folder, "branch", "later", "HEAD")
        shallow = pathlib.Path(scratch) / "shallow"
        git(pathlib.Path(scratch), "clone", "--quiet", "--depth=1", f"file://{folder}", str(shallow))
        checks.expect("a revision that a shallow clone lacks", checks.diff(shallow, "--workspace", "origin/base"), 1, "fetch --depth=1 origin base")
        checks.hints(folder, pathlib.Path(scratch), old)
        checks.script(shallow, "origin/base", 1)
        checks.expect("a shallow clone", checks.diff(shallow, "hello", "-d", "data.json", "--rev", "origin/base"), 0, "template-changed")
    print(f"revisions: {checks.count - checks.bad} of {checks.count}")
    return 1 if checks.bad else 0


if __name__ == "__main__":
    sys.exit(main())
