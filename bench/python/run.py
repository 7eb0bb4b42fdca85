#!/usr/bin/env python3
"""The Python package beside Jinja2 and minijinja's package, in one run, processor time.

    run.py              builds the wheel, makes an environment for it, and measures there
    run.py --measure    measures with the packages of this Python

The workloads are those of bench/text, from Python's objects: a peer whose output differs from
galley's is marked.  Samples are interleaved, one of every peer a round; the least counts.
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PEERS = ["jinja2==3.1.6", "minijinja==3.0.5"]
ROUNDS = 7
SAMPLE_S = 0.05


def peers_of(sources, main):
    """Functions from a dict of variables to the text, by the name of the package."""
    import galley
    import jinja2
    import minijinja

    options = {"trim_blocks": True, "lstrip_blocks": True, "undefined": "default"}
    ours = galley.Workspace.in_memory(sources, jinja=options).template(main.removesuffix(".j2"))
    theirs = jinja2.Environment(loader=jinja2.DictLoader(sources), trim_blocks=True, lstrip_blocks=True).get_template(main)
    mini = minijinja.Environment(templates=sources, trim_blocks=True, lstrip_blocks=True, pycompat=True)
    return {
        "galley": lambda data: ours.render(data),
        "minijinja": lambda data: mini.render_template(main, **data),
        "Jinja2": lambda data: theirs.render(data),
    }


def sample(render, data, count):
    begin = time.process_time_ns()
    for _ in range(count):
        render(data)
    return (time.process_time_ns() - begin) / count / 1000


def measure(sources, main, data):
    """Microseconds by package; None where the output differs or there is none."""
    peers = peers_of(sources, main)
    expected = peers["galley"](data)
    best, counts = {}, {}
    for name, render in list(peers.items()):
        try:
            same = render(data) == expected
        except Exception:
            same = False
        if not same:
            best[name] = None
            del peers[name]
            continue
        once = max(sample(render, data, 3), 0.05)
        counts[name] = max(1, int(SAMPLE_S * 1e6 / once))
    for _ in range(ROUNDS):
        for name, render in peers.items():
            took = sample(render, data, counts[name])
            best[name] = min(best.get(name, took), took)
    return best


def workloads():
    yield "two variables", {"main.j2": "Hello {{ name }}, {{ topic }}!"}, "main.j2", {"name": "Ann", "topic": "harbour"}
    many = {f"v{at}": list(range(100)) for at in range(100)}
    yield "a hundredth of 100 variables", {"main.j2": "{{ v7[3] }}"}, "main.j2", many
    yield "that hundredth alone", {"main.j2": "{{ v7[3] }}"}, "main.j2", {"v7": many["v7"]}
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, ROOT / "bench/text/workloads.py", folder], check=True, stdout=subprocess.DEVNULL)
        for each in sorted(pathlib.Path(folder).iterdir()):
            if (each / "main.j2").exists():
                sources = {path.name: path.read_text() for path in each.glob("*.j2")}
                yield each.name, sources, "main.j2", json.loads((each / "data.json").read_text())


def report():
    print(f"{'microseconds a render':32}{'galley':>10}{'minijinja':>11}{'Jinja2':>10}{'x mini':>8}{'x Jinja2':>9}")
    for name, sources, main, data in workloads():
        best = measure(sources, main, data)
        cells = [f"{best[peer]:.2f}" if best.get(peer) else "-" for peer in ("galley", "minijinja", "Jinja2")]
        times = [f"{best[peer] / best['galley']:.1f}" if best.get(peer) else "-" for peer in ("minijinja", "Jinja2")]
        print(f"{name:32}{cells[0]:>10}{cells[1]:>11}{cells[2]:>10}{times[0]:>8}{times[1]:>9}")


def main():
    sys.path.insert(0, str(ROOT / "tools"))
    import package_python

    output = ROOT / "build/packages/python"
    package_python.main(ROOT / "build/release", output, False)
    environment = output / "scratch/bench"
    package_python.run([sys.executable, "-m", "venv", environment])
    pip = [environment / "bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    package_python.run([*pip, *PEERS])
    package_python.run([*pip, "--force-reinstall", "--no-index", "--no-deps", "--find-links", output, "galley-prompts"])
    subprocess.run([environment / "bin/python", __file__, "--measure"], check=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["--measure"]:
        report()
    elif len(sys.argv) == 1:
        main()
    else:
        sys.exit(__doc__)
