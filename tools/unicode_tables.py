#!/usr/bin/env python3
"""Writes the tables of Unicode properties to standard output.

Run by hand when Unicode moves on.  The Unicode version is that of the Python
that runs it, so strings behave here as they do in that Python:

    python3 tools/unicode_tables.py properties > src/base/unicode_tables.inc
    python3 tools/unicode_tables.py case > src/base/letter_case_tables.inc
"""

import sys
import unicodedata

LAST = sys.maxunicode
SHIFT = 5
BLOCK = 1 << SHIFT

SIGMA, FINAL_SIGMA = "\u03a3", "\u03c2"


def code_points():
    return (chr(point) for point in range(LAST + 1))


def is_surrogate(char):
    return 0xD800 <= ord(char) <= 0xDFFF


# The bits of CharProperty in src/base/unicode.h, in their order.  The last few
# have no function of their own in Python; how a sigma is lowered and what
# `title` takes for the inside of a word shows them.
PROPERTIES = [
    str.isalpha,
    str.isdecimal,
    str.isdigit,
    str.isnumeric,
    str.isspace,
    str.isupper,
    str.islower,
    lambda c: c.istitle() and not c.isupper(),
    str.isprintable,
    str.isidentifier,
    lambda c: ("a" + c).isidentifier(),
    lambda c: len((c + "a").splitlines()) == 2,
    lambda c: (c + "a").title()[-1] == "a",
    lambda c: ("A" + c + SIGMA).lower()[-1] == FINAL_SIGMA
    and (c + SIGMA).lower()[-1] != FINAL_SIGMA,
]


def properties_of(char):
    if is_surrogate(char):
        return 0
    return sum(1 << bit for bit, has in enumerate(PROPERTIES) if has(char))


MAPPINGS = [str.upper, str.lower, str.title, str.casefold]


def case_of(char):
    """The differences to the four mappings, or None where one is several characters."""
    if is_surrogate(char):
        return (0, 0, 0, 0)
    mapped = [mapping(char) for mapping in MAPPINGS]
    if any(len(text) != 1 for text in mapped):
        return None
    return tuple(ord(text) - ord(char) for text in mapped)


def ranges(belongs):
    """Yields the (first, last) of each run of characters that belong."""
    first = None
    for point in range(LAST + 2):
        inside = point <= LAST and belongs(chr(point))
        if inside and first is None:
            first = point
        elif not inside and first is not None:
            yield first, point - 1
            first = None


def print_items(items):
    line = "   "
    for item in items:
        if len(line) + len(item) + 2 > 100:
            print(line)
            line = "   "
        line += f" {item},"
    print(line)
    print("};")


def print_array(name, kind, about, items):
    print(f"\n// {about}")
    print(f"constexpr {kind} {name}[] = {{")
    print_items(items)


def print_ranges(name, about, belongs):
    items = (f"{{0x{first:X}, 0x{last:X}}}" for first, last in ranges(belongs))
    print_array(name, "CodePointRange", about, items)


def two_stages(numbers):
    """The numbers without the zeros at their end, as (blocks by number, blocks)."""
    used = max(at for at, number in enumerate(numbers) if number) // BLOCK + 1
    blocks = {}
    index = []
    for first in range(0, used * BLOCK, BLOCK):
        block = tuple(numbers[first : first + BLOCK])
        index.append(blocks.setdefault(block, len(blocks)))
    return index, list(blocks)


def number_records(records, first):
    """Numbers the distinct records, `first` being number 0."""
    numbers = {first: 0}
    return [numbers.setdefault(record, len(numbers)) for record in records], list(numbers)


def print_properties():
    records = [properties_of(char) for char in code_points()]
    # Above the planes of letters stand only a few format characters, tags and
    # private ones, none of which has a property of its own but the selectors.
    numbers, distinct = number_records(records[:0xE0000], 0)
    index, blocks = two_stages(numbers)
    high = [point for point in range(0xE0000, LAST + 1) if records[point]]
    assert {records[point] for point in high} <= {1 << 13, 1 << 8 | 1 << 10 | 1 << 13}

    print_array("kPropertySets", "uint16_t", "The distinct sets of properties.",
                (f"0x{record:X}" for record in distinct))
    print_array("kPropertyIndex", "uint16_t", f"The block of each {BLOCK} code points.",
                map(str, index))
    print(f"\n// The set of each code point of a block, counted from '0' on; {BLOCK} to a block.")
    print("constexpr char kPropertyBlocks[] =")
    text = "".join(chr(ord("0") + number) for block in blocks for number in block)
    rows = [text[at : at + 3 * BLOCK] for at in range(0, len(text), 3 * BLOCK)]
    escaped = [row.replace("\\", "\\\\") for row in rows]
    print("\n".join(f'    "{row}"' for row in escaped) + ";")
    print_ranges("kCaseIgnorableTags", "Case-ignorable characters from U+E0000 on.",
                 lambda c: ord(c) >= 0xE0000 and records[ord(c)] == 1 << 13)
    print_ranges("kSelectors", "Variation selectors there: also printable, and part of a name.",
                 lambda c: ord(c) >= 0xE0000 and records[ord(c)] > 1 << 13)
    print_ranges("kZeroWidth", "Marks drawn over the character before them.",
                 lambda c: unicodedata.category(c) in ("Mn", "Me"))
    print_ranges("kWide", "East Asian wide and full-width characters, which take two columns.",
                 lambda c: unicodedata.east_asian_width(c) in "WF"
                 and unicodedata.category(c) not in ("Mn", "Me"))


def full_mapping(char):
    texts = (mapping(char) for mapping in MAPPINGS)
    points = ("{" + ", ".join(f"0x{ord(c):X}" for c in text) + "}" for text in texts)
    return f"{{0x{ord(char):X}, {{{', '.join(points)}}}}}"


def print_case():
    records = [case_of(char) for char in code_points()]
    numbers, distinct = number_records(records, (0, 0, 0, 0))
    index, blocks = two_stages(numbers)
    assert len(distinct) < 256 and len(blocks) < 256

    print_array("kCaseRecords", "CaseRecord", "The distinct differences to upper, lower, title, fold.",
                ("{%d, %d, %d, %d}" % record if record else "kSeveral" for record in distinct))
    print_array("kCaseIndex", "uint8_t", f"The block of each {BLOCK} code points.", map(str, index))
    print_array("kCaseBlocks", "uint8_t", f"The record of each code point; {BLOCK} to a block.",
                (str(number) for block in blocks for number in block))
    print_array("kFullCases", "FullCase", "Characters with a mapping to several, in order.",
                (full_mapping(char) for char in code_points() if case_of(char) is None))


def main():
    print(f"// Unicode {unicodedata.unidata_version}, written by tools/unicode_tables.py.")
    {"properties": print_properties, "case": print_case}[sys.argv[1]]()


main()
