"""No request takes more memory than SECURITY.md says: 300 MiB, of which 150 are held after it.

    bounds.py GALLEY [NAME]

Each request is as large as the limits allow, or takes what grows with the product of two
things that it has many of.  `galley rpc` answers it, with a result or a diagnostic; how much
memory the process had at most, and has then, is told by the system.  The processor time is
printed and not asserted: machines differ.  With NAME, only requests whose name holds it.
"""

import json
import os
import subprocess
import sys

MOST = 300 << 10  # KiB
HELD = 150 << 10
LONGEST = 31 << 20  # of a request, which may have 32 MiB

CHAT = {"id": "a", "name": "a", "task": "turn_generation", "version": 1, "slots": {}}
HISTORY = {**CHAT, "layout": [{"kind": "slot", "name": "s"}], "slots": {"s": {"priority": 0, "plan": [
    {"kind": "history", "source": {"source": "$ctx", "args": {"path": "messages"}}}]}}}


def many(unit, count, separator=""):
    return separator.join(unit.replace("^", str(number)) for number in range(count))


def messages(count, content="x"):
    return [{"role": "assistant" if number % 2 else "user", "content": content} for number in range(count)]


def values():
    """Requests that are full of small values."""
    for unit in ("[]", "{}", "1", '""', "1.5", '{"a":1}', '{"a":"b"}', "[[]]", '{"a":{"b":{}}}', '{"a":1,"b":2}'):
        count = LONGEST // (len(unit) + 1)
        yield f"values {unit}", "version", '{"x":[' + ",".join([unit] * count) + "]}"
    yield "values that are no JSON", "version", '{"x":[' + "1," * (LONGEST // 2) + "]}"
    yield "many keys", "version", "{" + many('"k^":1', 2_200_000, ",") + "}"
    yield "one string", "version", '{"x":"' + "a" * LONGEST + '"}'


def conversations():
    for provider in ("messages", "openai", "responses", "anthropic", "gemini", "mistral", "huggingface", "text"):
        yield f"messages for {provider}", "chat.emit", {"messages": messages(500_000), "as": provider}
    parts = [{"role": "user", "content": [{"type": "text", "text": "x"}] * 700_000}]
    yield "parts of one message", "chat.emit", {"messages": parts, "as": "openai"}
    yield "messages of a history", "history.read", {"messages": messages(500_000)}
    yield "messages to count", "tokens.count", {"model": "gpt-5", "messages": messages(300_000)}
    yield "turns to simulate", "chat.simulate", {
        "template": HISTORY, "conversation": messages(3_000), "as": "openai", "maxTokens": 4000}
    yield "long turns to simulate", "chat.simulate", {
        "template": HISTORY, "conversation": messages(300, "word " * 8_000), "as": "anthropic", "maxTokens": 200_000}
    layout = [{"kind": "message", "role": "user", "content": f"m{number}"} for number in range(4_000)]
    yield "messages that do not fit", "chat.budget", {
        "from": 0, "to": 1000, "points": 10, "template": {**CHAT, "layout": layout}, "context": {}}
    yield "messages that differ", "chat.diff", {
        "a": {"messages": messages(50_000, "a")}, "b": {"messages": messages(50_000, "b")}}


def templates():
    def jinja(name, method, source, files=None):
        params = {"language": "jinja", "source": source}
        if method == "text.render":
            params.update(data={}, templates=files or {"t": "x"})
        return name, method, params

    sets = many("{% set v^ = 1 %}", 10_000)
    for method in ("text.render", "text.inspect"):
        yield jinja("sets and includes", method, sets + "{% include 't' %}" * 30_000)
        yield jinja("sets beside includes", method, many("{% set v^ = 1 %}{% include 't' %}", 10_000))
        yield jinja("sets and scoped blocks", method, sets + many("{% block b^ scoped %}{% endblock %}", 10_000))
        yield jinja("reads and includes", method, many("{{ v^ }}", 30_000) + "{% include 't' %}" * 30_000)
        yield jinja("names", method, many("{{ v^ }}", 60_000))
    yield jinja("names that an include looks for", "text.render",
                sets + "{% for i in range(30000) %}{% include 't' %}{% endfor %}", {"t": many("{{ z^ }}", 100)})


def documents():
    prompts = many("  - 'p^ {{a^}}'\n", 8_000)
    tests = many("  - vars: {a^: 1}\n", 8_000)
    yield "prompts and tests of promptfoo", "import.template", {
        "format": "promptfoo", "text": f"prompts:\n{prompts}tests:\n{tests}"}
    lists = many("      a^: [x, y]\n", 2_000)
    yield "combinations of promptfoo", "import.template", {
        "format": "promptfoo", "text": f"prompts: ['x']\ntests:\n  - vars:\n{lists}"}
    prompt = {"_type": "prompt", "input_variables": [], "template": many("{v^}", 2_000)}
    shots = {"_type": "few_shot", "examples": [{}] * 30_000, "example_prompt": prompt, "suffix": "x"}
    yield "examples of LangChain", "import.template", {"format": "langchain", "text": json.dumps(shots)}
    yield "blocks on one line of SillyTavern", "import.template", {
        "format": "sillytavern", "text": json.dumps({"story_string": "{{#if a}}" * 50_000})}


def texts():
    long = 15 << 20
    for tokenizer in ("r50k", "o200k"):
        yield f"one long piece, {tokenizer}", "tokens.count", {"tokenizer": tokenizer, "text": "漢字" * (long // 6)}
        yield f"pieces of one byte, {tokenizer}", "tokens.pieces", {"tokenizer": tokenizer, "text": "\x01\x02" * (long // 12)}
    yield "a text that is too long", "tokens.count", {"tokenizer": "r50k", "text": "a " * (LONGEST // 2)}


def status(process):
    with open(f"/proc/{process.pid}/status", encoding="ascii") as file:
        fields = dict(line.split(":", 1) for line in file)
    return int(fields["VmHWM"].split()[0]), int(fields["VmRSS"].split()[0])


def answer(galley, method, params):
    """(peak, held, seconds, the answer) of one request to a process of its own."""
    text = params if isinstance(params, str) else json.dumps(params, ensure_ascii=False)
    line = f'{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{text}}}\n'.encode()
    with subprocess.Popen([galley, "rpc"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdin.write(line)
        process.stdin.flush()
        said = process.stdout.readline()
        # The next answer comes after all memory was given back.
        process.stdin.write(b'{"jsonrpc":"2.0","id":2,"method":"version"}\n')
        process.stdin.flush()
        process.stdout.readline()
        peak, held = status(process)
        with open(f"/proc/{process.pid}/stat", encoding="ascii") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        process.stdin.close()
    seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return peak, held, seconds, json.loads(said)


def main():
    galley, chosen = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""
    faults = tried = 0
    for kind in (values, conversations, templates, documents, texts):
        for name, method, params in kind():
            if chosen not in name:
                continue
            tried += 1
            peak, held, seconds, said = answer(galley, method, params)
            is_fault = peak > MOST or held > HELD or not ("result" in said or said["error"]["message"])
            faults += is_fault
            print(f"{'FAULT' if is_fault else '     '} {method:16} {name:34} {peak >> 10:4} MiB, {held >> 10:3} held, {seconds:.2f} s")
    print(f"{tried} requests, {faults} beyond the bounds")
    sys.exit(1 if faults else 0)


main()
