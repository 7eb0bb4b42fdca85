#!/usr/bin/env python3
"""Documents of other tools, as people write them, render after the import what they rendered before.

usage: import_files.py GALLEY [--record] [FORMAT...]

Each folder beside this file holds documents of one format: NAME.EXTENSION, NAME.data.json (what
it is rendered with) and NAME.expected.json (what the tool itself made of it).  Every document is
imported, rendered and compared with what is recorded.  Where the tool's own package is installed
it is asked anew, so a record that is no longer true fails; --record writes what it says.

Packages: PyPI langchain-core, langfuse and prompty for the python that runs this; dotprompt,
promptfoo and @intellectronica/ruler in the folder that IMPORT_NODE names (`npm install ...` there);
the unpacked package of sillytavern in the folder that SILLYTAVERN names, whose own presets are compared besides.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
# The folders here are called like the packages.
sys.path = [place for place in sys.path if place and pathlib.Path(place).resolve() != HERE]
ROLES = {"model": "assistant", "human": "user", "ai": "assistant", "developer": "system"}


class Galley:
    """One `galley rpc`, asked one request after the other."""

    def __init__(self, program):
        self.program = os.path.abspath(program)
        self.process = subprocess.Popen([program, "rpc"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def call(self, method, params):
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise AssertionError(json.dumps(answer["error"])[:800])
        return answer["result"]

    def render(self, kind, text, data):
        extension = {"chat": ".chat.yaml", "jinja": ".j2", "handlebars": ".hbs"}[kind]
        workspace = {"files": {"t" + extension: text}}
        if kind != "chat":
            return self.call("catalog.render", {"workspace": workspace, "name": "t", "data": data})["text"]
        params = {"template": {"workspace": workspace, "name": "t"}, "context": data, "squash": False}
        return [[m["role"], content_of(m["content"])] for m in self.call("chat.render", params)["messages"]]


def content_of(content):
    """Texts and pictures alone, as the tools have them too."""
    if isinstance(content, str):
        return content
    return "".join(part.get("text") or "<" + part["url"] + ">" for part in content)


# --- The tools ---------------------------------------------------------------

class Python:
    """A tool that is a package of the python that runs this."""

    def __init__(self, module):
        self.name = module
        __import__(module)


class LangChain(Python):
    def __init__(self):
        super().__init__("langchain_core")

    def render(self, path, data):
        from langchain_core.messages import AIMessage, HumanMessage
        made = {"user": HumanMessage, "assistant": AIMessage}
        data = {key: [made[m["role"]](m["content"]) for m in value] if key == "history" else value
                for key, value in data.items()}
        prompt = self.load(json.loads(path.read_text()))
        if not hasattr(prompt, "format_messages") or not hasattr(prompt, "messages"):
            return prompt.format(**data)
        return [[ROLES.get(m.type, m.type), m.content] for m in prompt.format_messages(**data)]


    @staticmethod
    def load(document):
        from langchain_core.load import load
        from langchain_core.prompts import FewShotPromptTemplate, PromptTemplate
        if document.get("_type") == "few_shot":
            fields = {key: value for key, value in document.items() if key != "_type"}
            fields["example_prompt"] = PromptTemplate(**{key: value for key, value in document["example_prompt"].items()
                                                         if key != "_type"})
            return FewShotPromptTemplate(**fields)
        if document.get("kwargs", {}).get("template_format") == "jinja2":  # which `load` refuses
            return PromptTemplate(**document["kwargs"])
        return load(document, allowed_objects="all")


class Langfuse(Python):
    def __init__(self):
        super().__init__("langfuse")

    def render(self, path, data):
        from langfuse.api import Prompt_Chat, Prompt_Text
        from langfuse.model import ChatPromptClient, TextPromptClient
        document = json.loads(path.read_text())
        if document["type"] == "text":
            return TextPromptClient(Prompt_Text(**document)).compile(**data)
        messages = ChatPromptClient(Prompt_Chat(**document)).compile(**data)
        return [[ROLES.get(m["role"], m["role"]), m["content"]] for m in messages]


class Prompty(Python):
    def __init__(self):
        super().__init__("prompty")
        os.environ.setdefault("AZURE_OPENAI_ENDPOINT", "https://example.com")

    def render(self, path, data):
        import prompty
        messages = prompty.prepare(prompty.load(str(path)), data)
        return [[ROLES.get(m.role, m.role), "".join(part.value for part in m.parts)] for m in messages]


class Node:
    """A tool that a script in node asks, one line of JSON after the other."""

    def __init__(self, package, script, folder="IMPORT_NODE"):
        place = os.environ.get(folder, "")
        where = pathlib.Path(place, "node_modules", package) if folder == "IMPORT_NODE" else pathlib.Path(place, "package")
        if not place or not where.exists() or not shutil.which("node"):
            raise ImportError(package)
        self.where = where
        self.process = subprocess.Popen(["node", "-e", script, str(where)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)

    def ask(self, question):
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        for line in self.process.stdout:  # among what the tool has to say besides
            if line.startswith("answer:"):
                return json.loads(line[7:])
        raise AssertionError("the tool ended")


LOOP = """
const lines = require('readline').createInterface({ input: process.stdin });
(async () => {
  for await (const line of lines) console.log('answer:' + JSON.stringify(await answer(JSON.parse(line))));
  process.exit(0);
})();
"""


class Dotprompt(Node):
    SCRIPT = """
