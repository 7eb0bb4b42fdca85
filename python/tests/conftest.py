"""What several tests start from."""

from __future__ import annotations

from pathlib import Path

import pytest

import galley

CHAT = """\
id: talk
name: Talk
version: 1
task: writing_assistant
layout:
  - {kind: message, role: system, content: "You talk about {{topic}}."}
  - {kind: message, role: user, content: "Begin, {{name}}."}
slots: {}
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A directory with a text template and a chat template."""
    templates = tmp_path / ".galley" / "templates"
    templates.mkdir(parents=True)
    (templates / "hello.j2").write_text("Hello {{ name }}: {{ topics|join(', ') }}")
    (templates / "turn_writer.chat.yaml").write_text(CHAT)
    return tmp_path


@pytest.fixture
def memory() -> galley.Workspace:
    """A workspace without files."""
    return galley.Workspace.in_memory()
