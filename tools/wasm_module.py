"""A module of WebAssembly as the linker writes it with --emit-relocs: its sections, its symbols,
and what refers to what.

A reference is a relocation.  One function has none, and is read itself: that which the linker makes
to call the constructors.
"""
import bisect
import dataclasses

CUSTOM, TYPE, IMPORT, FUNCTION, TABLE, EXPORT, ELEMENT, CODE, DATA, DATA_COUNT = 0, 1, 2, 3, 4, 7, 9, 10, 11, 12
SYMBOL_TABLE = 8
FUNCTION_SYMBOL, DATA_SYMBOL, SECTION_SYMBOL = 0, 1, 3
UNDEFINED, EXPLICIT_NAME = 0x10, 0x40
# The types of relocations, of those that a module with 32-bit memory has.
FUNCTION_TYPES = {0, 1, 2, 8, 12, 26}
MEMORY_TYPES = {3, 4, 5, 11, 21}
OTHER_TYPES = {6, 7, 9, 10, 13, 20}
WITH_ADDEND = MEMORY_TYPES | {8, 9}


class Reader:
    def __init__(self, data, at=0):
        self.data, self.at = data, at

    def byte(self):
        self.at += 1
        return self.data[self.at - 1]

    def number(self):
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def signed(self):
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value - (1 << shift) if byte & 64 else value

    def bytes(self, size):
        self.at += size
        return self.data[self.at - size:self.at]

    def text(self):
        return self.bytes(self.number()).decode()

    def limits(self):
        if self.number() & 1:
            self.number()
        self.number()


