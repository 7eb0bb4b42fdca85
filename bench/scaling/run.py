#!/usr/bin/env python3
"""How the cost of each operation grows with its input: at 1, 2, 4 and 8 times.

    run.py [--galley FILE] [--results DIR] [--document FILE]

Calls go through `galley rpc`, so that reading the request and writing the answer are part of
it.  What is counted is the processor time of that process, the least of several calls; a call
with almost no input is taken off.  The exponent is that of the power law that fits the four
times best; above 1.1 it is called out.  Memory is the most that a process of its own took for
the largest input.
"""

import argparse
import json
import math
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench" / "text"))

import report  # noqa: E402
import run as side_by_side  # noqa: E402

SIZES = (1, 2, 4, 8)


# --- The operations: parameters for an input of n times the unit. -----------------------------

def rows(count):
    return [{"id": at, "name": f"name {at}", "text": "a few words of text", "on": at % 3 > 0} for at in range(count)]


def text_render(times):
    source = "{% for row in rows %}{% if row.on %}{{ loop.index }}. {{ row.name|upper }}: {{ row.text }}\n{% endif %}{% endfor %}"
    return "text.render", {"language": "jinja", "source": source, "data": {"rows": rows(4000 * times)}}


def handlebars_render(times):
    source = "{{#each rows}}{{#if on}}{{@index}}. {{name}}: {{text}}\n{{/if}}{{/each}}"
    return "text.render", {"language": "handlebars", "source": source, "data": {"rows": rows(4000 * times)}}


def text_compile(times):
    part = "{% if a{0} %}{{ b{0}.c|default('x')|upper }} text {% for i in d{0} %}{{ i.e + 1 }}{% endfor %}{% endif %}\n"
    return "text.render", {"language": "jinja", "data": {}, "source": "{% if no %}" + "".join(
        part.replace("{0}", str(at % 50)) for at in range(300 * times)) + "{% endif %}"}


def handlebars_compile(times):
    part = "{{#if a{0}}}{{b{0}.c}} text {{#each d{0}}}{{this.e}}{{/each}}{{/if}}\n"
    return "text.render", {"language": "handlebars", "data": {}, "source": "{{#if no}}" + "".join(
        part.replace("{0}", str(at % 50)) for at in range(300 * times)) + "{{/if}}"}


def json_read(times):
    return "format.read", {"format": "json", "text": json.dumps(rows(1500 * times))}


def yaml_read(times):
    text = "".join(f"- id: {row['id']}\n  name: {row['name']}\n  text: >\n    {row['text']}\n" for row in rows(1200 * times))
    return "format.read", {"format": "yaml", "text": text}


def sections_resolve(times):
    count = 250 * times
    base = "id: base\nsections:\n" + "".join(f"  S_{at}: {{text: 'Say {{{{NAME}}}} {at}'}}\n" for at in range(count))
    top = "extends: base.yaml\nsections:\n" + "".join(
        f"  S_{at}: {{override: true, text: 'Other {at}'}}\n" for at in range(0, count, 3)) + "".join(
        f"  T_{at}: {{text: 'New {at}'}}\n" for at in range(0, count, 5))
    tail = "placeholders:\n  NAME: {type: string, required: true}\n"
    return "sections.resolve", {"workspace": {"files": {"top.yaml": top, "base.yaml": base + tail}}, "template": "top.yaml"}


def instructions_resolve(times):
    count = 250 * times
    context = "kind: context\n---\n" + "".join(f"# Part {at}\nA few words about it.\n" for at in range(count))
    other = "kind: context\n---\n" + "".join(f"# Part {at}\nOther words.\n" for at in range(0, count, 3))
    manifest = "kind: manifest\nenabled: [context]\ncontext:\n  include: {override: [over.iai]}\n  override: {mode: overlay}\n"
    files = {".iaip/manifest.iai": manifest, ".iaip/context.iai": context, ".iaip/over.iai": other}
    return "instructions.resolve", {"workspace": {"files": files}, "manifest": ".iaip/manifest.iai"}


def workspace(count):
    return {"files": {f"project/d{at % 40}/t{at}.j2": "Hello {{ name }}" for at in range(count)},
            "roots": {"project": ["project"]}}


def catalog_list(times):
    return "catalog.list", {"workspace": workspace(1000 * times)}


def catalog_check(times):
    return "catalog.check", {"workspace": workspace(400 * times)}


