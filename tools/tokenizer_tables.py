#!/usr/bin/env python3
"""Writes the Unicode tables of src/tokenize, taken from the reference tokenizers.

What a split pattern means by \\p{L} and what NFC means depend on the version of
Unicode that a reference implementation was built with, so the tables are asked of
the implementations themselves.  Run by hand, where `tiktoken` and `tokenizers` are
installed:

    python3 tools/tokenizer_tables.py classes > src/tokenize/character_class_tables.inc
    python3 tools/tokenizer_tables.py normalization > src/tokenize/normalize_tables.inc
    python3 tools/tokenizer_tables.py digests
"""

import hashlib
import sys
import unicodedata

import tiktoken
from tokenizers import Regex, normalizers, pre_tokenizers

POINTS = [point for point in range(0x110000) if not 0xD800 <= point <= 0xDFFF]
TEXT = "".join(map(chr, POINTS))
CHUNK = 50_000
SHIFT = 7
BLOCK = 1 << SHIFT

# The order of GeneralCategory in src/tokenize/character_class.h.
CATEGORIES = (
    "Cn Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Co"
).split()
HAN, ONIGURUMA_WORD, RUST_WORD = 1 << 5, 1 << 6, 1 << 7


def in_tokenizers(pattern):
    """The code points that `pattern` matches in tokenizers (Oniguruma)."""
    split = pre_tokenizers.Split(Regex(pattern), "removed", invert=True)
    found = set()
    for start in range(0, len(TEXT), CHUNK):
        for piece, _ in split.pre_tokenize_str(TEXT[start : start + CHUNK]):
            found.update(map(ord, piece))
    return found


def in_tiktoken(pattern):
    """The code points that `pattern` matches in tiktoken, which drops what no match covers."""
    encoding = tiktoken.Encoding(
        "bytes",
        pat_str=pattern,
        mergeable_ranks={bytes([byte]): byte for byte in range(256)},
        special_tokens={},
    )
    found = set()
    for start in range(0, len(TEXT), CHUNK):
        tokens = encoding.encode_ordinary(TEXT[start : start + CHUNK])
        found.update(map(ord, bytes(tokens).decode()))
    return found


def in_both(pattern):
    found = in_tokenizers(pattern)
    if found != in_tiktoken(pattern):
        raise SystemExit(f"the references disagree about {pattern}")
    return found


def classes():
    numbers = [0] * 0x110000
    for number, category in enumerate(CATEGORIES):
        for point in in_both(rf"\p{{{category}}}"):
            numbers[point] = number
    for bit, points in (
        (HAN, in_both(r"\p{Han}")),
        (ONIGURUMA_WORD, in_tokenizers(r"\w")),
        (RUST_WORD, in_tiktoken(r"\w")),
    ):
        for point in points:
            numbers[point] |= bit
    return numbers


def check_spaces(numbers):
    """IsSplitSpace in src/tokenize/character_class.h has no table of its own."""
    blank = {point for point in POINTS if CATEGORIES[numbers[point] & 31][0] == "Z"}
    if in_both(r"\s") != blank | {9, 10, 11, 12, 13, 0x85}:
        raise SystemExit("IsSplitSpace does not hold")


def print_array(name, kind, about, items):
    print(f"\n// {about}")
    print(f"constexpr {kind} {name}[] = {{")
    line = "   "
    for item in items:
        if len(line) + len(item) + 2 > 100:
            print(line)
            line = "   "
        line += f" {item},"
    print(line)
    print("};")


def print_two_stages(name, kind, about, numbers):
    blocks, index = {}, []
    for first in range(0, len(numbers), BLOCK):
        block = tuple(numbers[first : first + BLOCK])
        index.append(blocks.setdefault(block, len(blocks)))
    index_kind = "uint8_t" if len(blocks) <= 256 else "uint16_t"
    print_array(f"k{name}Index", index_kind, f"{about}: which block", map(str, index))
    print_array(f"k{name}Blocks", kind, f"{about}: the blocks", (str(n) for b in blocks for n in b))


