"""Requests that can be made twice as large, as the folder shapes/ has them (requests.txt there
says how they are written)."""

import os
import pathlib
import re


class Shape:
    def __init__(self, method, count, end, name, is_crossed=False):
        self.method, self.count, self.end, self.name = method, max(1, round(count)), end, name
        self.is_crossed = is_crossed
        self.params = ""
        self.files = []
        # Requests that fill a store: before, once for each unit, behind.
        self.fillings = {"first": [], "fill": [], "last": []}
        self.may_grow = False

    def requests_before(self, count, directory):
        for method, params in self.fillings["first"]:
            yield method, expand(params, count).replace("%DIR%", directory)
        for number in range(count):
            for method, params in self.fillings["fill"]:
                yield method, numbered(params, number).replace("%DIR%", directory)
        for method, params in self.fillings["last"]:
            yield method, expand(params, count).replace("%DIR%", directory)

    def request(self, count, directory):
        return expand(self.params, count).replace("%DIR%", directory)

    def write_files(self, count, directory):
        """Returns how many bytes they hold."""
        size = 0
        for name, text in self.files:
            path = os.path.join(directory, name)
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(expand(text, count).replace("\\n", "\n"))
            size += os.path.getsize(path)
        return size


class Input:
    """One of a family: what stands for @KEY@ in the requests that are made of it."""

    def __init__(self, head):
        count, self.name = head.split(" ", 1)
        self.count = int(count)
        self.texts = {}
        self.fillings = []
        self.file = None
        self.ends = {}
        self.may_grow = set()

    def read_line(self, line):
        word, _, rest = line.partition(" ")
        if word == "fill":
            self.fillings.append(rest.split(" ", 1))
        elif word == "file":
            self.file = rest.split(" ", 1)
            self.texts["name"] = self.file[0]
        elif word == "ends":
            end, *methods = rest.split()
            self.ends.update(dict.fromkeys(methods or [""], end))
        elif word == "grows":
            self.may_grow.add(rest.split()[0])
        else:
            self.texts[word] = rest

    def put_into(self, text):
        for key, value in self.texts.items():
            text = text.replace(f"@{key}@", value)
        return text


class Crossing:
    """An operation that is asked for each input of a family."""

    def __init__(self, head):
        self.family, self.method, times, self.end = head.split()
        self.times = float(times)
        self.lines = []
        self.left_out = set()

    def read_line(self, line):
        if line.startswith("not "):
            self.left_out.add(line[4:])
        else:
            self.lines.append(line)

    def shapes(self, inputs):
        for one in inputs:
            if one.name in self.left_out:
                continue
            end = one.ends.get(self.method) or one.ends.get("") or self.end
            shape = Shape(self.method, one.count * self.times, end, one.name, True)
            for line in self.lines:
                read_line(one.put_into(line), shape)
            shape.fillings["fill"] += one.fillings
            if one.file:
                shape.files.append(one.file)
            shape.may_grow |= self.method in one.may_grow
            yield shape


def numbered(unit, number):
    return unit.replace("^4", f"{number:04}").replace("^", str(number))


def expand(params, count):
    def units(match):
        return match[1].join(numbered(match[2], number) for number in range(count))
    return re.sub(r"<\*(.*?)\|(.*?)\*>", units, params, flags=re.S)


def read_line(line, shape):
    word, _, rest = line.partition(" ")
    if word in shape.fillings:
        shape.fillings[word].append(rest.split(" ", 1))
    elif word == "file":
        shape.files.append(rest.split(" ", 1))
    elif word == "grows":
        shape.may_grow = True
    else:
        shape.params = line


def read_names(lines):
    names = {}
    for line in lines:
        if line.startswith("let "):
            name, text = line[4:].split(" = ", 1)
            names[name] = text
    return names


def with_names(line, names):
    for name, text in names.items():
        line = line.replace(f"%{name}%", text)
    return line


class Reader:
    def __init__(self):
        self.shapes = []
        self.families = {}
        self.crossings = []
        self.last = None

    def read(self, line):
        word, _, rest = line.partition(" ")
        if line.startswith("  "):
            if isinstance(self.last, Shape):
                read_line(line[2:], self.last)
            else:
                self.last.read_line(line[2:])
        elif word == "inputs":
            self.family = self.families.setdefault(rest, [])
        elif word == "over":
            self.last = Crossing(rest)
            self.crossings.append(self.last)
        elif word.isdigit():
            self.last = Input(line)
            self.family.append(self.last)
        elif line and not line.startswith(("#", "let ")):
            method, count, end, name = line.split(" ", 3)
            self.last = Shape(method, int(count), end, name)
            self.shapes.append(self.last)


def read_shapes(folder):
    lines = [line for path in sorted(pathlib.Path(folder).glob("*.txt"))
             for line in path.read_text(encoding="utf-8").splitlines()]
    names = read_names(lines)
    reader = Reader()
    for line in lines:
        reader.read(with_names(line, names))
    for crossing in reader.crossings:
        reader.shapes += crossing.shapes(reader.families[crossing.family])
    return reader.shapes
