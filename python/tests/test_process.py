"""Threads, processes, interpreters, memory, the command and the types."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import pytest

import galley


def test_eight_threads_share_a_template(memory: galley.Workspace) -> None:
    memory.filters["same"] = lambda value: value
    template = memory.compile("{% for i in xs %}{{ i|same }},{% endfor %}{{ name }}")
    wrong: list[str] = []

    def work(number: int) -> None:
        expected = "".join(f"{i}," for i in range(number)) + str(number)
        for _ in range(300):
            text = template.render(xs=list(range(number)), name=number)
            if text != expected:
                wrong.append(text)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert wrong == []


def test_others_run_while_a_template_renders(memory: galley.Workspace) -> None:
    template = memory.compile("{% for i in range(4000) %}{% for j in range(400) %}{% endfor %}{% endfor %}x")
    started = threading.Event()
    done: list[str] = []

    def work() -> None:
        started.set()
        done.append(template.render())

    thread = threading.Thread(target=work)
    thread.start()
    started.wait()
    count = 0
    while not done:
        count += 1
    thread.join()
    assert done == ["x"]
    assert count > 1000


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_fork_after_open(project: Path) -> None:
    ws = galley.Workspace(project)
    template = ws.template("hello")
    assert template.render(name="Ann", topics=[]) == "Hello Ann: "
    child = os.fork()
    if child == 0:
        same = template.render(name="Bo", topics=["a"]) == "Hello Bo: a"
        fresh = ws.template("turn_writer").render_chat({"topic": 1, "name": 2}).messages
        os._exit(0 if same and len(fresh) == 2 else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_other_interpreters_are_refused() -> None:
    program = textwrap.dedent(
        """
        try:
            import _xxsubinterpreters as interpreters
        except ImportError:
            import _interpreters as interpreters
        made = interpreters.create()
        code = '''
        try:
            import galley
        except ImportError as problem:
            print("refused:", problem)
        '''
        import textwrap
        interpreters.run_string(made, textwrap.dedent(code))
        """
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "refused:" in done.stdout, done.stderr


MEMORY = """
import gc, sys
import galley

ws = galley.Workspace.in_memory()
ws.filters["up"] = lambda value: value.upper()
ws.filters["fail"] = lambda value: 1 / 0
good = ws.compile("{{ name|up }} {{ xs }} {{ user.name }}{% for each in users %}{{ each.name }}{% endfor %}")
bad = ws.compile("{{ name|fail }}")
chat = ws.compile(
    "id: t\\nname: T\\nversion: 1\\ntask: writing_assistant\\nslots: {}\\nlayout:\\n"
    "  - {kind: message, role: user, content: 'Hi {{name}}'}\\n",
    language="chat",
    name="t",
)
user = {"name": "Ann", "avatar": object()}


def round_of(count):
    for at in range(count):
        good.render(name="x" * 600, xs=[at, {"a": "y" * 600}], user=user, users=[user, user])
        for failing in (
            lambda: bad.render(name="a"),
            lambda: good.render(name=1, xs=object()),
            lambda: good.render(name="a", xs=1, user={"nme": 1}, users=[]),
        ):
            try:
                failing()
            except (galley.Error, TypeError):
                pass
        chat.render_chat({"name": "Ann"}).openai()


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4


round_of(2000)
gc.collect()
before, objects = resident(), len(gc.get_objects())
round_of(int(sys.argv[1]))
gc.collect()
print(resident() - before, len(gc.get_objects()) - objects)
"""


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="no /proc")
def test_renders_leave_nothing() -> None:
    """Five renders a round: with callables, with errors, of chat templates."""
    rounds = os.environ.get("GALLEY_MEMORY_ROUNDS", "4000")
    done = subprocess.run([sys.executable, "-c", MEMORY, rounds], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    grown, objects = map(int, done.stdout.split())
    assert objects < 100
    assert grown < 1024, f"{grown} kB more after {rounds} rounds"


@pytest.mark.parametrize("start", [["-m", "galley"], None])
def test_the_command(project: Path, start: list[str] | None) -> None:
    beside = Path(sys.executable).parent / "galley"
    if start is None and not beside.exists():
        pytest.skip("the package is not installed")
    program = [str(beside)] if start is None else [sys.executable, *start]
    done = subprocess.run([*program, "--version"], capture_output=True, text=True)
    assert galley.__version__ in done.stdout and done.returncode == 0
    done = subprocess.run(
        [*program, "render", "hello", "-d", "-"],
        input='{"name": "Ann", "topics": ["a"]}',
        capture_output=True,
        text=True,
        cwd=project,
    )
    assert done.stdout.strip() == "Hello Ann: a", done.stderr
    # The templates to start from are in the wheel too.
    done = subprocess.run([*program, "list"], capture_output=True, text=True, cwd=project)
    assert "builtin" in done.stdout, done.stderr
    assert subprocess.run([*program, "render", "nope"], cwd=project, capture_output=True).returncode == 3


def test_the_types(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    program = tmp_path / "program.py"
    program.write_text(
        textwrap.dedent(
            """
            import galley

            ws = galley.Workspace(".")
            text: str = ws.template("hello").render(name="Ann", topics=["harbour"])
            conv = ws.template("turn").render_chat({"a": 1}, budget="4k", model="gpt-5")
            messages: list[dict[str, object]] = conv.openai()["messages"]
            ws.filters["money"] = lambda value: f"{value:.2f}"

            @ws.source("docs")
            def docs(args: dict[str, int]) -> list[str]:
                return []

            tokens: int = galley.count_tokens("some text", model="gpt-5")
            try:
                galley.render("{{ a }}", a=1)
            except galley.UndefinedError as error:
                line: int = error.diagnostics[0].line
            """
        )
    )
    # The integrations import what is not installed here.
    modules = ["galley", "galley.jinja2", "galley.ipython", "galley.pytest_plugin", "galley.__main__"]
    for what in ([str(program)], [word for each in modules for word in ("-m", each)]):
        done = subprocess.run(
            [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), *what],
            capture_output=True,
            text=True,
            cwd=tmp_path,
        )
        assert done.returncode == 0, done.stdout
