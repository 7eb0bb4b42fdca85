#!/usr/bin/env python3
"""Twice the input takes twice the work.

usage: doubling.py GALLEY SHAPES [WORD]

Makes each request of SHAPES (shapes.txt, which says how it is written) at four sizes, or
only those whose method or name holds WORD, by `galley rpc` under callgrind.  What a
request takes are the instructions that ran for it, libraries included: the same on any
machine, so nothing is timed.  What grows faster than n^1.3, or takes too much for each byte,
is found here and not by a user.  Ends with 77 where valgrind is missing.
"""

import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile

MOST_EXPONENT = 1.3
# Of the work, what may differ between two requests that are alike.
NOISE = 0.05
# A byte of input that takes more than this takes a second with a request of some 100 kB.
MOST_FOR_ONE_BYTE = 40_000
# What a row of a store counts as, where the input is not the request but was stored before.
BYTES_OF_ROW = 64
# Runs once for each request; what ran since the last one, reading the line too, is the request's.
ANSWER = "galley::api::RpcSession::Answer(*"

# Operations that grow with nothing, with files on a disk, or that others are made of.
WITHOUT_SHAPE = {
    "catalog.reach", "chat.schema", "config.path", "config.view", "diagnostics.list",
    "file.write", "limits.list", "instructions.init", "operations.list", "project.files",
    "prompt.render", "store.import", "store.label", "store.rollback", "store.status",
    "text.names", "tokens.import", "tokens.list", "version"}


class Shape:
    def __init__(self, head):
        self.method, count, self.end, self.name = head.split(" ", 3)
        self.count = int(count)
        self.params = ""
        self.fillings = []
        self.may_grow = False
        self.sizes = []

    def requests(self, count, directory):
        """Those that fill a store, then the one that counts."""
        for number in range(count):
            for method, params in self.fillings:
                yield method, params.replace("^", str(number)).replace("%DIR%", directory)
        yield self.method, expand(self.params, count).replace("%DIR%", directory)


def expand(params, count):
    def units(match):
        return match[1].join(match[2].replace("^", str(number)) for number in range(count))
    return re.sub(r"<\*(.*?)\|(.*?)\*>", units, params)


def read_shapes(path):
    shapes, names = [], {}
    for line in open(path, encoding="utf-8").read().splitlines():
        if not line or line.startswith("#"):
            continue
        if line.startswith("let "):
            name, text = line[4:].split(" = ", 1)
            names[name] = text
            continue
        if not line.startswith("  "):
            shapes.append(Shape(line))
            continue
        for name, text in names.items():
            line = line.replace(f"%{name}%", text)
        line = line[2:]
        if line.startswith("fill "):
            shapes[-1].fillings.append(line[5:].split(" ", 1))
        elif line.startswith("grows "):
            shapes[-1].may_grow = True
        else:
            shapes[-1].params = line
    return shapes


class Counter:
    """A `galley rpc` that is asked one thing at a time, and what each took."""

    def __init__(self, galley, directory):
        self.dumps = os.path.join(directory, "counts")
        self.asked = 0
        self.process = subprocess.Popen(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={self.dumps}",
             f"--dump-after={ANSWER}", "--quiet", galley, "rpc"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=directory)

    def ask(self, method, params):
        line = '{"jsonrpc":"2.0","id":1,"method":"%s","params":%s}\n' % (method, params)
        self.process.stdin.write(line.encode())
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        self.asked += 1
        return answer, self.taken()

    def taken(self):
        path = f"{self.dumps}.{self.asked}"
        with open(path, encoding="utf-8") as dump:
            total = next(int(line.split()[1]) for line in dump if line.startswith("summary:"))
        os.remove(path)
        return total


def measure(shape, count, counter, directory):
    work = tempfile.mkdtemp(dir=directory)
    for method, params in shape.requests(count, work):
        answer, taken = counter.ask(method, params)
        last = method == shape.method and method not in [fill for fill, _ in shape.fillings]
        well = "result" in answer
        if well != (shape.end == "well" if last else True):
            raise SystemExit(f"{method}, {shape.name}, {count} times: {str(answer)[:300]}")
    shutil.rmtree(work)
    size = count * BYTES_OF_ROW if shape.fillings else len(params.encode())
    shape.sizes.append((size, taken))


def judge(shape):
    """The row of the table, and what is wrong."""
    (_, one), (_, two), (bytes_four, four), (bytes_eight, eight) = shape.sizes
    # What is the same at every size hides no growth, and where nothing else is there is none.
    grows = eight - four > NOISE * eight
    exponent = math.log2((eight - four) / max(four - two, 1)) if grows else 0
    for_one_byte = (eight - four) / (bytes_eight - bytes_four)
    wrong = ""
    if exponent > MOST_EXPONENT and not shape.may_grow:
        wrong = f"grows with {exponent:.2f}, above {MOST_EXPONENT}"
    if for_one_byte > MOST_FOR_ONE_BYTE and not shape.may_grow:
        wrong = f"takes {for_one_byte:.0f} instructions a byte, above {MOST_FOR_ONE_BYTE}"
    row = f"{shape.method:20} {shape.name:36}" + "".join(f" {n:12}" for n in (one, two, four, eight))
    return row + f" {exponent:6.2f} {for_one_byte:8.0f}", wrong


def operations_without_shape(counter, shapes):
    answer, _ = counter.ask("operations.list", "{}")
    known = WITHOUT_SHAPE | {shape.method for shape in shapes}
    return [row["name"] for row in answer["result"]["operations"] if row["name"] not in known]


def main():
    if not shutil.which("valgrind"):
        print("skipped: valgrind is not there")
        return 77
    galley, path = os.path.abspath(sys.argv[1]), sys.argv[2]
    word = sys.argv[3] if len(sys.argv) > 3 else ""
    shapes = read_shapes(path)
    failed = 0
    with tempfile.TemporaryDirectory() as directory:
        counter = Counter(galley, directory)
        for name in operations_without_shape(counter, shapes):
            print(f"{name} has no shape in {path}")
            failed += 1
        for shape in shapes:
            if word not in f"{shape.method} {shape.name}":
                continue
            for times in (1, 2, 4, 8):
                measure(shape, shape.count * times, counter, directory)
            row, wrong = judge(shape)
            print(row + (f"  <- {wrong}" if wrong else ""), flush=True)
            failed += bool(wrong)
        counter.process.stdin.close()
        counter.process.wait()
    print(f"{len(shapes)} shapes, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