const { Dotprompt } = require(process.argv[1]);
async function answer({ source, input, messages }) {
  const out = await new Dotprompt().render(source, { input, messages });
  return out.messages.map(m => [m.role, m.content.map(p => p.text ?? '<' + p.media.url + '>').join('')]);
}
""" + LOOP

    def __init__(self):
        super().__init__("dotprompt", self.SCRIPT)

    def render(self, path, data):
        given = {key: value for key, value in data.items() if key != "history"}
        history = [{"role": {"assistant": "model"}.get(m["role"], m["role"]), "content": [{"text": m["content"]}]}
                   for m in data.get("history", [])]
        messages = self.ask({"source": path.read_text(), "input": given, "messages": history})
        return [[ROLES.get(role, role), text] for role, text in messages]


class Promptfoo(Node):
    """Runs a configuration with the provider `echo`, whose answer is the prompt."""
    SCRIPT = """
process.env.PROMPTFOO_DISABLE_TELEMETRY = '1'; process.env.PROMPTFOO_DISABLE_UPDATE = '1';
console.debug = console.info = console.warn = () => {};
const promptfoo = require(process.argv[1]);
const yaml = require(process.argv[1] + '/../js-yaml');
async function answer({ source }) {
  const config = yaml.load(source);
  const tests = config.tests.map(t => ({ vars: t.vars, description: t.description }));
  const defaults = config.defaultTest ? { defaultTest: { vars: config.defaultTest.vars } } : {};
  const done = await promptfoo.evaluate({ prompts: config.prompts, tests, providers: ['echo'], ...defaults },
                                        { cache: false, maxConcurrency: 1, showProgressBar: false });
  const results = done.results ?? (await done.toEvaluateSummary()).results;
  return results.map(r => [r.promptIdx, r.testIdx, r.prompt.raw]);
}
""" + LOOP

    def __init__(self):
        super().__init__("promptfoo", self.SCRIPT)

    def render(self, path, data):
        made = {}
        for prompt, test, raw in self.ask({"source": path.read_text()}):
            try:
                raw = [[m["role"], m["content"]] for m in json.loads(raw)]
            except (ValueError, TypeError, KeyError):
                pass
            made[f"prompt {prompt + 1}, test {test + 1}"] = raw
        return made


class SillyTavern(Node):
    """The functions of the program that write context and instruct prompts, cut out of its sources."""
    SCRIPT = """
