#!/usr/bin/env python3
"""Every budgeted render is counted again from scratch: never above the budget, and what the ledger adds up to.

usage: recount.py GALLEY FIXTURES [SEED [COUNT]]

The calls of chat.render in the fixtures, and templates made at random, are rendered with tokenizers and models, within
budgets from nothing to more than all; `tokens.count` then counts what came out, and the reference implementation of the
tokenizer does where it is installed and a request is no more than its texts.
"""
import glob, json, os, pathlib, random, subprocess, sys

COUNTERS = [{"tokenizer": "o200k"}, {"tokenizer": "qwen"}, {"tokenizer": "mistral-v3"}, {"model": "gpt-4o"}, {"model": "gemini-2.5-pro"},
            {"model": "qwen3-8b"}, {"model": "deepseek-chat"}, {"model": "claude-sonnet-4-5"}, {"model": "gpt-5", "tokenizer": "chars/4"}]
WORDS = ["the gate", "Mira", "waits", " ", "\n", "\n\n", "  ", "猫が", "屋根", "don't", "'", "x" * 40, "1234567", "…", "é", "é", "<|im_end|>", "a\n ",
         "\t", "End.", "🙂", "\r\n", "foo(bar)", " ."]


class Galley:
    def __init__(self, program):
        self.child = subprocess.Popen([program, "rpc"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def call(self, method, params):
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        self.child.stdin.write(json.dumps(request).encode() + b"\n")
        self.child.stdin.flush()
        return json.loads(self.child.stdout.readline())


def calls_of(fixtures):
    for path in sorted(glob.glob(os.path.join(fixtures, "*.txt"))):
        parts = open(path, encoding="utf-8").read().split("\n--- ")
        for part in parts:
            head, _, body = part.partition("\n")
            if head.removeprefix("--- ").strip() != "call chat.render":
                continue
            try:
                yield os.path.basename(path), json.loads(body)
            except ValueError:
                continue


def text_of(rng):
    return "".join(rng.choice(WORDS) for _ in range(rng.randint(1, 6)))


def message_of(rng, content=None):
    return {"kind": "message", "role": rng.choice(["system", "user", "user", "assistant"]), "content": content or text_of(rng)}


def plan_of(rng, depth):
    nodes = []
    for _ in range(rng.randint(1, 3)):
        if depth < 2 and rng.random() < 0.6:
            node = {"kind": "forEach", "source": {"source": rng.choice(["a", "b"])}, "map": plan_of(rng, depth + 1),
                    "fillDir": rng.choice(["append", "prepend"]), "stopWhenOutOfBudget": rng.random() < 0.5}
            if depth == 0 and rng.random() < 0.3:
                node.update(fillDir="prepend", evict={"chunk": rng.choice(["25%", "50%", 7, 40])})
                del node["stopWhenOutOfBudget"]
            if rng.random() < 0.3:
                node["interleave"] = {"kind": "separator", "text": text_of(rng)}
            nodes.append(node)
        else:
            nodes.append(message_of(rng, "{{item}}" if depth > 0 else None))
    return nodes


def image_of(rng):
    sizes = {"width": rng.randint(1, 4000), "height": rng.randint(1, 4000)} if rng.random() < 0.7 else {}
    return {"type": "image", "url": "https://example.org/a.png", **sizes, **({"detail": "low"} if rng.random() < 0.2 else {})}


def history_of(rng):
    """A conversation with calls, results and images."""
    messages = []
    for turn in range(rng.randint(0, 5)):
        content = [{"type": "text", "text": text_of(rng)}]
        if rng.random() < 0.4:
            content.append(image_of(rng))
        messages.append({"role": "user", "content": content, **({"pin": True} if rng.random() < 0.1 else {})})
        for step in range(rng.randint(0, 2)):
            calls = [{"type": "tool_call", "id": f"c{turn}.{step}.{n}", "name": "look", "arguments": json.dumps({"q": text_of(rng)})}
                     for n in range(rng.randint(1, 2))]
            messages.append({"role": "assistant", "content": calls})
            results = [{"type": "tool_result", "id": call["id"], "content": [{"type": "text", "text": text_of(rng) * 5}] +
                        ([image_of(rng)] if rng.random() < 0.2 else [])} for call in calls]
            messages.append({"role": "tool", "content": results})
        messages.append({"role": "assistant", "content": text_of(rng)})
    return messages


def history_node(rng):
    node = {"kind": "history", "source": {"source": "messages"}}
    if rng.random() < 0.3:
        node["evict"] = {"chunk": rng.choice(["25%", "50%", 30])}
    if rng.random() < 0.3:
        node["images"] = {"keep": rng.randint(0, 2)}
    if rng.random() < 0.3:
        node["elide"] = {"keep": rng.randint(0, 2), "over": rng.randint(1, 40)}
    return node


def tools_of(rng):
    """Tools, and mostly which of them to call."""
    names = rng.sample(["look", "write", "find_all"], rng.randint(1, 3))
    tools = [{"name": name, "description": text_of(rng),
              "parameters": {"type": "object", "properties": {"q": {"type": "string", "description": text_of(rng)}}, "required": ["q"]}} for name in names]
    choice = rng.choice([None, "auto", "none", "required", {"name": names[0]}])
    return {"tools": tools, **({"toolChoice": choice} if choice else {})}


def template_of(rng):
    slots = {f"s{n}": {"priority": rng.randint(0, 3), "plan": plan_of(rng, 0)} for n in range(rng.randint(1, 3))}
    if rng.random() < 0.4:
        slots["history"] = {"priority": rng.randint(0, 3), "plan": [history_node(rng)]}
    layout = []
    for name in slots:
        if rng.random() < 0.7:
            layout.append(message_of(rng))
        slot = {"kind": "slot", "name": name}
        if rng.random() < 0.5:
            header = message_of(rng)
            slot["header"] = {key: header[key] for key in ("role", "content")}
        layout.append(slot)
    layout.append({"kind": "message", "role": "assistant", "content": text_of(rng), "prefix": True} if rng.random() < 0.2 else message_of(rng))
    tools = tools_of(rng) if rng.random() < 0.3 else {}
    return {"template": {"id": "t", "name": "T", "task": "any", "version": 1, "layout": layout, "slots": slots, **tools}, "context": {},
            "sources": {"a": [text_of(rng) for _ in range(rng.randint(0, 5))], "b": [text_of(rng) for _ in range(rng.randint(0, 3))],
                        "messages": history_of(rng)},
            "squash": rng.random() < 0.8}


def oracles():
    """name -> what encodes, of the tokenizers whose reference implementation is there."""
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "differential"))
    try:
        from tokens_differential import builtin_references
    except SystemExit:
        return {}
    return builtin_references()


