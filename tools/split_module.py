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

from wasm_module import CODE, CUSTOM, DATA, DATA_COUNT, ELEMENT, EXPORT, FUNCTION, IMPORT, TABLE, TYPE, LinkedModule, \
    Reader, Segment, data_section, export_entries, import_entries, module_of, number, sections_of, signed, sized, \
    table_size, types_of

FEATURES = ["--enable-bulk-memory", "--enable-nontrapping-float-to-int", "--enable-sign-ext",
            "--enable-mutable-globals"]
# Fewer bytes than that are not worth a segment of their own.
SHORTEST = 24
PROFILE_HEAD = 8
# As wasm-split calls the module that it imports functions of the second part from.
PLACEHOLDER = "placeholder"
# Of the names of what the first part exports for the second.
PREFIX = "%"


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)


def named(sections):
    """The module without what the linker noted, each function named by its number."""
    parts = dict(sections)
    imported = sum(each.kind == 0 for each in import_entries(Reader(parts[IMPORT])))
    last = imported + Reader(parts[CODE]).number()
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


class Stubs:
    """Functions in place of the imports that wasm-split leaves for functions of the second part.

    Each calls the import `galley.bring`, which puts the second part into the table, and then what is at
    its place there.  As imports they would cost a function of JavaScript each, for every instance.  They
    are the last imports, so that they keep their numbers as the first functions; but for one, whose
    number `galley.bring` takes.
    """

    def __init__(self, sections):
        self.parts = dict(sections)
        self.types = types_of(Reader(self.parts[TYPE]))
        entries = import_entries(Reader(self.parts[IMPORT]))
        functions = [each for each in entries if each.kind == 0]
        self.left = [each for each in functions if each.module != PLACEHOLDER]
        self.places = functions[len(self.left):]
        if not self.places or any(each.module != PLACEHOLDER for each in self.places):
            raise ValueError("placeholders are not the last functions that are imported")
        self.others = [each for each in entries if each.kind != 0]

    def sections(self, sections):
        made = {IMPORT: self._imports(), FUNCTION: self._functions(), ELEMENT: self._elements(), CODE: self._code()}
        return [(kind, made.get(kind, data)) for kind, data in sections]

    def _imports(self):
        bring = sized(b"galley") + sized(b"bring") + b"\0" + number(self.types.index((b"", b"")))
        entries = [each.data for each in self.left] + [bring] + [each.data for each in self.others]
        return number(len(entries)) + b"".join(entries)

    def _functions(self):
        reader = Reader(self.parts[FUNCTION])
        self.count = reader.number()
        own = b"".join(number(each.type) for each in self.places[1:])
        return (number(self.count + len(self.places)) + own + reader.data[reader.at:] + number(self.places[0].type))

    def _code(self):
        reader = Reader(self.parts[CODE])
        reader.number()
        first, *others = [sized(self._stub(each)) for each in self.places]
        return number(self.count + len(self.places)) + b"".join(others) + reader.data[reader.at:] + first

    def _stub(self, place):
        values = b"".join(b"\x20" + number(at) for at in range(len(self.types[place.type][0])))
        call = b"\x41" + signed(int(place.name)) + b"\x11" + number(place.type) + b"\0"
        return b"\0\x10" + number(len(self.left)) + values + call + b"\x0b"

    # The stub whose number was taken is the last function.
    def _elements(self):
        head, indices = element_list(self.parts[ELEMENT])
        taken, last = len(self.left), len(self.left) + len(self.places) + self.count
        return element_section(head, [last if each == taken else each for each in indices])


def share_by_table(first, second):
    """What the first part exports for the second goes into the table instead, where its place is its name.

    A function that is exported costs every instance an object; one of the table costs nothing until
    JavaScript asks for it.
    """
    parts = dict(first)
    exports = export_entries(Reader(parts[EXPORT]))
    shared = [each for each in exports if each.kind == 0 and each.name.startswith(PREFIX)]
    kept = [each.data for each in exports if each not in shared]
    head, indices = element_list(parts[ELEMENT])
    size = table_size(Reader(parts[TABLE]))
    place = Reader(head, 1).signed() + len(indices)
    if place != size:
        raise ValueError("the table has places behind its list")
    indices += [each.index for each in shared]
    parts[EXPORT] = number(len(kept)) + b"".join(kept)
    parts[ELEMENT] = element_section(head, indices)
    parts[TABLE] = b"\1\x70\0" + number(size + len(shared))
    names = {each.name: str(size + at) for at, each in enumerate(shared)}
    imports = [renamed(each, names, size) for each in import_entries(Reader(dict(second)[IMPORT]))]
    made = number(len(imports)) + b"".join(imports)
    return ([(kind, parts[kind] if kind != CUSTOM else data) for kind, data in first],
            [(kind, made if kind == IMPORT else data) for kind, data in second])


# The second part takes a table that is larger than the one it knew.
def renamed(entry, names, size):
    head = sized(entry.module.encode()) + sized(names.get(entry.name, entry.name).encode()) + bytes([entry.kind])
    if entry.kind == 0:
        return head + number(entry.type)
    return head + b"\x70\0" + number(size) if entry.kind == 1 else entry.data


def element_list(payload):
    """Where the functions of the table begin, as an expression, and their numbers."""
    reader = Reader(payload)
    if reader.number() != 1 or reader.number() != 0:
        raise ValueError("more than one list of the functions in the table")
    start = reader.at
    reader.byte(), reader.signed(), reader.byte()
    return reader.data[start:reader.at], [reader.number() for _ in range(reader.number())]


def element_section(head, indices):
    return b"\1\0" + head + number(len(indices)) + b"".join(map(number, indices))


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
        wasm_split(module.sections, [f"--keep-funcs=@{kept.name}", f"--export-prefix={PREFIX}", "-o1", first, "-o2", second])
    ranges = second_ranges(module, functions)
    parts = [cut(segment, ranges) for segment in module.segments]
    begun = sections_of(read(first))
    begun, other = share_by_table(Stubs(begun).sections(begun), sections_of(read(second)))
    write(first, with_data(begun, [each for outside, _ in parts for each in outside]))
    write(second, with_data(other, [each for _, inside in parts for each in inside]))


def main():
    command, *arguments = sys.argv[1:]
    if command == "instrument":
        linked, out = arguments
        wasm_split(sections_of(read(linked)), ["--instrument", "-o", out])
    else:
        split(*arguments)


if __name__ == "__main__":
    main()
