"""The command `galley`, which the package brings along: `python -m galley`."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def command() -> Path:
    """The program itself."""
    return Path(__file__).resolve().parent / "bin" / "galley"


def main() -> int:
    program = command()
    # The program takes the place of this one, so signals, streams and the exit status are its.
    os.execv(program, ["galley", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
