"""The programs of the documents run as they stand."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import galley

ROOT = Path(__file__).resolve().parents[2]


def programs(document: str) -> list[str]:
    """Its blocks of Python that begin a program."""
    text = (ROOT / document).read_text(encoding="utf-8")
    return [block for block in re.findall(r"^```python\n(.*?)^```", text, re.S | re.M) if block.startswith("import galley\n")]


@pytest.mark.parametrize("document", ["README.md", "python/README.md", "docs/python.md"])
def test_programs_run(document: str, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    templates = project / ".galley/templates"
    (templates / "assistant.chat.yaml").write_text((templates / "turn_writer.chat.yaml").read_text())
    monkeypatch.chdir(project)
    asked: list[dict[str, Any]] = []
    create = SimpleNamespace(create=lambda **request: asked.append(request))
    given = {"topic": "the harbour", "name": "Ann"}
    found = programs(document)
    assert found, "the document has no program"
    for program in found:
        names: dict[str, Any] = {"client": SimpleNamespace(chat=SimpleNamespace(completions=create)), "ctx": given, "context": given}
        exec(compile(program, document, "exec"), names)
        assert isinstance(names["ws"], galley.Workspace)
        assert names["conv"].messages[1] == {"role": "user", "content": "Begin, Ann."}
    assert asked[0]["messages"][0] == {"role": "system", "content": "You talk about the harbour."}


def test_the_notebook_runs() -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    notebook = nbformat.read(ROOT / "examples/python.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    assert any("1 of 2: Harbour for Ann" in str(each) for each in outputs)
    assert not any(each.output_type == "error" for each in outputs)
