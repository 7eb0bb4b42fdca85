"""Every command that writes a file writes a regular one, and makes nothing else go.

    written.py GALLEY

In the place of each file that some command writes lies a pipe, a socket, a link to a
file, to a device or to nothing, or a directory (and a device node, where making one is
allowed; it is no device of this machine).  The command fails and tells so, and what lay
there lies there still; what a link points to has not changed.
"""

import base64
import os
import pathlib
import shutil
import socket
import stat
import subprocess
import sys
import tempfile

CHAT = ("id: t\nname: T\ntask: turn_generation\nversion: 1\n"
        "layout:\n- {kind: message, role: user, content: hi}\nslots: {}\n")
TEST = "template: plain\ncases:\n- name: one\n  expect: {text: other}\n"
# Not as `galley fmt` lays it out.
LOOSE = CHAT.replace("id: t", "id:    loose")
TALK = ("id: talk\nname: T\ntask: turn_generation\nversion: 1\nlayout:\n- {kind: slot, name: s}\n"
        "slots:\n  s:\n    priority: 0\n    plan:\n    - kind: history\n      source: {source: $ctx, args: {path: messages}}\n")
# Where tokenizers are kept, from the project; its home is inside.
TABLE = "home/.local/share/galley/tokenizers/mine.gtok"
MANIFEST = "---\nkind: context\nversion: 1\n---\ntext\n"

# What is run, and the file that it would write, in the project.
WRITERS = [
    (["explain", "chat", "--html", "page.html"], "page.html"),
    (["store", "pull", "plain", "--force"], ".galley/templates/plain.j2"),
    (["store", "pull", "plain", "--force", "-o", "pulled.j2"], "pulled.j2"),
    (["store", "push", "chat"], ".galley/store-base.json"),
    (["store", "push", "chat"], ".galley/store-base.lock"),
    (["store", "push", "chat", "--store", "sqlite:other.db"], "other.db"),
    (["store", "list"], ".galley/store.db-journal"),
    (["store", "export", "backup"], "backup/galley-store.json"),
    (["store", "export", "backup"], "backup/plain/@/1.j2"),
    (["store", "export", "backup"], "backup/plain/@/history.json"),
    (["test", "plain", "--update"], ".galley/templates/plain.test.yaml"),
    (["instructions", "init", "--force"], ".iaip/manifest.iai"),
    (["instructions", "export", "--to", "claude", "--force"], "CLAUDE.md"),
    (["init"], ".galley/config.toml"),
    (["render", "plain", "-o", "plain.txt"], "plain.txt"),
    (["render", "chat", "--save", "saved.json"], "saved.json"),
    (["render", "plain", "--trace", "trace.jsonl"], "trace.jsonl"),
    (["batch", "plain", "--in", "rows.jsonl", "--out", "out.jsonl"], "out.jsonl"),
    (["batch", "plain", "--in", "rows.jsonl", "--out", "out.jsonl", "--resume"], "out.jsonl"),
    (["batch", "plain", "--in", "rows.jsonl", "--out", "out.jsonl", "--errors", "bad.jsonl"], "bad.jsonl"),
    (["fmt", ".galley/templates/loose.chat.yaml"], ".galley/templates/loose.chat.yaml"),
    (["new", "mine", "--from", "summarise"], ".galley/templates/mine.j2"),
    (["import", "other.json", "-o", "imported.j2"], "imported.j2"),
    (["simulate", "talk", "--synthetic", "1", "--budget", "4k", "--plot", "cost.svg"], "cost.svg"),
    (["tokens", "import", "ranks.tiktoken", "--as", "mine", "--pattern", "r50k"], TABLE),
    (["tokens", "calibrate", "usage.jsonl", "--model", "claude-sonnet-4-5", "-o", "my.model.yaml"], "my.model.yaml"),
]


def build(galley, root):
    templates = root / ".galley" / "templates"
    templates.mkdir(parents=True)
    (templates / "plain.j2").write_text("plain\n")
    (templates / "plain.test.yaml").write_text(TEST)
    (templates / "chat.chat.yaml").write_text(CHAT)
    (templates / "loose.chat.yaml").write_text(LOOSE)
    (templates / "talk.chat.yaml").write_text(TALK)
    (root / "rows.jsonl").write_text('{"name": "a"}\n{"name": "b"}\n')
    (root / "other.json").write_text('{"_type": "prompt", "template": "Hi {name}"}')
    ranks = [base64.b64encode(bytes([byte])).decode() + f" {byte}\n" for byte in range(256)]
    (root / "ranks.tiktoken").write_text("".join(ranks))
    (root / "usage.jsonl").write_text('{"text": "Hello", "input_tokens": 3}\n')
    (root / ".iaip").mkdir()
    (root / ".iaip" / "manifest.iai").write_text("---\nkind: manifest\nversion: \"v0\"\nenabled: [context]\n---\n")
    (root / ".iaip" / "context.iai").write_text(MANIFEST)
    (root / "victim").write_text("untouched")
    pushed = run(galley, root, ["store", "push", "plain"])
    assert pushed.returncode == 0, pushed.stderr


