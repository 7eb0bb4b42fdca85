#!/usr/bin/env python3
"""Runs the programs of docs/bulk.md with the real engines, and compares every row.

    recipes.py WHEELS [NAME...]

The engines are installed into a virtual environment; one that cannot be had is named and
left out.  Each program must give what one render a row gives, byte for byte.
"""

import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
ENGINES = {"pyarrow": [], "Polars": ["polars"], "pandas": ["pandas"], "DuckDB": ["duckdb"],
           "PySpark": ["pyspark", "pandas"], "Ray Data": ["ray[data]"]}
ROWS = 20_000

WRITE = """
import json, pyarrow as pa, pyarrow.parquet as pq
rows = json.load(open("rows.json"))
pq.write_table(pa.table({"name": [r["name"] for r in rows], "count": [r["count"] for r in rows]}), "rows.parquet")
import galley
hello = galley.Workspace(".").template("hello")
expected = []
for row in rows:
    try:
        expected.append(hello.render(row))
    except galley.Error:
        expected.append(None)
json.dump(expected, open("expected.json", "w"))
"""

COMPARE = """
import json as _json
_expected = _json.load(open("expected.json"))
_texts = [None if text is None or text != text else text for text in texts]
assert _texts == _expected, "other texts than one by one"
print("rows", len(_texts), "failed", _expected.count(None))
"""


def recipes():
    """(name, program) of each block under `## Engines`."""
    text = (ROOT / "docs/bulk.md").read_text(encoding="utf-8").split("## Engines", 1)[1]
    for name in ENGINES:
        found = re.search(rf"^{re.escape(name)}.*?:\n\n```python\n(.*?)^```", text, re.S | re.M)
        assert found, f"docs/bulk.md has no program for {name}"
        yield name, found.group(1)


def main():
    wheels = pathlib.Path(sys.argv[1]).resolve()
    asked = sys.argv[2:]
    failed = 0
    with tempfile.TemporaryDirectory() as directory:
        scratch = pathlib.Path(directory)
        python = scratch / "v/bin/python"
        subprocess.run([sys.executable, "-m", "venv", scratch / "v"], check=True)
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        if subprocess.run([*pip, "pyarrow"]).returncode != 0:
            print("left out: pyarrow cannot be installed")
            return 77
        subprocess.run([*pip, "--no-index", "--no-deps", "--find-links", wheels, "galley-prompts"], check=True)
        project = scratch / "project"
        (project / ".galley/templates").mkdir(parents=True)
        (project / ".galley/templates/hello.j2").write_text("Hello {{ name }}, {{ 1000 // count }}{% if count > 5 %}!{% endif %}")
        generator = random.Random(7)
        rows = [{"name": "".join(generator.choice("aé漢 ") for _ in range(generator.randrange(20))), "count": generator.randrange(20)}
                for _ in range(ROWS)]
        (project / "rows.json").write_text(json.dumps(rows))
        subprocess.run([python, "-c", WRITE], cwd=project, check=True)
        for name, program in recipes():
            if asked and name not in asked:
                continue
            needed = ENGINES[name]
            if needed and subprocess.run([*pip, *needed]).returncode != 0:
                print(f"{name}: left out, it cannot be installed")
                continue
            # Workers of Spark run whichever python3 comes first, unless they are told.
            done = subprocess.run([python, "-c", program + COMPARE], cwd=project, capture_output=True, text=True,
                                  env={**os.environ, "PYSPARK_PYTHON": str(python)})
            print(f"{name}: {done.stdout.strip().splitlines()[-1] if done.returncode == 0 else 'FAILED'}", flush=True)
            if done.returncode != 0:
                print(done.stderr[-3000:])
                failed += 1
    return 1 if failed else 0


sys.exit(main())
