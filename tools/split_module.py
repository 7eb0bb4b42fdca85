#!/usr/bin/env python3
"""Splits a module of WebAssembly in two, so that a page need not load all of it.

  split_module.py instrument LINKED OUT
  split_module.py split LINKED PROFILE REST_LIST FIRST SECOND

LINKED was linked with --emit-relocs.  The first command makes of it a module that notes which functions
run; PROFILE is what it noted.  FIRST gets the functions that ran, but for those of REST_LIST and what
ran by way of them only, and calls the others through its table, where SECOND puts them once it is there.

Any choice of functions is right, some are small.  Data is another matter, since nobody notices that it
is read: so SECOND gets only what no function of FIRST leads to by its relocations.
"""
import os
import struct
import subprocess
import sys
import tempfile

from wasm_module import CODE, CUSTOM, DATA, DATA_COUNT, IMPORT, LinkedModule, Reader, Segment, data_section, \
    imported_functions, module_of, number, sections_of, segments_of, sized

FEATURES = ["--enable-bulk-memory", "--enable-nontrapping-float-to-int", "--enable-sign-ext",
            "--enable-mutable-globals"]
# Fewer bytes than that are not worth a segment of their own.
SHORTEST = 24
PROFILE_HEAD = 8


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)


def named(sections):
    """The module without what the linker noted, each function named by its number."""
    parts = dict(sections)
    last = imported_functions(Reader(parts[IMPORT])) + Reader(parts[CODE]).number()
    names = number(last) + b"".join(number(each) + sized(b"f%d" % each) for each in range(last))
    kept = [each for each in sections if each[0] != CUSTOM]
    return module_of(kept + [(CUSTOM, sized(b"name") + b"\1" + sized(names))])


def wasm_split(sections, arguments):
    with tempfile.TemporaryDirectory() as folder:
        whole = os.path.join(folder, "whole.wasm")
        write(whole, named(sections))
        subprocess.run(["wasm-split", *FEATURES, whole, *arguments], check=True)


def listed(path):
    with open(path, encoding="utf-8") as file:
        lines = (line.split("#")[0].strip() for line in file)
        return [line for line in lines if line]


def functions_named(module, wanted):
    """The functions of these names, which are full and without parameters."""
    names = subprocess.run(["llvm-cxxfilt-19"], input="\n".join(module.names.values()), capture_output=True, text=True,
                           check=True).stdout.split("\n")
    found = {}
    for index, name in zip(module.names, names):
        found.setdefault(name.replace("(anonymous namespace)::", "").split("(")[0], set()).add(("f", index))
    missing = [each for each in wanted if each not in found]
    if missing:
        sys.exit(f"the module has no function {', '.join(missing)}: was it renamed?")
    return {node for each in wanted for node in found[each]}


def first_functions(module, profile, rest):
    """The functions of the first part: those that ran, and not by way of `rest` only."""
    times = struct.iter_unpack("<I", profile[PROFILE_HEAD:])
    ran = {("f", module.imported + at) for at, (time,) in enumerate(times) if time}
    roots = ran & {("f", each) for each in module.exported}
    return ran & module.reached(roots, lambda node: node not in rest and (node[0] == "d" or node in ran))


def second_ranges(module, functions):
    """Where the data is that `functions` do not lead to: [(start, end)], sorted."""
    data = module.reached(functions, lambda node: node[0] == "d")
    ranges = []
    first_end = 0
    for start, end, at in module.data_symbols:
        if ("d", at) in data:
            cut_off(ranges, start, end)
            first_end = max(first_end, end)
        elif end > max(start, first_end):
            ranges.append((max(start, first_end), end))
    return joined(ranges)


# Symbols come by their starts, so that only the ends of the last ranges can lie behind `start`.
def cut_off(ranges, start, end):
    kept = []
    while ranges and ranges[-1][1] > start:
        low, high = ranges.pop()
        if high > end:
            kept.append((max(low, end), high))
        if low < start:
            kept.append((low, start))
    ranges.extend(sorted(kept))


def joined(ranges):
    found = []
    for low, high in sorted(ranges):
        if found and low <= found[-1][1]:
            found[-1] = (found[-1][0], max(high, found[-1][1]))
        else:
            found.append((low, high))
    return found


def cut(segment, ranges):
    """The parts of a segment outside of `ranges`, and those inside."""
    outside, inside = [], []
    at, end = segment.address, segment.address + len(segment.data)

    def part(low, high):
        return Segment(low, segment.data[low - segment.address:high - segment.address])

    for low, high in ranges:
        low, high = max(low, at), min(high, end)
        if high - low < SHORTEST:
            continue
        if low > at:
            outside.append(part(at, low))
        inside.append(part(low, high))
        at = high
    if end > at:
        outside.append(part(at, end))
    return outside, inside


# The count of segments is for instructions that name one, of which there are none.
def with_data(sections, segments):
    kept = [each for each in sections if each[0] not in (DATA, DATA_COUNT, CUSTOM)]
    return module_of(kept + [(DATA, data_section(segments))])


def split(linked, profile, rest_list, first, second):
    module = LinkedModule(read(linked))
    functions = first_functions(module, read(profile), functions_named(module, listed(rest_list)))
    with tempfile.NamedTemporaryFile("w", encoding="utf-8") as kept:
        kept.write("\n".join(f"f{index}" for _, index in sorted(functions)))
        kept.flush()
        wasm_split(module.sections, [f"--keep-funcs=@{kept.name}", "--export-prefix=%", "-o1", first, "-o2", second])
    ranges = second_ranges(module, functions)
    parts = [cut(segment, ranges) for segment in module.segments]
    write(first, with_data(sections_of(read(first)), [each for outside, _ in parts for each in outside]))
    write(second, with_data(sections_of(read(second)), [each for _, inside in parts for each in inside]))


def main():
    command, *arguments = sys.argv[1:]
    if command == "instrument":
        linked, out = arguments
        wasm_split(sections_of(read(linked)), ["--instrument", "-o", out])
    else:
        split(*arguments)


if __name__ == "__main__":
    main()