def print_classes():
    print("// Made by tools/tokenizer_tables.py; do not edit.")
    numbers = classes()
    check_spaces(numbers)
    print_two_stages("Class", "uint8_t", "General category and marks", numbers)


FORMS = {name: getattr(normalizers, name)() for name in ("NFC", "NFD", "NFKD")}


def normal(form, text):
    return FORMS[form].normalize_str(text)


def is_hangul(point):
    return 0xAC00 <= point <= 0xD7A3


def combining_class(point):
    """Python's class where the reference has one at all; its Unicode is older."""
    low, high, char = "\u0334", "\u0345", chr(point)
    moves = normal("NFD", high + char) == char + high or normal("NFD", char + low) == low + char
    known = unicodedata.combining(char)
    if moves and not known:
        raise SystemExit(f"the class of U+{point:04X} is not known")
    return known if moves or char in (low, high) else 0


def decompositions(form):
    found = {}
    for point in POINTS:
        if is_hangul(point):
            continue
        text = normal(form, chr(point))
        if text != chr(point):
            found[point] = text
    return found


def compositions(canonical):
    """(first, second) -> composed, for everything that NFC puts together again."""
    found = {}
    for point, text in canonical.items():
        if len(text) < 2 or normal("NFC", text) != chr(point):
            continue
        first = normal("NFC", text[:-1])
        if len(first) != 1:
            raise SystemExit(f"U+{point:04X} is no pair")
        found[(ord(first), ord(text[-1]))] = point
    return found


def is_jamo(point):
    return 0x1161 <= point <= 0x1175 or 0x11A8 <= point <= 0x11C2


def normalization():
    """(combining class, unstable, canonical, compatible) of every code point, and the pairs."""
    canonical, compatible = decompositions("NFD"), decompositions("NFKD")
    pairs = compositions(canonical)
    seconds = {second for _, second in pairs}
    records = []
    for point in range(0x110000):
        if 0xD800 <= point <= 0xDFFF:
            records.append((0, 0, "", ""))
            continue
        order = combining_class(point)
        moved = normal("NFC", chr(point)) != chr(point)
        unstable = order != 0 or moved or point in seconds or is_jamo(point)
        own = canonical.get(point, "")
        records.append((order, int(unstable), own, compatible.get(point, "")))
    return records, pairs


def print_normalization():
    records, pairs = normalization()
    pool, places = [], {"": (0, 0)}
    numbers, distinct = [], {}
    for order, unstable, canonical, compatible in records:
        for text in (canonical, compatible):
            if text not in places:
                places[text] = (len(pool), len(text))
                pool.extend(map(ord, text))
        record = (order, unstable, *places[canonical], *places[compatible])
        numbers.append(distinct.setdefault(record, len(distinct)))
    print("// Made by tools/tokenizer_tables.py; do not edit.")
    print_array("kDecomposed", "char32_t", "Decompositions", (f"0x{point:X}" for point in pool))
    rows = ("{" + ", ".join(map(str, record)) + "}" for record in distinct)
    print_array("kRecords", "Record", "Class, unstable, canonical and compatible decomposition", rows)
    print_two_stages("Record", "uint16_t", "The record of a code point", numbers)
    rows = (f"{{0x{a:X}, 0x{b:X}, 0x{c:X}}}" for (a, b), c in sorted(pairs.items()))
    print_array("kPairs", "Pair", "What composes, sorted", rows)


def print_digests():
    """What character_class_test.cc and normalize_test.cc compare with."""
    data = bytes(classes())
    print("classes", hashlib.sha256(data).hexdigest())
    for name in ("NFC", "NFKC"):
        form = getattr(normalizers, name)()
        digest = hashlib.sha256()
        for point in POINTS:
            digest.update(form.normalize_str(chr(point)).encode() + b"\n")
        print(name, digest.hexdigest())


COMMANDS = {"classes": print_classes, "normalization": print_normalization, "digests": print_digests}

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in COMMANDS:
        raise SystemExit(__doc__)
    COMMANDS[sys.argv[1]]()
