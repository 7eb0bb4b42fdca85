#!/usr/bin/env python3
"""Jinja2 as a peer of the text benchmark; the protocol is in bench/text/run.py."""

import json
import pathlib
import sys
import time

import jinja2
import jinja2.sandbox


def model_tojson(value, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
    return json.dumps(value, ensure_ascii=ensure_ascii, indent=indent, separators=separators,
                      sort_keys=sort_keys)


def raise_exception(message):
    raise jinja2.TemplateError(message)


class Workload:
    def __init__(self, folder):
        self.templates = {path.name: path.read_text(encoding="utf-8")
                          for path in pathlib.Path(folder).glob("*.j2")}
        self.json = (pathlib.Path(folder) / "data.json").read_text(encoding="utf-8")
        options = json.loads((pathlib.Path(folder) / "options.json").read_text())
        loader = jinja2.DictLoader(self.templates)
        if options.get("profile") == "huggingface":
            # What the transformers library sets up for chat templates.
            self.environment = jinja2.sandbox.ImmutableSandboxedEnvironment(
                loader=loader, trim_blocks=True, lstrip_blocks=True,
                extensions=["jinja2.ext.loopcontrols"])
            self.environment.filters["tojson"] = model_tojson
            self.environment.globals["raise_exception"] = raise_exception
            self.environment.globals["strftime_now"] = lambda _: "02 Jan 2026"
        else:
            self.environment = jinja2.Environment(loader=loader)
        self.data = json.loads(self.json)

    def compile(self):
        for name, text in self.templates.items():
            self.environment.compile(text, name)

    def parse(self):
        json.loads(self.json)

    def render(self):
        return self.environment.get_template("main.j2").render(self.data)


def answer(workload, words):
    if words[0] == "output":
        try:
            pathlib.Path(words[1]).write_text(workload.render(), encoding="utf-8")
        except jinja2.TemplateError as error:
            return f"fails {str(error).splitlines()[0]}"
        return "ok"
    step = getattr(workload, words[0])
    step()  # what is compiled once is not timed
    begin = time.perf_counter_ns()
    for _ in range(int(words[1])):
        step()
    return time.perf_counter_ns() - begin


def main():
    workload = None
    for line in sys.stdin:
        words = line.split()
        if words[0] == "load":
            workload = Workload(words[1])
            print("ok", flush=True)
        else:
            print(answer(workload, words), flush=True)


if __name__ == "__main__":
    main()