def chat_render(times):
    turns = [{"no": at, "who": "Ida", "content": "She climbed over the old wall and nobody spoke."} for at in range(1000 * times)]
    template = {
        "id": "t", "name": "T", "task": "turn_generation", "version": 1,
        "layout": [{"kind": "message", "role": "system", "content": "Be brief."}, {"kind": "slot", "name": "turns"}],
        "slots": {"turns": {"priority": 0, "plan": [
            {"kind": "forEach", "source": {"source": "turns"}, "fillDir": "prepend", "map": [
                {"kind": "message", "role": "user", "content": "[{{item.no}}] {{item.who}}: {{item.content}}"}]}]}}}
    return "chat.render", {"template": template, "context": {"turns": turns}}


OPERATIONS = {
    "text.render, Jinja": text_render, "text.render, Handlebars": handlebars_render,
    "compiling Jinja": text_compile, "compiling Handlebars": handlebars_compile,
    "format.read, JSON": json_read, "format.read, YAML": yaml_read,
    "sections.resolve": sections_resolve, "instructions.resolve": instructions_resolve,
    "catalog.list": catalog_list, "catalog.check": catalog_check, "chat.render": chat_render,
}


# --- Measuring -----------------------------------------------------------------------------------

class Server:
    """`galley rpc` as a process, and what a call costs it."""

    def __init__(self, galley):
        self.process = subprocess.Popen([galley, "rpc"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def call(self, request):
        before = side_by_side.processor_time(self.process.pid)
        self.process.stdin.write(request)
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        after = side_by_side.processor_time(self.process.pid)
        return answer, after - before

    def stop(self):
        self.process.stdin.close()
        self.process.wait()


def request_of(make, times):
    method, params = make(times)
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode() + b"\n"


def measure(galley, make, rounds):
    server = Server(galley)
    requests = [request_of(make, times) for times in SIZES]
    costs = [math.inf] * len(SIZES)
    idle = min(server.call(b'{"jsonrpc":"2.0","id":1,"method":"version"}\n')[1] for _ in range(5))
    for _ in range(rounds):
        for at, request in enumerate(requests):
            answer, cost = server.call(request)
            if b'"error"' in answer[:200]:
                sys.exit(f"{make.__name__}: {answer[:500].decode()}")
            costs[at] = min(costs[at], max(cost - idle, 1))
    server.stop()
    single = Server(galley)
    single.call(requests[-1])
    memory = side_by_side.peak_memory(single.process.pid)
    single.stop()
    return {"bytes": [len(request) for request in requests], "ns": costs, "memory": memory,
            "exponent": report.exponent([len(request) for request in requests], costs)}


# --- Showing -------------------------------------------------------------------------------------

def table(found):
    lines = ["| operation | input | 1x | 2x | 4x | 8x | exponent | peak memory at 8x |", "|---|---|---|---|---|---|---|---|"]
    for name, row in found.items():
        cells = " | ".join(report.duration(ns) for ns in row["ns"])
        lines.append(f"| {name} | {row['bytes'][0] // 1000} kB | {cells} | {report.exponent_text(row['exponent'])} | "
                     f"{report.bytes_text(row['memory'])} |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--galley", default=str(ROOT / "build/release/bin/galley"))
    parser.add_argument("--results", type=pathlib.Path, default=ROOT / "bench/results")
    parser.add_argument("--document", type=pathlib.Path, default=ROOT / "docs/performance.md")
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    about = side_by_side.machine()
    found = {}
    for name, make in OPERATIONS.items():
        found[name] = measure(arguments.galley, make, arguments.rounds)
        print(f"{name:26} " + "  ".join(f"{report.duration(ns):>8}" for ns in found[name]["ns"])
              + f"  exponent {report.exponent_text(found[name]['exponent'])}  {report.bytes_text(found[name]['memory'])}", flush=True)
    about["load_after"] = [round(load, 1) for load in os.getloadavg()]
    arguments.results.mkdir(parents=True, exist_ok=True)
    (arguments.results / "scaling.json").write_text(
        json.dumps({"machine": about, "rounds": arguments.rounds, "operations": found}, indent=1) + "\n")
    report.update_document(arguments.document, "scaling",
                           report.machine_line(about) + f" Least processor time of {arguments.rounds} calls each.\n\n" + table(found))


if __name__ == "__main__":
    main()