def run(galley, root, words):
    home = {"HOME": str(root / "home"), "PATH": "/usr/bin:/bin"}
    # What waits for a pipe waits for ever.
    try:
        return subprocess.run([galley, *words], cwd=root, env=home, capture_output=True,
                              stdin=subprocess.DEVNULL, timeout=30)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(words, 0, b"", b"it waited for 30 seconds")


def make_socket(path):
    # The name of a socket has at most 107 bytes.
    before = os.getcwd()
    os.chdir(path.parent)
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(path.name)
    os.chdir(before)


def make_device(path):
    # No driver has this number: nobody can reach anything through it.
    os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(240, 231))


MAKERS = {
    "pipe": os.mkfifo,
    "socket": make_socket,
    "link to a file": lambda path: path.symlink_to(os.path.relpath(path.parents[path_depth(path)] / "victim", path.parent)),
    "link to nothing": lambda path: path.symlink_to("nowhere"),
    "link to a device": lambda path: path.symlink_to("/dev/null"),
    "directory": lambda path: path.mkdir(),
    "device": make_device,
}

ROOT = None


def path_depth(path):
    return len(path.relative_to(ROOT).parts) - 1


def kind_of(path):
    return stat.S_IFMT(os.lstat(path).st_mode)


# What only lies there while a command runs, or is there already.
PASSING = {".galley/store.db-journal", ".galley/config.toml"}


def writes(galley, words, target):
    """Whether the command writes that file where nothing is in its way."""
    with tempfile.TemporaryDirectory() as directory:
        root = pathlib.Path(directory).resolve()
        build(galley, root)
        result = run(galley, root, words)
        if target in PASSING or (result.returncode in (0, 1) and (root / target).is_file()):
            return True
        print(f"{' '.join(words)} does not write {target}: {result.returncode}, {result.stderr.decode()[:300]}")
        return False


def installed(galley, prefix):
    """The command with its templates beside it, as it is installed: `new` starts from these."""
    (prefix / "bin").mkdir()
    shutil.copy2(galley, prefix / "bin" / "galley")
    shutil.copytree(pathlib.Path(__file__).parents[2] / "templates", prefix / "share" / "galley" / "templates")
    return str(prefix / "bin" / "galley")


def main():
    with tempfile.TemporaryDirectory() as prefix:
        try_all(installed(sys.argv[1], pathlib.Path(prefix)))


def try_all(galley):
    global ROOT
    faults = tried = 0
    for words, target in WRITERS:
        faults += not writes(galley, words, target)
        for name, make in MAKERS.items():
            if words[0] == "fmt" and name == "pipe":
                continue  # it waits for the text, as who named a pipe asked for
            with tempfile.TemporaryDirectory() as directory:
                root = ROOT = pathlib.Path(directory).resolve()
                build(galley, root)
                path = root / target
                path.parent.mkdir(parents=True, exist_ok=True)
                if path.exists():
                    path.unlink()
                try:
                    make(path)
                except PermissionError:
                    continue
                before = kind_of(path)
                result = run(galley, root, words)
                tried += 1
                kept = os.path.lexists(path) and kind_of(path) == before
                whole = (root / "victim").read_text() == "untouched" and not (path.parent / "nowhere").exists()
                # `init` overwrites nothing, a store may be reached through a link, and `fmt` found
                # nothing to change in a device that is empty.
                passes = (words == ["init"] or (target.endswith(".db") and "link" in name)
                          or (words[0] == "fmt" and name == "link to a device"))
                said = result.returncode != 0 or passes or b"warning[" in result.stderr
                left = [each.name for each in root.rglob(".galley-[0-9]*")]
                if not kept or not (whole or passes) or not said or left:
                    faults += 1
                    print(f"{' '.join(words)} over a {name} at {target}: kept {kept}, victim {whole}, "
                          f"status {result.returncode}, left {left}, {result.stderr.decode()[:200]}")
    print(f"{tried} attempts, {faults} faults")
    sys.exit(1 if faults else 0)


main()