const fs = require('fs');
const Handlebars = require(process.env.IMPORT_NODE + '/node_modules/handlebars');
const scripts = process.argv[1] + '/public/scripts/';
function cut(file, name) {
  const text = fs.readFileSync(scripts + file, 'utf8');
  const begin = text.indexOf('export function ' + name + '(');
  return text.slice(begin, text.indexOf('\\n}\\n', begin) + 3).replace('export ', '');
}
Handlebars.registerHelper('trim', () => '{{trim}}');
const names_behavior_types = { NONE: 'none', FORCE: 'force', ALWAYS: 'always' };
const force_output_sequence = { FIRST: 1, LAST: 2 };
const extension_prompt_types = { IN_PROMPT: 0, IN_CHAT: 1 };
const power_user = {}; const selected_group = null; const toastr = console;
function validateStoryString() {}
let names = {};
function substituteParams(text) {
  return text.replace(/{{user}}/gi, names.user).replace(/{{char}}/gi, names.char).replace(/{{noop}}/gi, '')
             .replace(/(?:\\r?\\n)*{{trim}}(?:\\r?\\n)*/gi, '');
}
eval(cut('instruct-mode.js', 'formatInstructModeChat') + cut('instruct-mode.js', 'formatInstructModePrompt') +
     cut('power-user.js', 'renderStoryString') + `
async function answer({ preset, data }) {
  names = { user: data.user, char: data.char };
  if (preset.story_string !== undefined) {
    const story = renderStoryString(data, { customContextSettings: preset, customInstructSettings: { enabled: false } });
    return story + substituteParams(preset.chat_start || '');
  }
  const lastUser = data.messages.findLastIndex(m => m.role === 'user');
  const said = data.messages.map((m, at) => formatInstructModeChat(
    m.name, m.content, m.role === 'user', m.role === 'system', false, data.user, data.char,
    at === lastUser ? force_output_sequence.LAST : at === 0 ? force_output_sequence.FIRST : false, preset));
  return said.join('') + formatInstructModePrompt(data.char, false, '', data.user, data.char, false, false, preset);
}` + 'globalThis.answer = answer;');
""" + LOOP

    def __init__(self):
        super().__init__("sillytavern", self.SCRIPT, "SILLYTAVERN")

    def render(self, path, data):
        preset = json.loads(path.read_text())
        if "prompts" in preset or "entries" in preset:
            return None
        return self.ask({"preset": preset, "data": data})


class Ruler:
    """`ruler apply`, which joins the files of a folder into AGENTS.md."""

    def __init__(self):
        self.program = pathlib.Path(os.environ.get("IMPORT_NODE", "-"), "node_modules/.bin/ruler")
        if not self.program.exists():
            raise ImportError("@intellectronica/ruler")

    def render(self, path, data):
        if not (path / ".ruler").exists():
            return None
        with tempfile.TemporaryDirectory() as directory:
            shutil.copytree(path, directory, dirs_exist_ok=True)
            (pathlib.Path(directory, ".ruler/ruler.toml")).unlink(missing_ok=True)
            subprocess.run([self.program, "apply", "--agents", "agentsmd", "--local-only", "--no-gitignore", "--no-backup"],
                           cwd=directory, check=True, capture_output=True, timeout=60)
            text = pathlib.Path(directory, "AGENTS.md").read_text()
        # Where each part came from is told in comments there, and not here.
        lines = [line for line in text.split("\n") if not line.startswith("<!--")]
        return [line for line in lines if line.strip()]


TOOLS = {"dotprompt": Dotprompt, "prompty": Prompty, "langfuse": Langfuse, "langchain": LangChain, "promptfoo": Promptfoo,
         "sillytavern": SillyTavern, "storyforge": None, "instructions": Ruler}


# --- Galley ------------------------------------------------------------------

def render_document(galley, form, path, data):
    """What galley makes of it after the import."""
    if form == "instructions":
        return resolve_instructions(galley, path)
    imported = galley.call("import.template", {"text": path.read_text(), "file": path.name, "format": form})
    if form != "promptfoo":
        return galley.render(imported["type"], imported["text"], data)
    return render_tests(galley, imported)


def render_tests(galley, imported):
    """Each template of a configuration with the data of each of its tests."""
    import_yaml = lambda text: galley.call("format.read", {"format": "yaml", "text": text})["value"]
    tests = next(import_yaml(f["text"]) for f in imported["files"] if f["name"].endswith(".test.yaml"))
    templates = [(imported["type"], imported["text"])]
    templates += [("chat" if f["name"].endswith(".chat.yaml") else "jinja", f["text"])
                  for f in imported["files"] if not f["name"].endswith(".test.yaml")]
    made = {}
    for number, (kind, text) in enumerate(templates):
        for test, case in enumerate(tests["cases"]):
            data = dict(tests.get("context") or {}, **case["context"])
            made[f"prompt {number + 1}, test {test + 1}"] = galley.render(kind, text, data)
    return made


def resolve_instructions(galley, path):
    """The lines of the instruction set, fields left out."""
    with tempfile.TemporaryDirectory() as directory:
        target = os.path.join(directory, ".iaip")
        os.mkdir(target)
        if path.is_dir():
            inner = next(path.iterdir())
            given = str(inner / "rules") if inner.name == ".cursor" else str(inner)
        else:
            given = str(path)
        command = [galley.program, "import", "--format", "instructions", given, "-o", target + "/context.iai"]
        subprocess.run(command, check=True, capture_output=True)
        shown = subprocess.run([galley.program, "instructions", "resolve", "--format", "json", "--project-root", directory],
                               check=True, capture_output=True, text=True, cwd=directory)
    kinds = json.loads(shown.stdout)["kinds"]
    return [line for kind in kinds.values() for line in kind["text"].split("\n") if line.strip()]


def documents(form):
    folder = HERE / form
    for path in sorted(folder.iterdir()):
        if path.name.endswith((".data.json", ".expected.json", ".py")):
            continue
        yield path, folder / (path.stem + ".data.json"), folder / (path.stem + ".expected.json")


def compare(galley, form, tool, record):
    agreed, wrong, asked = 0, 0, 0
    for path, data_path, expected_path in documents(form):
        data = json.loads(data_path.read_text()) if data_path.exists() else {}
        expected = json.loads(expected_path.read_text()) if expected_path.exists() else None
        said = tool.render(path, data) if tool else None
        asked += said is not None
        problem = ""
        if said is not None and record:
            expected = said
            expected_path.write_text(json.dumps(said, ensure_ascii=False, indent=1) + "\n")
        elif said is not None and said != expected:
            problem = f"\n  the tool says now {said}"
        try:
            got = render_document(galley, form, path, data)
        except (AssertionError, subprocess.CalledProcessError) as failure:
            got = str(getattr(failure, "stderr", None) or failure)
        if record and said is None:
            expected = got
            expected_path.write_text(json.dumps(got, ensure_ascii=False, indent=1) + "\n")
        if got != expected:
            problem += f"\n  wanted {json.dumps(expected, ensure_ascii=False)}\n  got    {json.dumps(got, ensure_ascii=False)}"
        agreed, wrong = agreed + (not problem), wrong + bool(problem)
        if problem:
            print(f"{form}/{path.name}:{problem}")
    print(f"{form}: {agreed} of {agreed + wrong} agree, {asked} of them with the tool itself")
    return wrong


def compare_presets(galley, tool):
    """The presets that come with SillyTavern."""
    data = json.loads((HERE / "sillytavern/context.data.json").read_text())
    data.update(json.loads((HERE / "sillytavern/instruct.data.json").read_text()))
    wrong = count = 0
    for kind in ("context", "instruct"):
        for path in sorted((tool.where / "default/content/presets" / kind).glob("*.json")):
            count += 1
            wanted = tool.render(path, data)
            try:
                got = render_document(galley, "sillytavern", path, data)
            except AssertionError as failure:
                got = str(failure)
            if wanted != got:
                wrong += 1
                print(f"sillytavern's {kind}/{path.name}:\n  wanted {wanted!r}\n  got    {got!r}")
    print(f"sillytavern: {count - wrong} of {count} presets of its own agree")
    return wrong


def main():
    words = [word for word in sys.argv[1:] if word != "--record"]
    if not words:
        sys.exit(__doc__)
    galley = Galley(words[0])
    wrong = 0
    for form, make in TOOLS.items():
        if words[1:] and form not in words[1:]:
            continue
        try:
            tool = make() if make else None
        except ImportError as missing:
            tool = None
            print(f"{form}: compared with what is recorded; {missing} is not installed")
        wrong += compare(galley, form, tool, "--record" in sys.argv)
        if tool and form == "sillytavern":
            wrong += compare_presets(galley, tool)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
