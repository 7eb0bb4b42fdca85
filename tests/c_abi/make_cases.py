#!/usr/bin/env python3
"""Writes fixtures as cases for programs that use the C interface.

make_cases.py SPEC_DIRECTORY OUTPUT.  A case is a run of texts, each its size in bytes, a line
break, the bytes and a line break, and begins with the path of the fixture and what it does:

- `jinja` or `handlebars`, a template that renders to a text: options, data, expected text, the
  number of templates, and for each its name and text; the template itself is called `main`;
- `call`, an operation: its name, its parameters, `result` or `error`, and the result as JSON, or
  how the diagnostics begin.
"""
import json
import pathlib
import re
import sys

# What text.render means where a fixture says nothing; a workspace has other defaults.
DEFAULTS = {
    "jinja": {"trim_blocks": False, "lstrip_blocks": False, "undefined": "default"},
    "handlebars": {"noEscape": False, "structures": "js"},
}
EXTENSIONS = {"jinja": ".j2", "handlebars": ".hbs"}


def sections_of(text):
    """The sections of a fixture: (first word, rest of the line, body)."""
    sections = []
    for line in text.split("\n"):
        if line.startswith("--- "):
            word, _, rest = line[4:].partition(" ")
            sections.append((word, rest, []))
        elif sections:
            sections[-1][2].append(line[1:] if line.startswith("\\--- ") else line)
    # The line break at the end of the file is not part of the last section.
    if sections and sections[-1][2] and sections[-1][2][-1] == "":
        sections[-1][2].pop()
    return [(word, rest, "\n".join(body)) for word, rest, body in sections]


# Sections that are no files; the others are.
OWN = {"output", "error", "exit", "result", "text", "before", "input", "run", "call", "render",
       "data"}
# What writes, or depends on what others write.
WRITES = re.compile(r"store\.|tests\.run|tokens\.import|instructions\.(init|export)")


def with_files(params, files):
    """The parameters with "@files" and "@:path" replaced by files of the fixture."""
    params = params.replace('"@files"', json.dumps(files, ensure_ascii=False), 1)
    for name, body in files.items():
        params = params.replace(f'"@:{name}"', json.dumps(body, ensure_ascii=False))
    return params


def call_of(path, sections, named):
    """The same as an operation: what `call` says, or `text.render` of one that fails."""
    files = {word: body for word, _, body in sections if word not in OWN}
    if "call" in named:
        method, params = named["call"][0], with_files(named["call"][1], files)
    else:
        method = "text.render"
        language, _, options = named["render"][0].partition(" ")
        given = {"language": language, "source": named["render"][1], "templates": files}
        # As it is written: data may hold a key twice.
        extra = {"data": named["data"][1] if "data" in named else "{}", "options": options or "{}"}
        params = json.dumps(given, ensure_ascii=False)[:-1]
        params += "".join(f', "{key}": {text}' for key, text in extra.items()) + "}"
    if WRITES.match(method):
        return None
    if "error" not in named:
        return [str(path), "call", method, params, "result", named["result"][1]]
    code = re.match(r"(?:error|warning)\[([a-z0-9-]+)\]", named["error"][1])
    return [str(path), "call", method, params, "error", f'[{{"code":"{code[1]}"']


def case_of(path):
    """The texts of a case, or None where the fixture is of another kind."""
    sections = sections_of(path.read_bytes().decode("utf-8", "surrogateescape"))
    named = {word: (rest, body) for word, rest, body in sections}
    is_call = "call" in named and ("result" in named or "error" in named)
    if is_call or ("render" in named and "error" in named):
        return call_of(path, sections, named)
    if "render" not in named or "text" not in named:
        return None
    language, _, options = named["render"][0].partition(" ")
    # `tojson` escapes for HTML in text.render and not in a workspace; no option says which.
    if language not in DEFAULTS or any("tojson" in body for _, _, body in sections):
        return None
    given = dict(DEFAULTS[language], **(json.loads(options) if options else {}))
    if "profile" in given:  # has defaults of its own
        given.pop("trim_blocks"), given.pop("lstrip_blocks")
    templates = [("main" + EXTENSIONS[language], named["render"][1])]
    for word, rest, body in sections:
        if word not in ("render", "data", "text"):
            name = f"{word} {rest}" if rest else word
            has_extension = name.endswith(EXTENSIONS[language])
            templates.append((name if has_extension else name + EXTENSIONS[language], body))
    data = named["data"][1] if "data" in named else "{}"
    texts = [str(path), language, json.dumps(given), data, named["text"][1], str(len(templates))]
    return texts + [text for template in templates for text in template]


def main():
    spec, output = map(pathlib.Path, sys.argv[1:])
    with output.open("wb") as out:
        for path in sorted(spec.glob("*/**/*.txt")):
            for text in case_of(path) or []:
                data = text.encode("utf-8", "surrogateescape")
                out.write(b"%d\n%s\n" % (len(data), data))


main()