def counted_by(oracle, messages):
    """The tokens of texts alone; None where there is more to the messages."""
    if not all(isinstance(message["content"], str) for message in messages):
        return None
    return sum(len(oracle(message["content"])) for message in messages)


def main():
    galley = Galley(sys.argv[1])
    references, asked = oracles(), 0
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1 << 32)
    count = int(sys.argv[4]) if len(sys.argv) > 4 else 400
    rng = random.Random(seed)
    print(f"seed {seed}")
    cases = list(calls_of(sys.argv[2])) + [(f"random {n}", template_of(rng)) for n in range(count)]
    done, full, wrong = 0, 0, []
    for name, params in cases:
        counter = rng.choice(COUNTERS)
        given = {key: value for key, value in params.items() if key not in ("maxTokens", "estimator", "explain")}
        given.update(counter, explain=True)
        free = galley.call("chat.render", given)
        if "result" not in free:
            continue
        all_tokens = free["result"]["usage"]["tokens"]
        for budget in (None, all_tokens, rng.randint(0, all_tokens + 1), rng.randint(0, all_tokens + 1)):
            answer = free if budget is None else galley.call("chat.render", {**given, "maxTokens": budget})
            if "result" not in answer:
                continue
            result = answer["result"]
            tokens = result["usage"]["tokens"]
            again = galley.call("tokens.count", {"messages": result["messages"], **{k: result[k] for k in ("tools", "toolChoice") if k in result}, **counter})
            recount = again.get("result", {}).get("tokens")
            # Without a frame and tools a request is its texts.
            if list(counter) == ["tokenizer"] and counter["tokenizer"] in references and "tools" not in result:
                by_reference = counted_by(references[counter["tokenizer"]], result["messages"])
                asked += by_reference is not None
                recount = recount if by_reference in (None, recount) else f"{recount}, by the reference {by_reference}"
            ledger = sum(record.get("tokens", 0) for record in result["ledger"] if record["event"] in ("emit", "insert", "frame"))
            done += 1
            if budget == all_tokens and result["messages"] == free["result"]["messages"]:
                full += 1
            if recount != tokens or ledger != tokens or (budget is not None and tokens > budget):
                wrong.append(f"{name} {counter} budget {budget}: usage {tokens}, recount {recount}, ledger {ledger}")
            elif result["usage"]["exactness"] != again["result"]["exactness"]:
                wrong.append(f"{name} {counter}: told as {result['usage']['exactness']}, counted as {again['result']['exactness']}")
    for line in wrong[:20]:
        print(line)
    print(f"{done} renders recounted, {asked} of them by reference implementations, {len(wrong)} wrong; "
          f"{full} of {len(cases)} whole within exactly their tokens")
    return 1 if wrong or done < count else 0


sys.exit(main())
