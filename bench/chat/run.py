#!/usr/bin/env python3
"""The chat benchmark: the turn writer beside what else prunes messages to a budget, in one run.

    run.py [--programs DIR] [--peers DIR] [--results DIR] ...

The protocol, the way of measuring and the way of comparing are those of bench/text/run.py.  What a peer cannot
express is in LACKS and in the document.
"""

import argparse
import json
import math
import os
import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[0:0] = [str(HERE.parent / "text"), str(HERE)]

import chat_workloads  # noqa: E402
import peers  # noqa: E402
import report  # noqa: E402
import run as side_by_side  # noqa: E402

PROMPT_TSX = "@vscode/prompt-tsx@0.4.0-alpha.9"
LANGCHAIN = "langchain-core==1.7.2"
AI_SDK = "ai@6.0.326"

LACKS = {
    "prompt-tsx": "has no ceilings for a part, no reserves, no injection into a finished prompt, no document; counts a message when "
                  "it is pruned, and prunes by removing the lowest priority first",
    "pruneMessages": "has no budgets and no templates: it removes calls, reasoning and empty messages by kind; it runs where nothing is "
                     "to be left out",
    "trim_messages": "keeps a system message and the newest or oldest of one list: no priorities between lists, no ceilings, no "
                     "conditions, no templates (f-strings here); of an agent it keeps whole turns with `start_on` only",
}


def of_prompt_tsx(folder):
    node = peers.need("node")
    modules = folder / "node" / "node_modules"
    if not (modules / "@vscode" / "prompt-tsx").exists():
        (folder / "node").mkdir(parents=True, exist_ok=True)
        peers.run([peers.need("npm"), "install", "--no-audit", "--no-fund", "--prefix", ".", PROMPT_TSX],
                  folder / "node")
    version = f"{PROMPT_TSX.rpartition('@')[2]} (Node {peers.run([node, '--version'], '.').strip()})"
    return peers.Program("prompt-tsx", [node, HERE / "peers" / "prompt_tsx_peer.js"], version,
                         {"NODE_PATH": str(modules)})


def of_ai_sdk(folder):
    node = peers.need("node")
    modules = folder / "ai" / "node_modules"
    if not (modules / "ai").exists():
        (folder / "ai").mkdir(parents=True, exist_ok=True)
        peers.run([peers.need("npm"), "install", "--no-audit", "--no-fund", "--prefix", ".", AI_SDK], folder / "ai")
    version = f"ai {AI_SDK.rpartition('@')[2]} (Node {peers.run([node, '--version'], '.').strip()})"
    return peers.Program("pruneMessages", [node, HERE / "peers" / "prune_messages_peer.js"], version, {"NODE_PATH": str(modules)})


def of_langchain(folder):
    python = folder / "langchain" / "bin" / "python"
    if not (folder / "langchain" / LANGCHAIN).exists():
        peers.run([sys.executable, "-m", "venv", folder / "langchain"], ".")
        peers.run([python, "-m", "pip", "install", "--quiet", LANGCHAIN], ".")
        (folder / "langchain" / LANGCHAIN).touch()
    version = peers.run([python, "--version"], ".").strip()
    return peers.Program("trim_messages", [python, HERE / "peers" / "langchain_peer.py"],
                         f"langchain-core {LANGCHAIN.rpartition('=')[2]} ({version})")


def prepare(programs, folder):
    ready = [peers.Program("galley", [programs / "peer_galley_chat"], "this tree")]
    for make in (of_prompt_tsx, of_langchain, of_ai_sdk):
        try:
            ready.append(make(folder))
        except peers.Missing as reason:
            print(f"left out: {make.__name__[3:]}: {reason}", file=sys.stderr)
    return ready


# How time grows from the second largest workload to the largest, as an exponent of turns.
def exponents(whole):
    found = {}
    for name in whole["versions"]:
        for budget in chat_workloads.BUDGETS:
            rows = [whole["workloads"].get(f"{turns:05}_{budget}", {}).get("stages", {}).get("render", {}).get(name)
                    for turns in chat_workloads.TURNS[-2:]]
            if all(rows):
                found.setdefault(name, {})[budget] = round(math.log10(rows[1]["median"] / rows[0]["median"]), 2)
    return found


def tables(whole):
    about = whole["machine"]
    parts = [f"Measured on {about['date']}: {about['cpu']}, {about['cores']} cores, {about['system']}; load "
             f"{about['load'][0]} before and {about['load_after'][0]} after. {report.spread_line(whole)}", ""]
    parts.append(", ".join(f"{name} {version}" for name, version in whole["versions"].items()) + ".")
    parts += ["", "### From parsed turns to the messages that fit", report.stage_table(whole, "render")]
    growth = "; ".join(f"{name} " + ", ".join(f"{budget} {power}" for budget, power in powers.items())
                       for name, powers in exponents(whole).items())
    parts += ["", f"From 1,000 to 10,000 turns time grows by the power of: {growth}."]
    parts += ["", "### Peak memory of a process that renders once", report.memory_table(whole)]
    parts += ["", "What the peers cannot express: " + ". ".join(f"{name} {lack}" for name, lack in LACKS.items()) + "."]
    return "\n".join(parts)


def print_goals(whole):
    for workload, row in whole["workloads"].items():
        times = {name: cell["median"] for name, cell in row["stages"]["render"].items()}
        ratios = [f"{times[name] / times['galley']:.0f}x {name}" for name in times if name != "galley"]
        print(f"goals    {workload:16} " + "; ".join(ratios) + " (10 wanted)")


def parse_arguments():
    root = HERE.parents[1]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--programs", type=pathlib.Path, default=root / "build/release/bench")
    parser.add_argument("--peers", type=pathlib.Path, default=root / "build/peers")
    parser.add_argument("--results", type=pathlib.Path, default=root / "bench/results")
    parser.add_argument("--document", type=pathlib.Path, default=root / "docs/performance.md")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="", help="workloads whose name holds this; keeps nothing")
    arguments = parser.parse_args()
    arguments.stages = "render"
    return arguments


def main():
    arguments = parse_arguments()
    arguments.peers.mkdir(parents=True, exist_ok=True)
    programs = prepare(arguments.programs, arguments.peers)
    with tempfile.TemporaryDirectory() as folder:
        chat_workloads.write_all(pathlib.Path(folder))
        about = side_by_side.machine()
        results = side_by_side.run_all(programs, arguments, pathlib.Path(folder))
    about["load_after"] = [round(load, 1) for load in os.getloadavg()]
    whole = {"machine": about, "versions": {program.name: program.version for program in programs},
             "rounds": arguments.rounds, "workloads": results}
    print_goals(whole)
    if arguments.only:
        return
    arguments.results.mkdir(parents=True, exist_ok=True)
    (arguments.results / "chat.json").write_text(json.dumps(whole, indent=1) + "\n")
    (arguments.results / "chat.svg").write_text(report.plot(whole))
    report.update_document(arguments.document, "chat", tables(whole))


if __name__ == "__main__":
    main()
