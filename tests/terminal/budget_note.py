"""A budget that is counted by the length of texts is said to be, once for each workspace, on a terminal.

    budget_note.py GALLEY
"""

import os
import pathlib
import pty
import subprocess
import sys
import tempfile

CHAT = 'id: t\nname: T\ntask: turn_generation\nversion: 1\nlayout:\n- {kind: message, role: user, content: "hi"}\nslots: {}\n'


def errors_of(galley, project, cache, *options, terminal=True):
    """What a render prints to standard error."""
    near, far = pty.openpty() if terminal else os.pipe()
    command = [galley, "render", "t", "--project-root", str(project), *options]
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=far,
                             env={**os.environ, "XDG_CACHE_HOME": str(cache)})
    child.wait()
    os.close(far)
    text = b""
    try:
        while more := os.read(near, 4096):
            text += more
    except OSError:  # so ends a terminal
        pass
    os.close(near)
    assert child.returncode == 0, text
    return text.decode()


def main(galley):
    with tempfile.TemporaryDirectory() as directory:
        root = pathlib.Path(directory)
        cache = root / "cache"
        projects = [root / "one", root / "two"]
        for project in projects:
            (project / ".galley/templates").mkdir(parents=True)
            (project / ".galley/templates/t.chat.yaml").write_text(CHAT)
        one, two = projects
        budget = ("--budget", "50")
        for silent in ((), (*budget, "--model", "gpt-4o"), (*budget, "--tokenizer", "o200k"), (*budget, "--quiet")):
            assert "note:" not in errors_of(galley, one, cache, *silent), silent
        assert "note:" not in errors_of(galley, one, cache, *budget, terminal=False)
        assert errors_of(galley, one, cache, *budget).count("note:") == 1
        assert "note:" not in errors_of(galley, one, cache, *budget), "said twice"
        assert errors_of(galley, two, cache, *budget).count("note:") == 1
        assert "note:" not in errors_of(galley, two, "/dev/null/none", *budget), "what cannot be remembered is not said"
    print("budget note: ok")


main(sys.argv[1])
