#!/usr/bin/env python3
"""Twice the input takes twice the work.

usage: doubling.py GALLEY SHAPES [WORD]

Makes each request in the folder SHAPES (requests.txt there says how they are written) at four
sizes, or only those whose method or name holds WORD, by `galley rpc` under callgrind.  What
a request takes are the instructions that ran for it, libraries included: the same on any
machine, so nothing is timed.  What grows faster than n^1.3, or takes too much for each byte,
is found here and not by a user.  Ends with 77 where valgrind is missing.
"""

import json
import math
import os
import pathlib
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
    "template.rename", "text.names", "tokens.list", "version"}


class Shape:
    def __init__(self, head):
        self.method, count, self.end, self.name = head.split(" ", 3)
        self.count = int(count)
        self.params = ""
        self.files = []
        self.fillings = []
        self.may_grow = False
        self.sizes = []
        self.wrong = ""

    def requests(self, count, directory):
        """Those that fill a store, then the one that counts."""
        for number in range(count):
            for method, params in self.fillings:
                yield method, numbered(params, number).replace("%DIR%", directory)
        yield self.method, expand(self.params, count).replace("%DIR%", directory)

    def write_files(self, count, directory):
        """Returns how many bytes they hold."""
        size = 0
        for name, text in self.files:
            path = os.path.join(directory, name)
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(expand(text, count).replace("\\n", "\n"))
            size += os.path.getsize(path)
        return size


def numbered(unit, number):
    return unit.replace("^4", f"{number:04}").replace("^", str(number))


def expand(params, count):
    def units(match):
        return match[1].join(numbered(match[2], number) for number in range(count))
    return re.sub(r"<\*(.*?)\|(.*?)\*>", units, params)


def read_shapes(folder):
    shapes, names = [], {}
    for path in sorted(pathlib.Path(folder).glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("let "):
                name, text = line[4:].split(" = ", 1)
                names[name] = text
            elif line.startswith("  "):
                for name, text in names.items():
                    line = line.replace(f"%{name}%", text)
                read_line(line[2:], shapes[-1])
            elif line and not line.startswith("#"):
                shapes.append(Shape(line))
    return shapes


def read_line(line, shape):
    word, _, rest = line.partition(" ")
    if word == "fill":
        shape.fillings.append(rest.split(" ", 1))
    elif word == "file":
        shape.files.append(rest.split(" ", 1))
    elif word == "grows":
        shape.may_grow = True
    else:
        shape.params = line


def callgrind(dump, *options):
    return ["valgrind", "--tool=callgrind", f"--log-file={dump}.log", f"--callgrind-out-file={dump}",
            *options]


def total(dump):
    with open(dump, encoding="utf-8") as lines:
        counted = next(int(line.split()[1]) for line in lines if line.startswith("summary:"))
    os.remove(dump)
    return counted


class Counter:
    """The command under callgrind: a `galley rpc` that is asked one thing at a time, and others."""

    def __init__(self, galley, directory):
        self.galley = galley
        self.dump = os.path.join(directory, "counts")
        self.environment = {"PATH": os.environ["PATH"], "HOME": directory}
        self.asked = 0
        self.process = subprocess.Popen(
            [*callgrind(self.dump, f"--dump-after={ANSWER}"), galley, "rpc"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=directory, env=self.environment)

    def ask(self, method, params):
        """Whether it ended well, what it said, and what it took."""
        line = '{"jsonrpc":"2.0","id":1,"method":"%s","params":%s}\n' % (method, params)
        self.process.stdin.write(line.encode())
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        self.asked += 1
        return "result" in answer, answer, total(f"{self.dump}.{self.asked}")

    def run(self, words, directory):
        dump = os.path.join(directory, "count")
        done = subprocess.run([*callgrind(dump), self.galley, *words.split()], cwd=directory,
                              env=self.environment, capture_output=True, check=False)
        return done.returncode in (0, 1), done.stderr, total(dump)


def measure(shape, count, counter, directory):
    work = tempfile.mkdtemp(dir=directory)
    size = shape.write_files(count, work)
    *fillings, (method, params) = shape.requests(count, work)
    for filling in fillings:
        well, answer, _ = counter.ask(*filling)
        if not well:
            raise SystemExit(f"{filling}: {answer}")
    if method == "command":
        well, answer, taken = counter.run(params, work)
    else:
        well, answer, taken = counter.ask(method, params)
    if well != (shape.end == "well"):
        shape.wrong = f"does not end {shape.end} with {count}: {str(answer)[:300]}"
    shutil.rmtree(work)
    size = size or (count * BYTES_OF_ROW if fillings else len(params.encode()))
    shape.sizes.append((size, taken))


def exponent_of(two, four, eight):
    """From the differences, in which what is the same at every size hides no growth."""
    if eight - four < NOISE * eight:
        return 0
    if four - two < NOISE * four:
        return math.log2(eight / four)
    return math.log2((eight - four) / (four - two))


def judge(shape):
    """The row of the table, and what is wrong."""
    (_, one), (_, two), (bytes_four, four), (bytes_eight, eight) = shape.sizes
    exponent = exponent_of(two, four, eight)
    for_one_byte = (eight - four) / (bytes_eight - bytes_four)
    wrong = shape.wrong
    if exponent > MOST_EXPONENT and not shape.may_grow:
        wrong = f"grows with {exponent:.2f}, above {MOST_EXPONENT}"
    if for_one_byte > MOST_FOR_ONE_BYTE and not shape.may_grow:
        wrong = f"takes {for_one_byte:.0f} instructions a byte, above {MOST_FOR_ONE_BYTE}"
    row = f"{shape.method:20} {shape.name:36}" + "".join(f" {n:12}" for n in (one, two, four, eight))
    return row + f" {exponent:6.2f} {for_one_byte:8.0f}", wrong


def operations_without_shape(counter, shapes):
    _, answer, _ = counter.ask("operations.list", "{}")
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
            # What is made once is made before anything is kept.
            for times in (2, 1, 2, 4, 8):
                measure(shape, shape.count * times, counter, directory)
            del shape.sizes[0]
            row, wrong = judge(shape)
            print(row + (f"  <- {wrong}" if wrong else ""), flush=True)
            failed += bool(wrong)
        counter.process.stdin.close()
        counter.process.wait()
    print(f"{sum(bool(shape.sizes) for shape in shapes)} shapes, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
