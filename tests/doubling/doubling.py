#!/usr/bin/env python3
"""Twice the input takes twice the work.

usage: doubling.py GALLEY SHAPES [--all] [WORD]

Makes each request in the folder SHAPES (requests.txt there says how they are written) at four
sizes, or only those whose method or name holds WORD, by `galley rpc` under callgrind.  What
a request takes are the instructions that ran for it, libraries included: the same on any
machine, so nothing is timed.  What grows faster than n^1.3, or takes too much for each byte,
is found here and not by a user.  Every operation has twenty shapes, or a reason in
WITHOUT_SHAPE.

There are many more than a test of every change has time for.  Without --all and WORD a part
is made: some of each operation, always the same ones, so that what fails here fails again.
Ends with 77 where valgrind is missing.
"""

import collections
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile

from shapes import read_shapes

MOST_EXPONENT = 1.3
# Of the work, what may differ between two requests that are alike.
NOISE = 0.05
# A byte of input that takes more than this takes a second with a request of some 100 kB.
MOST_FOR_ONE_BYTE = 40_000
# What a row of a store counts as, where the input is not the request but was stored before.
BYTES_OF_ROW = 64
SHAPES_OF_OPERATION = 20
# Of the shapes of an operation, one of so many is in the part that every change is tested with.
ONE_OF = 6
# Runs once for each request; what ran since the last one, reading the line too, is the request's.
ANSWER = "galley::api::RpcSession::Answer(*"

# Operations that nothing can make larger, and why.
WITHOUT_SHAPE = {
    "chat.schema": "prints one of two schemas",
    "config.path": "prints where configurations are looked for",
    "config.view": "prints the configuration, which config.validate reads the same way",
    "diagnostics.list": "prints the codes, or one",
    "instructions.init": "writes one example",
    "limits.list": "prints the limits",
    "operations.list": "prints the operations, or one",
    "project.files": "prints the files of `galley init`",
    "text.names": "prints the names of one language",
    "tokens.list": "prints the tokenizers, which tokens.import adds to one at a time",
    "version": "prints the version",
}


def callgrind(dump, *options):
    return ["valgrind", "--tool=callgrind", f"--log-file={dump}.log", f"--callgrind-out-file={dump}",
            *options]


def total(dump):
    with open(dump, encoding="utf-8") as lines:
        counted = next(int(line.split()[1]) for line in lines if line.startswith("summary:"))
    os.remove(dump)
    return counted


