"""The cases of `galley test` as items of pytest.

A file NAME.test.yaml of a project becomes a file of pytest, each of its cases an item.
`--galley-update` rewrites what they expect.
"""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Any, Iterator

import pytest

from ._errors import Error
from ._workspace import Workspace

ENDINGS = (".test.yaml", ".test.yml")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("galley", "tests of prompts")
    group.addoption(
        "--galley-update", action="store_true", help="rewrite what the tests of prompts expect"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """The directory of a project is collected though its name begins with a dot."""
    return False if collection_path.name == ".galley" else None


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if not file_path.name.endswith(ENDINGS):
        return None
    made: PromptFile = PromptFile.from_parent(parent, path=file_path)
    return made


class CaseFailed(Exception):
    """What a case did not give as expected."""


class PromptFile(pytest.File):
    """One file of tests.  It is run once, when its cases are collected, since a run is cheaper
    than asking what there is to run."""

    def collect(self) -> Iterator[pytest.Item]:
        update = bool(self.config.getoption("--galley-update"))
        try:
            found = self._run(update)
        except Error as error:
            raise self.CollectError(str(error)) from error
        if found is None:
            raise self.CollectError("this file is no test of a project: `galley test` does not find it")
        problems = found.get("problems") or []
        if problems and not found.get("cases"):
            raise self.CollectError("\n".join(str(each.get("message", each)) for each in problems))
        for case in found["cases"]:
            yield PromptCase.from_parent(self, name=str(case.get("name", "case")), case=case)

    def _run(self, update: bool) -> dict[str, Any] | None:
        """What `tests.run` tells of this file, or None where it is none of the project's."""
        report = Workspace(self.path.parent).call("tests.run", update=update)
        for each in report["files"]:
            if Path(each["path"]).name == self.path.name and str(self.path).endswith(each["path"].lstrip("./")):
                result: dict[str, Any] = each
                return result
        return None


class PromptCase(pytest.Item):
    """One case of a file of tests."""

    def __init__(self, *, case: dict[str, Any], **options: Any) -> None:
        super().__init__(**options)
        self.case = case

    def runtest(self) -> None:
        if not self.case["passed"]:
            raise CaseFailed(self.case)

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        if not isinstance(excinfo.value, CaseFailed):
            return super().repr_failure(excinfo, style)
        lines = []
        for each in self.case.get("failures", ()):
            lines.append(f"{each.get('part', '')}: {each.get('message', '')}")
            if "expected" in each and "actual" in each:
                expected, actual = (str(each[key]).splitlines() for key in ("expected", "actual"))
                lines.extend(difflib.unified_diff(expected, actual, "expected", "actual", lineterm=""))
        return "\n".join(lines)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        line = self.case.get("line")
        return self.path, line - 1 if isinstance(line, int) else None, f"galley: {self.name}"
