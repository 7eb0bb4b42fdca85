"""The peers of the text benchmark: where their programs are, and how they come there.

What a peer needs is built or installed under a folder of its own, never in the tree; a
peer whose tools are missing, or that cannot be built, is left out with a notice.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).parent / "peers"
NODE_PACKAGES = {"nunjucks": "nunjucks@3.2.4", "huggingface": "@huggingface/jinja@0.5.10",
                 "handlebars": "handlebars@4.7.10"}


class Missing(Exception):
    pass


class Program:
    """How a peer is started, and what it is."""

    def __init__(self, name, command, version, environment=None, languages=("j2",)):
        self.name = name
        self.languages = languages  # as the workloads' files end
        self.command = [str(word) for word in command]
        self.version = version
        self.environment = {**os.environ, **(environment or {})}


def need(tool):
    found = shutil.which(tool)
    if not found:
        raise Missing(f"{tool} is not installed")
    return found


def run(command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        raise Missing(f"{command[0]} fails: {(done.stderr or done.stdout).strip()[-300:]}")
    return done.stdout


def of_ours(name, programs, languages=("j2",)):
    return Program(name, [programs / f"peer_{name}"], "this tree", languages=languages)


# The crate is copied first: cargo writes a lock file beside it.
def of_cargo(name, crate, program, folder, languages=("j2",)):
    cargo = need("cargo")
    copy = folder / crate
    shutil.copytree(HERE / crate, copy, dirs_exist_ok=True)
    run([cargo, "build", "--release", "--quiet"], copy)
    manifest = (copy / "Cargo.toml").read_text()
    version = re.search(r'"=([\d.]+)"', manifest).group(1)
    return Program(name, [copy / "target" / "release" / program], f"{version} (Rust)",
                   languages=languages)


def of_node(name, folder):
    node = need("node")
    package = NODE_PACKAGES[name]
    modules = folder / "node" / "node_modules"
    if not (modules / package.rpartition("@")[0]).exists():
        (folder / "node").mkdir(parents=True, exist_ok=True)
        run([need("npm"), "install", "--no-audit", "--no-fund", "--prefix", ".", package],
            folder / "node")
    version = f"{package.rpartition('@')[2]} (Node {run([node, '--version'], '.').strip()})"
    title = {"huggingface": "hf-jinja", "handlebars": "handlebars.js"}.get(name, name)
    return Program(title, [node, HERE / "node_peer.js", name], version,
                   {"NODE_PATH": str(modules)}, ("hbs",) if name == "handlebars" else ("j2",))


def of_python():
    for python in ("/usr/bin/python3", sys.executable):
        found = subprocess.run([python, "-c", "import jinja2; print(jinja2.__version__)"],
                               capture_output=True, text=True)
        if found.returncode == 0:
            version = subprocess.run([python, "--version"], capture_output=True, text=True).stdout
            return Program("jinja2", [python, HERE / "jinja2_peer.py"],
                           f"{found.stdout.strip()} ({version.strip()})")
    raise Missing("no Python here can import jinja2")


def prepare(programs, folder):
    """All peers there can be; `programs` holds ours, `folder` gets the others'."""
    makers = {
        "floor": lambda: of_ours("floor", programs),
        "minijinja": lambda: of_cargo("minijinja", "minijinja", "minijinja-peer", folder),
        "jinja2": of_python,
        "nunjucks": lambda: of_node("nunjucks", folder),
        "hf-jinja": lambda: of_node("huggingface", folder),
        "handlebars.js": lambda: of_node("handlebars", folder),
        "handlebars-rust": lambda: of_cargo("handlebars-rust", "handlebars_rust",
                                            "handlebars-peer", folder, ("hbs",)),
    }
    ready = [of_ours("galley", programs, ("j2", "hbs"))]
    for name, make in makers.items():
        try:
            ready.append(make())
        except Missing as reason:
            print(f"left out: {name}: {reason}", file=sys.stderr)
    return ready