def number(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def signed(value):
    out = bytearray()
    while True:
        byte = value & 127
        value >>= 7
        if value == (-1 if byte & 64 else 0):
            out.append(byte)
            return bytes(out)
        out.append(byte | 128)


def sized(data):
    return number(len(data)) + data


def sections_of(data):
    """[(type, payload)], in order."""
    reader, found = Reader(data, 8), []
    while reader.at < len(data):
        kind = reader.byte()
        found.append((kind, reader.bytes(reader.number())))
    return found


def module_of(sections):
    return b"\0asm\1\0\0\0" + b"".join(bytes([kind]) + sized(data) for kind, data in sections)


@dataclasses.dataclass
class Import:
    module: str
    name: str
    kind: int
    type: int  # of a function
    data: bytes


def import_entries(reader):
    """What an import section lists, in order; functions have the kind 0, and the first numbers."""
    found = []
    for _ in range(reader.number()):
        start = reader.at
        module, name, kind = reader.text(), reader.text(), reader.byte()
        index = 0
        if kind == 0:
            index = reader.number()
        elif kind == 1:
            reader.byte(), reader.limits()
        elif kind == 2:
            reader.limits()
        else:
            reader.bytes(2)
        found.append(Import(module, name, kind, index, reader.data[start:reader.at]))
    return found


@dataclasses.dataclass
class Export:
    name: str
    kind: int
    index: int
    data: bytes


def export_entries(reader):
    found = []
    for _ in range(reader.number()):
        start = reader.at
        name, kind, index = reader.text(), reader.byte(), reader.number()
        found.append(Export(name, kind, index, reader.data[start:reader.at]))
    return found


def table_size(reader):
    """How many places the only table of a module has."""
    if reader.number() != 1 or reader.byte() != 0x70:
        raise ValueError("more than one table, or not of functions")
    reader.number()
    return reader.number()


def types_of(reader):
    """The parameters and results of each type of function."""
    found = []
    for _ in range(reader.number()):
        if reader.byte() != 0x60:
            raise ValueError("a type that is not that of a function")
        found.append((reader.bytes(reader.number()), reader.bytes(reader.number())))
    return found


@dataclasses.dataclass
class Segment:
    address: int
    data: bytes


def segments_of(payload):
    """The active segments of a data section."""
    reader, found = Reader(payload), []
    for _ in range(reader.number()):
        if reader.number() != 0 or reader.byte() != 0x41:
            raise ValueError("a segment that is not active, or not at a constant address")
        address = reader.signed() & 0xFFFFFFFF
        if reader.byte() != 0x0B:
            raise ValueError("an address that is computed")
        found.append(Segment(address, reader.bytes(reader.number())))
    return found


def data_section(segments):
    parts = [b"\0\x41" + signed(each.address - (1 << 32 if each.address >> 31 else 0)) + b"\x0b" + sized(each.data)
             for each in segments]
    return number(len(parts)) + b"".join(parts)


@dataclasses.dataclass
class Symbol:
    kind: int
    name: str
    index: int = -1
    start: int = 0  # of data: its address
    end: int = 0


class LinkedModule:
    """Nodes are ("f", index of a function) and ("d", number of a symbol of data)."""

    def __init__(self, data):
        self.sections = sections_of(data)
        self.imported = 0
        self.exported = []
        self.names = {}
        self.segments = []
        self.symbols = []
        for kind, payload in self.sections:
            if kind == IMPORT:
                self.imported = sum(each.kind == 0 for each in import_entries(Reader(payload)))
            elif kind == EXPORT:
                self.exported = [each.index for each in export_entries(Reader(payload)) if each.kind == 0]
            elif kind == CODE:
                self._read_bodies(Reader(payload))
            elif kind == DATA:
                self.segments = segments_of(payload)
        for _, name, reader in self._custom():
            if name == "linking":
                self._read_linking(reader)
        self._index_data()
        self.edges = {}
        for _, name, reader in self._custom():
            if name in ("reloc.CODE", "reloc.DATA"):
                self._read_relocations(reader)
        self._read_constructors()

    def _custom(self):
        for kind, payload in self.sections:
            if kind == CUSTOM:
                reader = Reader(payload)
                yield kind, reader.text(), reader

    def _read_bodies(self, reader):
        self.bodies = []
        for _ in range(reader.number()):
            size = reader.number()
            self.bodies.append((reader.at, reader.at + size))
            reader.at += size
        self.body_starts = [start for start, _ in self.bodies]
        self.code = reader.data

    def _read_linking(self, reader):
        reader.number()
        while reader.at < len(reader.data):
            kind = reader.byte()
            part = Reader(reader.bytes(reader.number()))
            if kind == SYMBOL_TABLE:
                self.symbols = [self._symbol(part) for _ in range(part.number())]

    def _symbol(self, reader):
        kind, flags = reader.byte(), reader.number()
        if kind == DATA_SYMBOL:
            symbol = Symbol(kind, reader.text())
            if not flags & UNDEFINED:
                segment, offset, size = reader.number(), reader.number(), reader.number()
                if segment < len(self.segments):
                    symbol.start = self.segments[segment].address + offset
                    symbol.end = symbol.start + size
            return symbol
        symbol = Symbol(kind, "", reader.number())
        if kind != SECTION_SYMBOL and (not flags & UNDEFINED or flags & EXPLICIT_NAME):
            symbol.name = reader.text()
        if kind == FUNCTION_SYMBOL:
            self.names[symbol.index] = symbol.name
        return symbol

    # Symbols of data by address; strings that share their tails overlap.
    def _index_data(self):
        self.data_symbols = sorted((each.start, each.end, at) for at, each in enumerate(self.symbols)
                                   if each.kind == DATA_SYMBOL and each.end > each.start)
        self.data_starts = [start for start, _, _ in self.data_symbols]
        self.longest = max((end - start for start, end, _ in self.data_symbols), default=0)

    def _at_address(self, address):
        at = bisect.bisect_right(self.data_starts, address) - 1
        while at >= 0 and self.data_symbols[at][0] + self.longest > address:
            if self.data_symbols[at][1] > address:
                yield ("d", self.data_symbols[at][2])
            at -= 1

    def _read_relocations(self, reader):
        section = reader.number()
        starts = self._segment_starts() if self.sections[section][0] == DATA else None
        for _ in range(reader.number()):
            kind, offset, symbol = reader.byte(), reader.number(), reader.number()
            if kind in WITH_ADDEND:
                reader.signed()
            if kind in FUNCTION_TYPES:
                target = ("f", self.symbols[symbol].index)
            elif kind in MEMORY_TYPES:
                target = ("d", symbol)
            elif kind in OTHER_TYPES:
                continue
            else:
                raise ValueError(f"relocation {kind}")
            for source in self._holders(offset, starts):
                self.edges.setdefault(source, set()).add(target)

    def _holders(self, offset, starts):
        if starts is None:
            body = bisect.bisect_right(self.body_starts, offset) - 1
            return [("f", self.imported + body)]
        at = bisect.bisect_right(starts, offset) - 1
        return list(self._at_address(self.segments[at].address + offset - starts[at]))

    def _segment_starts(self):
        payload = next(data for kind, data in self.sections if kind == DATA)
        reader, starts = Reader(payload), []
        for _ in range(reader.number()):
            reader.number(), reader.byte(), reader.signed(), reader.byte()
            size = reader.number()
            starts.append(reader.at)
            reader.at += size
        return starts

    # The linker writes the function that calls the constructors, without relocations.
    def _read_constructors(self):
        for index, name in self.names.items():
            if name != "__wasm_call_ctors" or index < self.imported:
                continue
            start, end = self.bodies[index - self.imported]
            reader = Reader(self.code[start:end])
            if reader.number() != 0:
                raise ValueError("constructors with locals")
            while (opcode := reader.byte()) != 0x0B:
                if opcode == 0x10:
                    self.edges.setdefault(("f", index), set()).add(("f", reader.number()))
                elif opcode != 0x1A:
                    raise ValueError(f"constructors hold {opcode:#x}")

    def reached(self, nodes, is_followed):
        """What `nodes` lead to, and they themselves, by way of nodes that `is_followed` holds for."""
        found = set(nodes)
        todo = list(found)
        while todo:
            for target in self.edges.get(todo.pop(), ()):
                if target not in found and is_followed(target):
                    found.add(target)
                    todo.append(target)
        return found
