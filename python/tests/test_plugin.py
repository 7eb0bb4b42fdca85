"""The plugin of pytest, and the magic of notebooks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

TESTS = """\
cases:
- name: greets
  context: {x: Ann}
  expect: {text: Hi Ann}
- name: differs
  context: {x: Ann}
  expect: {text: Hi Bo}
"""


def run_pytest(folder: Path, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "galley.pytest_plugin", "-p", "no:cacheprovider", "-v", *words],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    return done.stdout


@pytest.fixture
def tested(tmp_path: Path) -> Path:
    templates = tmp_path / ".galley" / "templates"
    templates.mkdir(parents=True)
    (templates / "a.j2").write_text("Hi {{ x }}")
    (templates / "a.test.yaml").write_text(TESTS)
    return tmp_path


def test_cases_are_items(tested: Path) -> None:
    out = run_pytest(tested)
    assert "a.test.yaml::greets PASSED" in out, out
    assert "a.test.yaml::differs FAILED" in out
    assert "-Hi Bo" in out and "+Hi Ann" in out
    assert "1 failed, 1 passed" in out
    assert "1 passed" in run_pytest(tested, "-k", "greets")


def test_expectations_are_rewritten(tested: Path) -> None:
    run_pytest(tested, "--galley-update")
    assert "2 passed" in run_pytest(tested)


def test_a_file_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "b.test.yaml").write_text("cases: [")
    assert "error" in run_pytest(tmp_path).lower()


def test_the_magic() -> None:
    testing = pytest.importorskip("IPython.testing.globalipapp")
    shell = testing.get_ipython() or testing.start_ipython()
    shell.run_line_magic("load_ext", "galley.ipython")
    shell.user_ns["name"] = "Ann"
    assert shell.run_cell_magic("galley", "n=1+2", "Hello {{ name }} {{ n }}") == "Hello Ann 3"
