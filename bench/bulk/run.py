#!/usr/bin/env python3
"""Rows through the engines that people have: what galley adds to a function that does nothing.

    run.py [ROWS]             builds the wheel, makes an environment for it, and measures there
    run.py --measure [ROWS]   measures with the packages of this Python

Of each engine there are three columns: its identity function (the same rows come back), galley's
`render_batch` and Jinja2 in a function, all of one two-variable template on the same rows.  The three
are interleaved and the least of the rounds counts.  Then one core against two, the role-play workload
of bench/text against the benchmark's own program, and the memory of ten million rows.  An engine that
is not installed is left out.
"""
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ENGINES = ["pyarrow", "polars", "pandas", "duckdb", "pyspark", "ray[data]", "jinja2==3.1.6"]
SOURCE = "Hello {{ name }}, {{ topic }}!"
ROUNDS = 5


def best_of(functions, rounds=ROUNDS):
    """The least seconds of each, in turn."""
    best = {}
    for _ in range(rounds):
        for name, function in functions.items():
            begin = time.perf_counter()
            function()
            took = time.perf_counter() - begin
            best[name] = min(best.get(name, took), took)
    return best


def template():
    import galley

    return galley.Workspace.in_memory({"hello.j2": SOURCE}).template("hello")


def table(rows):
    import pyarrow as pa

    return pa.table({"name": [f"Ann {at % 1000}" for at in range(rows)], "topic": [f"the harbour {at % 77}" for at in range(rows)]})


def with_jinja2():
    import jinja2

    made = jinja2.Template(SOURCE)
    return lambda names, topics: [made.render(name=name, topic=topic) for name, topic in zip(names, topics)]


def on_pyarrow(data):
    import pyarrow as pa

    ours, theirs = template(), with_jinja2()
    return {
        "identity": lambda: data.column("name").combine_chunks(),
        "galley": lambda: pa.array(ours.render_batch(data)),
        "Jinja2": lambda: pa.array(theirs(data["name"].to_pylist(), data["topic"].to_pylist())),
    }


def on_polars(data):
    import polars as pl
    import pyarrow as pa

    ours, theirs = template(), with_jinja2()
    frame = pl.from_arrow(data)

    def mapped(function):
        return lambda: frame.select(pl.struct(pl.all()).map_batches(function, return_dtype=pl.String))

    return {
        "identity": mapped(lambda rows: rows.struct.field("name")),
        "galley": mapped(lambda rows: pl.Series(pa.array(ours.render_batch(rows.struct.unnest())))),
        "Jinja2": mapped(lambda rows: pl.Series(theirs(rows.struct.field("name").to_list(), rows.struct.field("topic").to_list()))),
    }


def on_pandas(data):
    import pandas as pd
    import pyarrow as pa

    ours, theirs = template(), with_jinja2()
    frame = data.to_pandas(types_mapper=pd.ArrowDtype)
    return {
        "identity": lambda: frame["name"].copy(),
        "galley": lambda: pd.Series(pd.arrays.ArrowExtensionArray(pa.array(ours.render_batch(frame)))),
        "Jinja2": lambda: pd.Series(theirs(frame["name"], frame["topic"])),
    }


def on_duckdb(data):
    import duckdb
    import pyarrow as pa

    ours, theirs = template(), with_jinja2()
    connection = duckdb.connect()
    connection.register("data", data)
    functions = {
        "identity": lambda name, topic: name,
        "galley": lambda name, topic: pa.array(ours.render_batch(pa.table({"name": name, "topic": topic}))),
        "Jinja2": lambda name, topic: pa.array(theirs(name.to_pylist(), topic.to_pylist())),
    }

    def query(name, function):
        connection.create_function(f"f_{name}", function, ["VARCHAR", "VARCHAR"], "VARCHAR", type="arrow", null_handling="special")
        return lambda: connection.sql(f"SELECT sum(length(f_{name}(name, topic))) FROM data").fetchall()

    return {name: query(name, function) for name, function in functions.items()}


def on_pyspark(data, folder):
    import pyarrow.parquet as pq
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable  # not whichever python3 comes first
    pq.write_table(data, folder / "rows.parquet")
    spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    rows = spark.read.parquet(str(folder / "rows.parquet")).cache()
    rows.count()

    def identity(batches):
        for batch in batches:
            yield batch.select(["name"])

    def galley_rows(batches):
        import galley
        import pyarrow as pa

        ours = galley.Workspace.in_memory({"hello.j2": SOURCE}).template("hello")
        for batch in batches:
            yield pa.RecordBatch.from_arrays([pa.array(ours.render_batch(batch))], ["name"])

    def jinja2_rows(batches):
        import jinja2
        import pyarrow as pa

        made = jinja2.Template(SOURCE)
        for batch in batches:
            texts = [made.render(row) for row in batch.to_pylist()]
            yield pa.RecordBatch.from_arrays([pa.array(texts)], ["name"])

    def query(function):
        return lambda: rows.mapInArrow(function, "name string").selectExpr("sum(length(name))").collect()

    return {"identity": query(identity), "galley": query(galley_rows), "Jinja2": query(jinja2_rows)}


def on_ray(data):
    import pyarrow as pa
    import ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR", configure_logging=False)
    ray.data.DataContext.get_current().enable_progress_bars = False
    source = ray.data.from_arrow(data).materialize()

    class Galley:
        def __init__(self):
            self.ours = template()

        def __call__(self, batch):
            return pa.table({"name": pa.array(self.ours.render_batch(batch))})

    class Jinja2:
        def __init__(self):
            self.theirs = with_jinja2()

        def __call__(self, batch):
            return pa.table({"name": self.theirs(batch["name"].to_pylist(), batch["topic"].to_pylist())})

    class Identity:
        def __call__(self, batch):
            return batch.select(["name"])

    def query(kind):
        return lambda: source.map_batches(kind, batch_format="pyarrow", concurrency=1).materialize()

    return {"identity": query(Identity), "galley": query(Galley), "Jinja2": query(Jinja2)}