class Session:
    """A `galley rpc` that is asked one thing at a time."""

    def __init__(self, words, directory):
        self.environment = {"PATH": os.environ["PATH"], "HOME": directory}
        self.process = subprocess.Popen([*words, "rpc"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, cwd=directory, env=self.environment)

    def ask(self, method, params):
        """Whether it ended well, and what it said."""
        line = '{"jsonrpc":"2.0","id":1,"method":"%s","params":%s}\n' % (method, params)
        self.process.stdin.write(line.encode())
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        return "result" in answer, answer

    def end(self):
        self.process.stdin.close()
        self.process.wait()


class Counter:
    """The command under callgrind, and beside it without, for what is not counted."""

    def __init__(self, galley, directory):
        self.galley = galley
        self.directory = directory
        self.dump = os.path.join(directory, "counts")
        self.asked = 0
        self.filled = {}
        self.counted = Session([*callgrind(self.dump, f"--dump-after={ANSWER}"), galley], directory)
        self.plain = Session([galley], directory)

    def ask(self, method, params):
        """Whether it ended well, what it said, and what it took."""
        well, answer = self.counted.ask(method, params)
        self.asked += 1
        return well, answer, total(f"{self.dump}.{self.asked}")

    def run(self, words, directory):
        dump = os.path.join(directory, "count")
        done = subprocess.run([*callgrind(dump), self.galley, *words.split()], cwd=directory,
                              env=self.counted.environment, capture_output=True, check=False)
        return done.returncode in (0, 1), done.stderr, total(dump)

    def fill(self, shape, count, directory):
        """Makes what is stored before; of the same twice, the second is a copy."""
        wanted = [*shape.requests_before(count, "%DIR%")]
        key = str(wanted)
        if key not in self.filled:
            self.filled[key] = tempfile.mkdtemp(dir=self.directory)
            for method, params in wanted:
                well, answer = self.plain.ask(method, params.replace("%DIR%", self.filled[key]))
                if not well:
                    raise SystemExit(f"{method} {params}: {answer}")
        shutil.copytree(self.filled[key], directory, dirs_exist_ok=True)
        return bool(wanted)

    def end(self):
        self.counted.end()
        self.plain.end()


def measure(shape, count, counter, directory):
    """The bytes of the input, the instructions that it took, and what is wrong."""
    work = tempfile.mkdtemp(dir=directory)
    size = shape.write_files(count, work)
    is_filled = counter.fill(shape, count, work)
    params = shape.request(count, work)
    if shape.method == "command":
        well, answer, taken = counter.run(params, work)
    else:
        well, answer, taken = counter.ask(shape.method, params)
    wrong = ""
    if well != (shape.end == "well"):
        wrong = f"does not end {shape.end} with {count}: {str(answer)[:300]}"
    shutil.rmtree(work)
    size += len(params.encode()) + (count * BYTES_OF_ROW if is_filled else 0)
    return size, taken, wrong


def exponent_of(two, four, eight):
    """From the differences, in which what is the same at every size hides no growth."""
    if eight - four < NOISE * eight:
        return 0
    if four - two < NOISE * four:
        return math.log2(eight / four)
    return math.log2((eight - four) / (four - two))


def measure_all(shape, counter, directory):
    # What is made once is made before anything is kept.
    return [measure(shape, shape.count * times, counter, directory) for times in (2, 1, 2, 4, 8)][1:]


def grows(sizes):
    return exponent_of(*[taken for _, taken, _ in sizes[1:]]) > MOST_EXPONENT


def judge(shape, sizes):
    """The row of the table, and what is wrong."""
    (_, one, _), (_, two, _), (bytes_four, four, _), (bytes_eight, eight, wrong) = sizes
    exponent = exponent_of(two, four, eight)
    for_one_byte = (eight - four) / max(bytes_eight - bytes_four, 1)
    if exponent > MOST_EXPONENT and not shape.may_grow:
        wrong = f"grows with {exponent:.2f}, above {MOST_EXPONENT}"
    if for_one_byte > MOST_FOR_ONE_BYTE and not shape.may_grow:
        wrong = f"takes {for_one_byte:.0f} instructions a byte, above {MOST_FOR_ONE_BYTE}"
    row = f"{shape.method:20} {shape.name:36}" + "".join(f" {n:12}" for n in (one, two, four, eight))
    return row + f" {exponent:6.2f} {for_one_byte:8.0f}", wrong


def operations_without_shapes(counter, shapes):
    """Those of the program that have fewer than they must, and those of the list that are none."""
    _, answer, _ = counter.ask("operations.list", "{}")
    names = {row["name"] for row in answer["result"]["operations"]}
    count = collections.Counter(shape.method for shape in shapes)
    for name in sorted(names - WITHOUT_SHAPE.keys()):
        if count[name] < SHAPES_OF_OPERATION:
            yield f"{name} has {count[name]} shapes, below {SHAPES_OF_OPERATION}"
    for name in sorted(WITHOUT_SHAPE.keys() - names):
        yield f"{name} is no operation"


def part_of(shapes):
    """Every so many of each operation, from another one on in each."""
    seen = collections.Counter()
    first = {method: number for number, method in enumerate(sorted({s.method for s in shapes}))}
    for shape in shapes:
        if (seen[shape.method] + first[shape.method]) % ONE_OF == 0:
            yield shape
        seen[shape.method] += 1


def main():
    if not shutil.which("valgrind"):
        print("skipped: valgrind is not there")
        return 77
    galley, path, *words = sys.argv[1:]
    every = read_shapes(path)
    shapes = every if words else [*part_of(every)]
    if words and words[-1] != "--all":
        shapes = [shape for shape in every if words[-1] in f"{shape.method} {shape.name}"]
    failed = 0
    with tempfile.TemporaryDirectory() as directory:
        counter = Counter(os.path.abspath(galley), directory)
        for complaint in operations_without_shapes(counter, every):
            print(complaint)
            failed += 1
        for shape in shapes:
            sizes = measure_all(shape, counter, directory)
            if grows(sizes) and not shape.may_grow:
                # What is done once from some size on is no growth: beyond that it is gone.
                shape.count *= 4
                sizes = measure_all(shape, counter, directory)
            row, wrong = judge(shape, sizes)
            print(row + (f"  <- {wrong}" if wrong else ""), flush=True)
            failed += bool(wrong)
        counter.end()
    print(f"{len(shapes)} of {len(every)} shapes, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
