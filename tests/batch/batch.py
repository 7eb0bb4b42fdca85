"""`galley batch`: rows of every format, failures beside, a run that was cut goes on.

    batch.py GALLEY

Arrow files are made with pyarrow where that is installed, and left out where not.
"""

import csv
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

ROWS = 5_000
CHAT = """id: ask
name: Ask
task: turn_generation
version: 1
layout:
- {kind: message, role: system, content: Be brief.}
- {kind: message, role: user, content: "{{ctx.name}} asks {{ctx.n}}"}
slots: {}
"""


def run(galley, *words, stdin=None, status=0):
    done = subprocess.run([galley, "batch", *words], input=stdin, capture_output=True, timeout=120)
    assert done.returncode == status, (words, done.returncode, done.stderr.decode())
    return done


def lines(path):
    return [json.loads(line) for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines()]


def check_lines_of_json(galley, rows):
    with open("rows.jsonl", "w", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
        file.write("\n")  # an empty line is no row
    run(galley, "hello", "--in", "rows.jsonl", "--out", "out.jsonl", "--errors", "failed.jsonl")
    expected = [{"row": at, "text": f"Hello {row['name']}, {6 // row['n']}"} for at, row in enumerate(rows) if row["n"]]
    assert lines("out.jsonl") == expected
    failed = lines("failed.jsonl")
    assert [each["row"] for each in failed] == [at for at, row in enumerate(rows) if not row["n"]]
    assert all("error[template-type]" in each["error"] for each in failed)
    assert not any(row["name"] in each["error"] for row in rows for each in failed[:3]), "an error repeats data"
    piped = run(galley, "hello", stdin=pathlib.Path("rows.jsonl").read_bytes(), status=1)
    assert piped.stdout == pathlib.Path("out.jsonl").read_bytes()
    assert b"rows failed" in piped.stderr
    one = run(galley, "hello", "--in", "rows.jsonl", "--threads", "1", "--errors", "again.jsonl")
    assert one.stdout == piped.stdout


def check_resume(galley, seed):
    """Wherever a run was cut, resuming gives what one run would have given."""
    whole = pathlib.Path("out.jsonl").read_bytes(), pathlib.Path("failed.jsonl").read_bytes()
    generator = random.Random(seed)
    for cut in [0, len(whole[0])] + [generator.randrange(len(whole[0])) for _ in range(20)]:
        pathlib.Path("cut.jsonl").write_bytes(whole[0][:cut])
        # Errors are written first, so there may be more of them, and half of one that is ahead.
        row = max((each["row"] for each in map(json.loads, whole[0][:cut].rpartition(b"\n")[0].splitlines())), default=-1)
        ahead = [line for line in whole[1].splitlines(keepends=True) if json.loads(line)["row"] < row + 500]
        is_half = cut % 2 and ahead and json.loads(ahead[-1])["row"] > row
        pathlib.Path("cutfailed.jsonl").write_bytes(b"".join(ahead)[: -1 if is_half else None])
        run(galley, "hello", "--in", "rows.jsonl", "--out", "cut.jsonl", "--errors", "cutfailed.jsonl", "--resume")
        assert pathlib.Path("cut.jsonl").read_bytes() == whole[0], cut
        assert pathlib.Path("cutfailed.jsonl").read_bytes() == whole[1], cut
    pathlib.Path("foreign.jsonl").write_text("hello\n")
    run(galley, "hello", "--in", "rows.jsonl", "--out", "foreign.jsonl", "--resume", status=7)
    assert pathlib.Path("foreign.jsonl").read_text() == "hello\n"


def check_interruptions(galley):
    """A run that is stopped while it works, politely or not, goes on with nothing lost or doubled."""
    with open("many.jsonl", "w", encoding="utf-8") as file:
        for at in range(60_000):
            file.write(json.dumps({"name": f"N{at}", "n": at % 40}) + "\n")
    words = ["hello", "--in", "many.jsonl", "--threads", "1"]
    run(galley, *words, "--out", "manyout.jsonl", "--errors", "manyfailed.jsonl")
    stopped = 0
    for how in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
        for name in ("stopped.jsonl", "stoppedfailed.jsonl"):
            pathlib.Path(name).unlink(missing_ok=True)
        again = [galley, "batch", *words, "--out", "stopped.jsonl", "--errors", "stoppedfailed.jsonl", "--resume"]
        work = subprocess.Popen(again, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while work.poll() is None and not (os.path.exists("stopped.jsonl") and os.path.getsize("stopped.jsonl")):
            time.sleep(0.0005)
        work.send_signal(how)
        work.wait(timeout=60)
        stopped += os.path.getsize("stopped.jsonl") < os.path.getsize("manyout.jsonl")
        assert subprocess.run(again, capture_output=True, timeout=120).returncode == 0
        for name in ("out", "failed"):
            expected = pathlib.Path(f"many{name}.jsonl").read_bytes()
            assert pathlib.Path(f"stopped{name.removeprefix('out')}.jsonl").read_bytes() == expected, (how, name)
    print(stopped, "of 3 runs were stopped before their end")


def check_csv(galley, rows):
    with open("rows.csv", "w", newline="", encoding="utf-8-sig") as file:
        writer = csv.writer(file)
        writer.writerow(["name", "n"])
        for row in rows:
            writer.writerow([row["name"], row["n"]])
    run(galley, "shout", "--in", "rows.csv", "--out", "csv.jsonl")
    assert lines("csv.jsonl") == [{"row": at, "text": f"{row['name']}={row['n']}"} for at, row in enumerate(rows)]
    pathlib.Path("bad.csv").write_text('name,n\na,1\nb\nc,3\n"d"x,4\n')
    run(galley, "shout", "--in", "bad.csv", "--out", "bad.jsonl", "--errors", "badfailed.jsonl")
    assert [each["row"] for each in lines("bad.jsonl")] == [0, 2]
    assert [each["row"] for each in lines("badfailed.jsonl")] == [1, 3]


def check_chat(galley, rows):
    run(galley, "ask", "--in", "rows.jsonl", "--out", "chat.jsonl")
    assert lines("chat.jsonl")[7] == {"row": 7, "messages": [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": f"{rows[7]['name']} asks {rows[7]['n']}"}]}


def check_arrow(galley, rows, seed):
    try:
        import pyarrow
        from pyarrow import ipc
    except ImportError:
        print("pyarrow is not installed: Arrow files are not tried")
        return
    names = [row["name"] for row in rows]
    plain = pathlib.Path("out.jsonl").read_bytes()
    for kind in (pyarrow.string(), pyarrow.large_string(), pyarrow.string_view(), pyarrow.dictionary(pyarrow.int16(), pyarrow.string())):
        array = pyarrow.array(names).dictionary_encode().cast(kind) if "dictionary" in str(kind) else pyarrow.array(names, kind)
        table = pyarrow.table({"name": array, "n": pyarrow.array([row["n"] for row in rows], pyarrow.int16()),
                               "more": [[{"a": at}] for at in range(len(rows))]})
        for make, chunk in ((ipc.new_file, 777), (ipc.new_stream, None)):
            with make("rows.arrow", table.schema) as writer:
                writer.write_table(table, max_chunksize=chunk)
            run(galley, "hello", "--in", "rows.arrow", "--out", "arrow.jsonl", "--errors", "arrowfailed.jsonl")
            assert pathlib.Path("arrow.jsonl").read_bytes() == plain, (kind, make)
            assert pathlib.Path("arrowfailed.jsonl").read_bytes() == pathlib.Path("failed.jsonl").read_bytes()
    whole = pathlib.Path("rows.arrow").read_bytes()
    generator = random.Random(seed)
    for _ in range(300):  # a file that lies is an error, or other rows; never a crash
        broken = bytearray(whole[: generator.randrange(len(whole))] if generator.random() < 0.3 else whole)
        for _ in range(generator.randrange(1, 6)):
            broken[generator.randrange(min(len(broken), 4000) or 1)] = generator.randrange(256)
        pathlib.Path("broken.arrow").write_bytes(broken)
        done = subprocess.run([galley, "batch", "hello", "--in", "broken.arrow", "--out", "b.jsonl", "--errors", "bf.jsonl"], capture_output=True, timeout=60)
        assert done.returncode in (0, 2, 7), (done.returncode, done.stderr)


def main():
    galley = os.path.abspath(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 32)
    print("seed", seed)
    with tempfile.TemporaryDirectory() as directory:
        os.chdir(directory)
        templates = pathlib.Path(".galley/templates")
        templates.mkdir(parents=True)
        (templates / "hello.j2").write_text("Hello {{ name }}, {{ 6 // n }}")
        (templates / "shout.j2").write_text("{{ name }}={{ n }}")
        (templates / "ask.chat.yaml").write_text(CHAT)
        rows = [{"name": f'N{at} "é",\n{at}', "n": at % 40} for at in range(ROWS)]
        check_lines_of_json(galley, rows)
        check_resume(galley, seed)
        check_interruptions(galley)
        check_csv(galley, rows)
        check_chat(galley, rows)
        check_arrow(galley, rows, seed)
        run(galley, "hello", "--in", "none.jsonl", status=2)
        run(galley, "nosuch", "--in", "rows.jsonl", status=3)
    print("batch: everything as expected")


main()
