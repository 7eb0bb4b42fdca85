"""Imported templates render what the tools they come from render.

Documents are made at random, rendered by the tool's own package, imported by galley and
rendered by it; the messages must agree.  Each tool is skipped where its package is not
installed: PyPI langchain-core, langfuse and prompty for the python that runs this, and
dotprompt in the folder that DOTPROMPT_JS names (`npm install dotprompt`).

    IMPORT_COUNT=200 IMPORT_SEED=1 import_differential.py GALLEY
"""
import json
import os
import random
import subprocess
import sys

SKIPPED = 77
WORDS = ["harbour", "ships", "a {brace}", "50 %", "two\nlines", "Größe", "x < y & z", "\\back", "'quote'", '"both"']


class Galley:
    """One `galley rpc`, asked one request after the other."""

    def __init__(self, program):
        self.process = subprocess.Popen([program, "rpc"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def call(self, method, params):
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise AssertionError(json.dumps(answer["error"])[:600])
        return answer["result"]

    def render(self, text, name, context, format=None):
        given = {"text": text, "file": name}
        if format:
            given["format"] = format
        imported = self.call("import.template", given)
        extension = {"chat": ".chat.yaml", "jinja": ".j2", "handlebars": ".hbs"}[imported["type"]]
        workspace = {"files": {"t" + extension: imported["text"]}}
        if imported["type"] != "chat":
            return self.call("catalog.render", {"workspace": workspace, "name": "t", "data": context})["text"]
        params = {"template": {"workspace": workspace, "name": "t"}, "context": context, "squash": False}
        return [(m["role"], m["content"]) for m in self.call("chat.render", params)["messages"]]


def pieces(rng, tag):
    """Literal text and tags in turn; `tag` writes one of a name."""
    text = ""
    for _ in range(rng.randint(1, 6)):
        text += rng.choice([rng.choice(WORDS), " ", "\n", tag(rng.choice("abc"))])
    return text


def values(rng):
    return {name: rng.choice(WORDS) for name in "abc"}


def langchain(rng):
    from langchain_core.load import dumps
    from langchain_core.prompts import ChatPromptTemplate, PromptTemplate
    def escaped(text):
        return text.replace("{", "{{").replace("}", "}}")
    def leaf():
        text = ""
        for _ in range(rng.randint(1, 6)):
            text += rng.choice([escaped(rng.choice(WORDS)), " ", "\n", "{%s}" % rng.choice("abc")])
        return text + "."
    context = values(rng)
    if rng.random() < 0.3:
        prompt = PromptTemplate.from_template(leaf())
        return dumps(prompt), "langchain.json", None, context, prompt.format(**context)
    roles = {"system": "system", "human": "user", "ai": "assistant"}
    chosen = [rng.choice(list(roles)) for _ in range(rng.randint(1, 4))]
    prompt = ChatPromptTemplate.from_messages([(role, leaf()) for role in chosen])
    expected = [(roles[m.type], m.content) for m in prompt.format_messages(**context)]
    return dumps(prompt), "langchain.json", None, context, expected


def langfuse(rng):
    from langfuse.api import Prompt_Chat, Prompt_Text
    from langfuse.model import ChatPromptClient, TextPromptClient
    tag = lambda name: rng.choice(["{{%s}}", "{{ %s }}"]) % name
    context = values(rng)
    common = {"name": "p", "version": 1, "config": {}, "labels": [], "tags": []}
    if rng.random() < 0.3:
        document = dict(common, type="text", prompt=pieces(rng, tag) + ".")
        expected = TextPromptClient(Prompt_Text(**document)).compile(**context)
        return json.dumps(document), "langfuse.json", None, context, expected
    messages = [{"role": rng.choice(["system", "user", "assistant"]), "content": pieces(rng, tag) + "."}
                for _ in range(rng.randint(1, 4))]
    document = dict(common, type="chat", prompt=messages)
    expected = ChatPromptClient(Prompt_Chat(**document)).compile(**context)
    return json.dumps(document), "langfuse.json", None, context, [(m["role"], m["content"]) for m in expected]


def prompty(rng):
    from jinja2 import Template
    from prompty.parsers.prompty import PromptyChatParser
    tag = lambda name: "{{ %s }}" % name
    body = ""
    for _ in range(rng.randint(1, 4)):
        body += "%s:\n%s.\n" % (rng.choice(["system", "user", "assistant", "# User"]), pieces(rng, tag))
    context = values(rng)
    rendered = Template(body, keep_trailing_newline=True).render(**context)
    parsed = PromptyChatParser()._parse_messages(rendered, None, None)
    expected = [(m.role, "".join(part.value for part in m.parts)) for m in parsed]
    return "---\nname: p\n---\n" + body, "p.prompty", None, context, expected


DOTPROMPT = """
const { Dotprompt } = require(process.argv[1]);
const lines = require('readline').createInterface({ input: process.stdin });
(async () => {
  for await (const line of lines) {
    const { source, input } = JSON.parse(line);
    const out = await new Dotprompt().render(source, { input });
    console.log(JSON.stringify(out.messages.map(m => [m.role, m.content.map(p => p.text).join('')])));
  }
})();
"""


class Dotprompt:
    def __init__(self):
        folder = os.environ["DOTPROMPT_JS"]
        self.process = subprocess.Popen(["node", "-e", DOTPROMPT, os.path.join(folder, "node_modules/dotprompt")],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __call__(self, rng):
        tag = lambda name: "{{%s}}" % name
        body = ""
        for _ in range(rng.randint(1, 4)):
            body += '{{role "%s"}}\n%s.\n' % (rng.choice(["system", "user", "model"]),
                                              pieces(rng, tag).replace("\\", "/"))
        context = values(rng)
        source = "---\nmodel: m\n---\n" + body
        self.process.stdin.write(json.dumps({"source": source, "input": context}) + "\n")
        self.process.stdin.flush()
        expected = json.loads(self.process.stdout.readline())
        roles = {"model": "assistant"}
        return source, "p.prompt", None, context, [(roles.get(r, r), text) for r, text in expected]


def tools():
    found = []
    for name, module, make in [("langchain", "langchain_core", lambda: langchain), ("langfuse", "langfuse", lambda: langfuse),
                               ("prompty", "prompty", lambda: prompty)]:
        try:
            __import__(module)
            found.append((name, make()))
        except ImportError:
            print(name + ": left out, " + module + " is not installed")
    if "DOTPROMPT_JS" in os.environ:
        found.append(("dotprompt", Dotprompt()))
    else:
        print("dotprompt: left out, DOTPROMPT_JS is not set")
    return found


def main():
    galley = Galley(sys.argv[1])
    count = int(os.environ.get("IMPORT_COUNT", "200"))
    seed = int(os.environ.get("IMPORT_SEED", random.randrange(1 << 30)))
    print("seed", seed)
    chosen = tools()
    if not chosen:
        sys.exit(SKIPPED)
    differ = 0
    for name, make in chosen:
        rng = random.Random(seed)
        wrong = 0
        for _ in range(count):
            text, file, format, context, expected = make(rng)
            try:
                got = galley.render(text, file, context, format)
            except AssertionError as failure:
                got = str(failure)
            if got == expected:
                continue
            wrong += 1
            if wrong <= 3:
                print(name, "differs\n  document", repr(text), "\n  context ", context, "\n  wanted  ", expected, "\n  got     ", got)
        print("%s: %d of %d agree" % (name, count - wrong, count))
        differ += wrong
    sys.exit(1 if differ else 0)


if __name__ == "__main__":
    main()