def report_engines(rows):
    data = table(rows)
    print(f"{'us a row, ' + format(rows, ',') + ' rows':26}{'identity':>10}{'galley':>10}{'Jinja2':>10}{'over identity':>15}{'rows/s':>13}{'x Jinja2':>10}")
    with tempfile.TemporaryDirectory() as folder:
        makers = {"pyarrow": on_pyarrow, "Polars": on_polars, "pandas": on_pandas, "DuckDB": on_duckdb,
                  "PySpark": lambda data: on_pyspark(data, pathlib.Path(folder)), "Ray Data": on_ray}
        for name, make in makers.items():
            try:
                functions = make(data)
            except ImportError as problem:
                print(f"{name}: left out, {problem}")
                continue
            took = {each: 1e6 * seconds / rows for each, seconds in best_of(functions, 3).items()}
            print(f"{name:26}{took['identity']:>10.3f}{took['galley']:>10.3f}{took['Jinja2']:>10.3f}"
                  f"{took['galley'] - took['identity']:>15.3f}{1e6 / took['galley']:>13,.0f}{took['Jinja2'] / took['galley']:>10.1f}", flush=True)


def report_cores(rows):
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        print("left out: one core against two, for want of a second core")
        return
    data, ours = table(rows), template()
    took = {1: [], 2: []}
    for _ in range(ROUNDS):
        for count in took:
            os.sched_setaffinity(0, cores[:count])
            begin = time.perf_counter()
            ours.render_batch(data)
            took[count].append(time.perf_counter() - begin)
    os.sched_setaffinity(0, cores)
    ratio = max(one / two for one, two in zip(took[1], took[2]))
    print(f"1 core {1e6 * min(took[1]) / rows:.3f} us a row, 2 cores {1e6 * min(took[2]) / rows:.3f}: {min(took[1]) / min(took[2]):.2f} times (best round {ratio:.2f})")


def role_play(folder):
    """The workload's template and its data as one row of a table."""
    import galley

    subprocess.run([sys.executable, ROOT / "bench/text/workloads.py", folder], check=True, stderr=subprocess.DEVNULL)
    data = json.loads((folder / "role_play/data.json").read_text())
    options = {"trim_blocks": True, "lstrip_blocks": True, "undefined": "default"}
    source = (folder / "role_play/main.j2").read_text()
    return galley.Workspace.in_memory({"main.j2": source}, jinja=options).template("main"), data


def benchmark_program(folder):
    """A function that gives the nanoseconds of one render in the benchmark's own program."""
    program = ROOT / "build/release/bench/peer_galley"
    if not program.exists():
        return None
    peer = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def ask(command):
        peer.stdin.write(command + "\n")
        peer.stdin.flush()
        return peer.stdout.readline().strip()

    assert ask(f"load {folder}/role_play") == "ok"
    return lambda: int(ask("render 2000")) / 2000


def report_role_play(rows):
    import pyarrow as pa

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        ours, data = role_play(folder)
        engine = benchmark_program(folder)
        batch = pa.Table.from_pylist([data] * 2000)
        assert pa.array(ours.render_batch(batch))[7].as_py() == ours.render(data)
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, cores[:1])
        done, spent, alone = 0, 0.0, []
        while done < rows:
            begin = time.process_time()
            ours.render_batch(batch)
            spent += time.process_time() - begin
            done += len(batch)
            if engine and (done % 20_000 == 0 or done >= rows):
                alone.append(engine())
        os.sched_setaffinity(0, cores)
        line = f"role-play, {done:,} rows: {1e6 * spent / done:.2f} us a row on one core"
        if alone:
            mean = sum(alone) / len(alone) / 1000
            line += f", {mean:.2f} in the benchmark's program: {1e6 * spent / done / mean:.2f} times"
        print(line, flush=True)


def report_memory(rows):
    """Ten million rows as a stream of batches, each rendered and dropped."""
    data, ours = table(100_000), template()
    peaks = []
    for at in range(rows // len(data)):
        ours.render_batch(data)
        if at in (4, rows // len(data) - 1):
            peaks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    print(f"memory: {peaks[0]:.0f} MiB at most after 500,000 rows, {peaks[-1]:.0f} MiB after {rows:,}")


def measure(rows):
    report_cores(rows)
    report_role_play(rows)
    report_memory(10 * rows)
    report_engines(min(rows, 200_000))


def main(rows):
    sys.path.insert(0, str(ROOT / "tools"))
    import package_python

    output = ROOT / "build/packages/python"
    package_python.main(ROOT / "build/release", output, False)
    environment = output / "scratch/bulk"
    package_python.run([sys.executable, "-m", "venv", environment])
    pip = [environment / "bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    package_python.run([*pip, *ENGINES])
    package_python.run([*pip, "--force-reinstall", "--no-index", "--no-deps", "--find-links", output, "galley-prompts"])
    subprocess.run([environment / "bin/python", __file__, "--measure", str(rows)], check=True)


if __name__ == "__main__":
    words = [each for each in sys.argv[1:] if each != "--measure"]
    if len(words) > 1 or not all(each.isdigit() for each in words):
        sys.exit(__doc__)
    (measure if "--measure" in sys.argv else main)(int(words[0]) if words else 1_000_000)
